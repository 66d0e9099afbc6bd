/** Options of a conformance run: where the service is, and what the run may change. */
import { check, identifier } from '@mock-services/sdk/contract';

/** Options of `runConformance` and `createContext`. */
export interface ConformanceOptions {
  /**
   * Base URL of the service: absolute, http(s), without credentials and fragment. Its path is the prefix of every
   * endpoint's path; its query is sent with every request.
   */
  readonly baseUrl: string;
  /** Sends the requests. Default: the global `fetch`, looked up at each request. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Headers of every request, such as credentials. A report never contains them. */
  readonly headers?: Headers | Record<string, string> | [name: string, value: string][] | undefined;
  /**
   * Allows the cases that create, update and delete mock services of their own. Existing mock services are never
   * changed. Default false: these cases are skipped.
   */
  readonly allowWrites?: boolean | undefined;
  /** Id of the one workspace whose activity log may be cleared. Default: none, and these cases are skipped. */
  readonly allowClear?: string | undefined;
  /** Ends the run early. Mock services of the run are still deleted. */
  readonly signal?: AbortSignal | undefined;
  /** Time limit of a request, to the last byte of its response, in milliseconds. Default 10,000. */
  readonly timeout?: number | undefined;
}

/** The options with their defaults applied. */
export type Settings = ReturnType<typeof readOptions>;

/** @throws {TypeError} for invalid options. */
export function readOptions(options: ConformanceOptions) {
  const { baseUrl, fetch, headers, allowWrites = false, allowClear, signal, timeout = 10_000 } = options;
  const url = URL.parse(baseUrl);
  if (!url || !/^https?:$/.test(url.protocol) || url.username + url.password + url.hash !== '') {
    // A URL with one of these characters may contain a password or a key.
    const shown = /[@?#]/.test(baseUrl) ? '"…"' : JSON.stringify(baseUrl);
    throw new TypeError(
      `baseUrl has to be an absolute http(s) URL without credentials and fragment; got ${shown}`,
    );
  }
  if (allowClear !== undefined && check(identifier, allowClear).length > 0) {
    throw new TypeError(
      `allowClear has to be the id of a workspace, a UUID; got ${JSON.stringify(allowClear)}`,
    );
  }
  // Timers with a longer delay fire at once.
  if (!(timeout > 0 && timeout < 2 ** 31)) {
    throw new TypeError(
      `timeout has to be a number of milliseconds above 0 and below 2^31; got ${String(timeout)}`,
    );
  }
  // A pattern that matches trailing slashes would take quadratic time.
  const [path = ''] = /^.*[^/]/.exec(url.pathname) ?? [];
  return {
    /** Origin and path prefix, without a trailing slash. */
    prefix: url.origin + path,
    /** Query with its question mark, or empty. */
    query: url.search,
    fetch: fetch ?? ((target: string, init: RequestInit) => globalThis.fetch(target, init)),
    headers: new Headers(headers),
    allowWrites,
    allowClear,
    signal,
    timeout,
  };
}
