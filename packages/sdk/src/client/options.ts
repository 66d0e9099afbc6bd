import type { Observers } from './events.ts';

/**
 * The second argument of a `fetch` function. Every `fetch` implementation accepts the required fields. Options of your
 * ky instance, such as `dispatcher`, are added.
 */
export interface FetchInit {
  readonly method: string;
  /** Header names are in lower case. */
  readonly headers: Record<string, string>;
  /** JSON text, or bytes from a ky hook. Absent if the request has no body. */
  readonly body?: string;
  /** Aborted if the call ends early, for example because of a time limit. */
  readonly signal: AbortSignal;
  /** Usually `manual`, because the client itself follows safe redirects. */
  readonly redirect: 'manual' | 'follow' | 'error';
  /** `no-store` for a GET request in a browser or in Next's server, unless your ky instance sets `cache`. */
  readonly cache?: 'no-store' | 'reload' | 'no-cache' | 'force-cache' | 'only-if-cached';
  readonly credentials?: 'include' | 'omit';
  readonly mode?: 'same-origin' | 'no-cors' | 'navigate';
}

/** The part of a `Response` that the client needs, which all `fetch` implementations have in common. */
export interface FetchResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

/** Sends a request, like `globalThis.fetch`, `fake.fetch`, `undici.fetch` or your own function. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

/** An instance of ky 2, such as `ky` itself or the result of `ky.create()` or `ky.extend()`. */
export type KyInstance = (url: string, options: object) => Promise<Response>;

/** HTTP headers. Headers whose value is `undefined` are omitted. */
export type HeaderFields =
  Headers | Readonly<Record<string, string | undefined>> | Iterable<readonly [name: string, value: string]>;

export type HeadersSource = HeaderFields | (() => HeaderFields | Promise<HeaderFields>);

export interface TokenRequest {
  /** The token of the last attempt if the service rejected it with a 401 response. */
  readonly rejected: string | undefined;
}

/** A bearer token, or a function that returns a bearer token. If the function returns `undefined`, no token is sent. */
export type TokenSource =
  string | ((request: TokenRequest) => string | undefined | Promise<string | undefined>);

/**
 * What to do if a response differs from the interface. `strict` rejects with a `ValidationError`, `warn` returns the
 * data and emits a warning, and `off` skips the check.
 */
export type ValidationMode = 'strict' | 'warn' | 'off';

/** Client options that each call can override. */
export interface SharedOptions {
  /**
   * Time limit for an attempt in milliseconds, from connecting to the last byte of the body. `false` disables the
   * limit, and 0 is an error. An attempt that times out is not retried.
   * @default 10_000 (10 s)
   */
  readonly timeout?: number | false | undefined;
  /**
   * Time limit for the whole call in milliseconds, including retries, delays, and your `token` and `headers` functions.
   * `false` disables the limit, and 0 is not allowed.
   * @default 60_000 (60 s)
   */
  readonly totalTimeout?: number | false | undefined;
  /**
   * Maximum number of retries after a network failure, a truncated body, or a 408, 429, 500, 502, 503 or 504 response.
   * A POST request is retried only if the call sets `retryUnsafe`. Resending a request with a new token after a 401
   * response does not count as a retry.
   * @default 2
   */
  readonly maxRetries?: number | undefined;
  /**
   * Maximum `Retry-After` delay in milliseconds. If the service asks for a longer delay, the call rejects with an
   * `ApiError`, whose `retryAfterMs` contains the delay.
   * @default 30_000 (30 s)
   */
  readonly maxRetryAfter?: number | undefined;
  /**
   * Maximum size of a decompressed response body in bytes. `false` disables the limit, and 0 is not allowed. If a body
   * is longer, the call rejects with a `ParseError`.
   * @default 268_435_456 (256 MiB)
   */
  readonly maxResponseBytes?: number | false | undefined;
  /** @default 'strict' */
  readonly validation?: ValidationMode | undefined;
}

export interface ClientOptions extends SharedOptions, Observers {
  /**
   * Absolute http or https URL of the service, without user name, password, query and fragment. The path of each
   * endpoint is appended to `baseUrl`.
   */
  readonly baseUrl: string | URL;
  /**
   * An instance of ky 2 that sends the requests. The client calls the instance once per attempt, with the instance's
   * headers and hooks `init`, `beforeRequest` and `afterResponse`. If a hook returns a `Response`, the client uses this
   * response. If a hook throws an error, the call rejects with a `CallbackError`.
   *
   * The client overrides `retry`, `throwHttpErrors`, `prefix`, `timeout` and `totalTimeout`, so the hooks `beforeRetry`
   * and `beforeError` do not run, and a hook cannot use `ky.retry()`.
   * @default ky itself
   * @example
   * ```ts
   * import ky from 'ky';
   *
   * const trace = ({ request }: { request: Request }) => request.headers.set('x-trace-id', crypto.randomUUID());
   * const client = createClient({
   *   baseUrl: 'https://mocks.example.com/api',
   *   ky: ky.extend({ hooks: { beforeRequest: [trace] } }),
   * });
   * ```
   */
  readonly ky?: KyInstance | undefined;
  /**
   * A function that sends the requests, for example through a proxy or with a client certificate.
   * @default the `fetch` of the `ky` option, or `globalThis.fetch`, read at each request
   */
  readonly fetch?: Fetch | undefined;
  /**
   * Headers for every request, or a function that the client calls before each attempt. If the function throws an
   * error, the call rejects with a `CallbackError`.
   */
  readonly headers?: HeadersSource | undefined;
  /**
   * Bearer token for the `Authorization` header, without the word "Bearer", or a function that the client calls before
   * each attempt. Parallel calls share one run of the function, until it settles or the `totalTimeout` of a waiting
   * call expires. After a 401 response, the function is called again with the rejected token. If the function returns a
   * different token, the request is resent. If the function throws an error, the call rejects with a `CallbackError`.
   *
   * If a call has its own `authorization` header, the token is ignored. The interface does not specify authentication
   * (§5).
   * @example
   * ```ts
   * import { createClient, type TokenRequest } from '@mock-services/sdk';
   *
   * let cached: string | undefined;
   * const token = async ({ rejected }: TokenRequest) => {
   *   if (cached === undefined || cached === rejected) cached = await (await fetch('/token')).text();
   *   return cached;
   * };
   * const client = createClient({ baseUrl: 'https://mocks.example.com/api', token });
   * ```
   */
  readonly token?: TokenSource | undefined;
}

/** Options of a single call, which take precedence over the client's options. */
export interface RequestOptions extends SharedOptions {
  /** Aborts the call. An aborted call rejects with an `AbortError`. */
  readonly signal?: AbortSignal | undefined;
  /** Headers of the call replace client headers with the same names, and `authorization` replaces the token. */
  readonly headers?: HeaderFields | undefined;
  /**
   * Whether to retry a POST request. If the service processed the first request, but the response was lost, a retry
   * creates a second mock service.
   * @default false
   */
  readonly retryUnsafe?: boolean | undefined;
}
