import type { Observers } from './events.ts';

/**
 * The second argument of a `fetch` function. Every implementation of `fetch` accepts the fields that are always present.
 * The object also has the options that your ky instance sets, such as `dispatcher`.
 */
export interface FetchInit {
  readonly method: string;
  /** Header names are in lower case. */
  readonly headers: Record<string, string>;
  /** JSON text, unless a ky hook replaced it by bytes. Omitted if the request has no body. */
  readonly body?: string;
  /** Aborted when the call ends early, for example because of a time limit. */
  readonly signal: AbortSignal;
  /** Usually `manual`, because the client itself follows redirects that are safe. */
  readonly redirect: 'manual' | 'follow' | 'error';
  /** `no-store` for a GET in a browser or in Next's server, unless your ky instance decides what is cached. */
  readonly cache?: 'no-store' | 'reload' | 'no-cache' | 'force-cache' | 'only-if-cached';
  readonly credentials?: 'include' | 'omit';
  readonly mode?: 'same-origin' | 'no-cors' | 'navigate';
}

/**
 * The parts of a `Response` that the client needs. Responses of other `fetch` implementations have these parts, too.
 */
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

/** A header whose value is `undefined` is left out. */
export type HeaderFields =
  Headers | Readonly<Record<string, string | undefined>> | Iterable<readonly [name: string, value: string]>;

export type HeadersSource = HeaderFields | (() => HeaderFields | Promise<HeaderFields>);

export interface TokenRequest {
  /** The token that the service just rejected with a 401, if any. */
  readonly rejected: string | undefined;
}

/** A bearer token, or a function that returns one. If the function returns `undefined`, no token is sent. */
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
   * Time limit for one attempt in milliseconds, from connecting to the last byte of the body. `false` disables the
   * limit, and 0 is not allowed. An attempt that times out is not retried.
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
   * Longest delay in milliseconds that the client accepts from a `Retry-After` header. If the service asks for a longer
   * delay, the call rejects with an `ApiError` whose `retryAfterMs` is that delay.
   * @default 30_000 (30 s)
   */
  readonly maxRetryAfter?: number | undefined;
  /**
   * Maximum size of a decompressed response body in bytes. `false` disables the limit, and 0 is not allowed. If a body
   * is longer, the client stops reading it, and the call rejects with a `ParseError`.
   * @default 268_435_456 (256 MiB)
   */
  readonly maxResponseBytes?: number | false | undefined;
  /** @default 'strict' */
  readonly validation?: ValidationMode | undefined;
}

export interface ClientOptions extends SharedOptions, Observers {
  /**
   * Absolute http or https URL of the service, without user name, password, query and fragment. Its path is prepended
   * to the path of each request.
   */
  readonly baseUrl: string | URL;
  /**
   * An instance of ky 2 that sends the requests. The client calls it once per attempt, and uses the instance's headers
   * and its hooks `init`, `beforeRequest` and `afterResponse`. If a hook returns a `Response`, the client uses it.
   * If a hook throws, the call rejects with a `CallbackError`.
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
   * Headers for every request. A function is called before each attempt; if it throws, the call rejects with a
   * `CallbackError`.
   */
  readonly headers?: HeadersSource | undefined;
  /**
   * Bearer token for the `Authorization` header, without the word "Bearer". A function is called before each attempt,
   * but calls that need a token at the same time share one run, until it settles or the `totalTimeout` of a call that
   * waits for it expires. After a 401 response, the function is called again with
   * the rejected token. If it returns a different token, the request is resent. If it throws, the call rejects with a
   * `CallbackError`.
   *
   * A call that sets its own `authorization` header ignores the token. The interface does not specify how the service
   * authenticates (§5).
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
  /** Aborts the call, which then rejects with an `AbortError`. */
  readonly signal?: AbortSignal | undefined;
  /** Each header replaces the client's header of the same name, and `authorization` replaces the token. */
  readonly headers?: HeaderFields | undefined;
  /**
   * Whether to retry a POST request. If the service handled the first request but its response was lost, a retry
   * creates a second mock service.
   * @default false
   */
  readonly retryUnsafe?: boolean | undefined;
}
