/** Validates the options of a run: the address of the service, and the changes that the run may make. */
import { check, identifier } from '@mock-services/sdk/contract';

/** Options of `runConformance` and `createContext`. */
export interface ConformanceOptions {
  /**
   * Absolute http or https base URL of the service, without credentials or a fragment. The path of the base URL
   * precedes every endpoint path. The query of the base URL is sent with every request.
   */
  readonly baseUrl: string;
  /**
   * Function that sends the requests.
   *
   * @default the global `fetch`, which is looked up at each request
   */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Headers to send with every request, such as credentials. Reports never contain these headers. */
  readonly headers?: Headers | Record<string, string> | [name: string, value: string][] | undefined;
  /**
   * Whether cases may create, update and delete their own mock services. Existing mock services are never changed. By
   * default, cases that write data are skipped.
   *
   * @default false
   */
  readonly allowWrites?: boolean | undefined;
  /**
   * Id of the workspace whose activity log may be cleared. Without `allowClear`, the cases that clear a log are
   * skipped.
   *
   * @default none
   */
  readonly allowClear?: string | undefined;
  /** Signal that aborts the run. An aborted run still deletes its mock services. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Time limit in milliseconds for a request and its complete response.
   *
   * @default 10_000
   */
  readonly timeout?: number | undefined;
  /**
   * Time limit in milliseconds for the whole run. A fifth of the time, but at most a minute, is reserved for deleting the
   * mock services of the run.
   *
   * @default 600_000
   */
  readonly totalTimeout?: number | undefined;
}

/** The options with their defaults applied. */
export type Settings = ReturnType<typeof readOptions>;

/** Validates the options and applies their defaults. @throws {TypeError} if an option is invalid. */
export function readOptions(options: ConformanceOptions) {
  const { baseUrl, fetch, headers, allowWrites = false, allowClear, signal } = options;
  const { timeout = 10_000, totalTimeout = 600_000 } = options;
  const url = URL.parse(baseUrl);
  if (!url || !/^https?:$/.test(url.protocol) || url.username + url.password + url.hash !== '') {
    // The value may be a credential in the wrong place.
    throw new TypeError('baseUrl must be an absolute http or https URL without credentials or a fragment');
  }
  if (allowClear !== undefined && check(identifier, allowClear).length > 0) {
    throw new TypeError('allowClear must be the UUID of a workspace');
  }
  for (const [name, ms] of Object.entries({ timeout, totalTimeout })) {
    // A JavaScript timer with a delay of 2^31 ms or more fires immediately.
    if (ms > 0 && ms < 2 ** 31) continue;
    throw new TypeError(
      `${name} must be a number of milliseconds that is greater than 0 and less than 2^31, not ${String(ms)}`,
    );
  }
  // A regular expression that matches the trailing slashes would take quadratic time.
  const [path = ''] = /^.*[^/]/.exec(url.pathname) ?? [];
  return {
    /** Origin and path of the base URL, without a trailing slash. */
    prefix: url.origin + path,
    /** Query of the base URL with the question mark, or an empty string. */
    query: url.search,
    fetch: fetch ?? ((target: string, init: RequestInit) => globalThis.fetch(target, init)),
    headers: readHeaders(headers),
    allowWrites,
    allowClear,
    signal,
    timeout,
    totalTimeout,
  };
}

/** Converts headers. The message of an error does not contain header values, because a value may be a credential. */
export function readHeaders(headers: ConformanceOptions['headers']): Headers {
  const expected = 'headers must have valid names, and values without control characters';
  try {
    const read = new Headers(headers);
    // `fetch` rejects control characters that `Headers` accepts.
    const isValid = [...read.values()].every((value) => !/[^\t\x20-\x7E\x80-\xFF]/.test(value));
    if (isValid) return read;
  } catch {
    // The error contains the value.
  }
  throw new TypeError(expected);
}
