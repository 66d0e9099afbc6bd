import { check, identifier } from '@mock-services/sdk/contract';
import { isHeaderValue, readBaseUrl } from '@mock-services/sdk/seed';

/** Options of a run. Only `baseUrl` is required. */
export interface ConformanceOptions {
  /**
   * Absolute http or https URL of the service, without credentials or a fragment. Endpoint paths are appended to its
   * path, and its query is sent with every request.
   */
  readonly baseUrl: string;
  /**
   * A function that sends the requests.
   * @default the global `fetch` at the time of each request
   */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Headers to send with every request, such as credentials. Reports never contain these headers. */
  readonly headers?: Headers | Record<string, string> | [name: string, value: string][] | undefined;
  /**
   * Whether cases may create, update and delete their own mock services. Existing mock services are never changed.
   * Without this permission, cases that write are skipped.
   * @default false
   */
  readonly allowWrites?: boolean | undefined;
  /**
   * Id of a workspace whose activity log the run may clear. Without this id, the cases that clear a log are skipped.
   * @default none
   */
  readonly allowClear?: string | undefined;
  /** Aborts the run. An aborted run still deletes its mock services. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Time limit in milliseconds for each request, including the complete response.
   * @default 10_000
   */
  readonly timeout?: number | undefined;
  /**
   * Time limit in milliseconds for the whole run. A fifth of this time, but at most a minute, is reserved for deleting
   * the run's mock services.
   * @default 600_000
   */
  readonly totalTimeout?: number | undefined;
}

export type Settings = ReturnType<typeof readOptions>;

/** Validates the options and applies their defaults. @throws {TypeError} if an option is invalid. */
export function readOptions(options: ConformanceOptions) {
  const { baseUrl, fetch, headers, allowWrites = false, allowClear, signal } = options;
  const { timeout = 10_000, totalTimeout = 600_000 } = options;
  const read = readBaseUrl(baseUrl, { query: true });
  if (typeof read === 'string') throw new TypeError(`baseUrl ${read}`);
  if (allowClear !== undefined && check(identifier, allowClear).length > 0) {
    throw new TypeError('allowClear must be the UUID of a workspace');
  }
  for (const [name, ms] of Object.entries({ timeout, totalTimeout })) {
    // Reject longer limits, because a JavaScript timer with a delay of 2^31 ms or more fires immediately.
    if (ms > 0 && ms < 2 ** 31) continue;
    throw new TypeError(
      `${name} must be a number of milliseconds that is greater than 0 and less than 2^31, not ${String(ms)}`,
    );
  }
  return {
    /** Origin and path of `baseUrl` without a trailing slash. */
    prefix: read.prefix,
    /** Query of `baseUrl`, beginning with the question mark, or an empty string. */
    query: read.url.search,
    fetch: fetch ?? ((target: string, init: RequestInit) => globalThis.fetch(target, init)),
    headers: readHeaders(headers),
    allowWrites,
    allowClear,
    signal,
    timeout,
    totalTimeout,
  };
}

/** Error messages omit header values, because the values may be credentials. */
function readHeaders(headers: ConformanceOptions['headers']): Headers {
  const expected = 'headers must have valid names, and values without control characters';
  try {
    const read = new Headers(headers);
    if ([...read.values()].every(isHeaderValue)) return read;
  } catch {
    // Do not rethrow the caught error, because its message quotes the header value.
  }
  throw new TypeError(expected);
}
