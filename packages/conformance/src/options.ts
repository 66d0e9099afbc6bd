/** Options of a conformance run: where the service is, and what the run may do to it. */
import { check, identifier } from '@mock-services/sdk/contract';
import { shownUrl } from '../core/http/base-url.ts';
import { shownValue } from '../core/shown-value.ts';

/** Options of `runConformance` and `createContext`. */
export interface ConformanceOptions {
  /**
   * Base URL of the service: absolute, http(s), without credentials and fragment. Its path is the prefix of every
   * endpoint's path; its query is sent with every request.
   */
  readonly baseUrl: string;
  /** Sends the requests. Default: the global `fetch`, looked up at each request. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Headers of every request, such as credentials. None of them appears in a report. */
  readonly headers?: Headers | Record<string, string> | [name: string, value: string][] | undefined;
  /**
   * Allows the cases that create, update and delete mock services of their own. Existing mock services are never
   * changed. Default false: such cases are skipped.
   */
  readonly allowWrites?: boolean | undefined;
  /** Allows the cases that clear an activity log: the id of the one workspace whose log may be lost. Default none. */
  readonly allowClear?: string | undefined;
  /** Ends the run early. What the run created is still deleted. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that a request may take, to the last byte of its response. Default 10,000. */
  readonly timeout?: number | undefined;
}

/** The options with their defaults applied. */
export interface Settings {
  /** Origin and path prefix, without a trailing slash. */
  readonly prefix: string;
  /** Query with its question mark, or empty. */
  readonly query: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly headers: Headers;
  readonly allowWrites: boolean;
  readonly allowClear: string | undefined;
  readonly signal: AbortSignal | undefined;
  readonly timeout: number;
}

/** @throws {TypeError} for invalid options. */
export function readOptions(options: ConformanceOptions): Settings {
  const { fetch, headers, allowWrites = false, allowClear, signal, timeout = 10_000 } = options;
  const url = URL.parse(options.baseUrl);
  if (!url || !/^https?:$/.test(url.protocol) || url.username + url.password + url.hash !== '') {
    throw new TypeError(
      `baseUrl has to be an absolute http(s) URL without credentials and fragment; got ${shownUrl(options.baseUrl)}`,
    );
  }
  if (allowClear !== undefined && check(identifier, allowClear).length > 0) {
    throw new TypeError(`allowClear has to be the id of a workspace, a UUID; got ${shownValue(allowClear)}`);
  }
  // Timers with a longer delay fire at once.
  if (!(timeout > 0 && timeout < 2 ** 31)) {
    throw new TypeError(
      `timeout has to be a number of milliseconds above 0 and below 2^31; got ${shownValue(timeout)}`,
    );
  }
  // Up to the last character but slashes: a pattern of the slashes would begin anew at each of many.
  const [path = ''] = /^.*[^/]/.exec(url.pathname) ?? [];
  return {
    prefix: url.origin + path,
    query: url.search,
    fetch: fetch ?? ((target, init) => globalThis.fetch(target, init)),
    headers: new Headers(headers),
    allowWrites,
    allowClear,
    signal,
    timeout,
  };
}
