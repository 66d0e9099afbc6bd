/** This module defines the options of a client and of a call. */
import type { Observers } from './events.ts';

/** A function that sends a request, such as `globalThis.fetch`, `fake.fetch` or your own function. */
export type Fetch = (request: Request) => Promise<Response>;

/** A ky instance, such as `ky` itself or the result of `ky.create()` or `ky.extend()`. */
export type KyInstance = (url: string, options: object) => Promise<Response>;

/** Headers in a form that `fetch` accepts. The value is a `Headers` object, a plain object, or an array of pairs. */
export type HeaderFields = Headers | Record<string, string> | [name: string, value: string][];

/** Headers, or a function that returns headers. The function may return a promise. */
export type HeadersSource = HeaderFields | (() => HeaderFields | Promise<HeaderFields>);

/** The argument of a `token` function. */
export interface TokenRequest {
  /**
   * The token that the service just rejected with a 401 response. The value is `undefined` if the service did not
   * reject a token.
   */
  readonly rejected: string | undefined;
}

/**
 * A bearer token, or a function that returns a bearer token. The function may return a promise. If the function returns
 * `undefined`, no token is sent.
 */
export type TokenSource =
  string | ((request: TokenRequest) => string | undefined | Promise<string | undefined>);

/** What the client does if a response differs from the interface. */
export type ValidationMode = 'strict' | 'warn' | 'off';

/** Client options that each call can override. */
export interface SharedOptions {
  /**
   * Time limit for one attempt in milliseconds, from connecting to the last byte of the body. The value `false` means
   * no limit. An attempt that times out is not retried.
   *
   * @default 10_000
   */
  readonly timeout?: number | false | undefined;
  /**
   * Time limit for the whole call in milliseconds. The limit includes the time of retries, delays, and `token` and
   * `headers` functions. The value `false` means no limit.
   *
   * @default 60_000
   */
  readonly totalTimeout?: number | false | undefined;
  /**
   * Maximum number of retries after a network failure, a truncated body, or a 408, 429, 500, 502, 503 or 504 response.
   *
   * GET, PUT and DELETE requests are retried. A POST request is retried only if the call sets `retryUnsafe`. After a
   * 401 response, the client may retry once with a new token. The retry with a new token does not count toward
   * `maxRetries`. If the runtime's `fetch` itself resends a request, the resent request does not count toward
   * `maxRetries`.
   *
   * @default 2
   */
  readonly maxRetries?: number | undefined;
  /**
   * Maximum wait in milliseconds that the service may request with `Retry-After`. If the service requests a longer
   * wait, the call is not retried, and rejects with an `ApiError` whose `retryAfterMs` is the requested wait.
   *
   * @default 30_000
   */
  readonly maxRetryAfter?: number | undefined;
  /**
   * Maximum size of a decompressed response body in bytes. The value `false` means no limit. If a body exceeds the
   * limit, the client stops reading the body, and the call rejects with a `NetworkError` without a retry. The method
   * `activity.stream` ignores this limit.
   *
   * @default 268_435_456 (256 MiB)
   */
  readonly maxResponseBytes?: number | false | undefined;
  /**
   * What the client does if a response differs from the interface. With `strict`, the call rejects with a
   * `ValidationError`. With `warn`, the call returns the data and the client calls `onWarning`. With `off`, responses
   * are not checked.
   *
   * @default 'strict'
   */
  readonly validation?: ValidationMode | undefined;
}

/** Options of `createClient`. */
export interface ClientOptions extends SharedOptions, Observers {
  /**
   * Base URL of the service. The value must be an absolute http(s) URL without a user name, password, query or
   * fragment. The path of the base URL is prepended to the path of each request.
   */
  readonly baseUrl: string | URL;
  /**
   * A ky instance that sends the requests. Each attempt calls the ky instance once, so the hooks `init`,
   * `beforeRequest` and `afterResponse` run for each attempt. The headers of the ky instance are sent, unless the
   * client sets the same header. If a hook returns a `Response`, the client uses that response.
   *
   * The client overrides the ky options `retry`, `throwHttpErrors`, `prefix`, `timeout` and `totalTimeout`. The hooks
   * `beforeRetry` and `beforeError` therefore do not run.
   *
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
   * The function that sends requests. Before each request, the client reads the default `fetch` from `globalThis`, so
   * that tests can replace `globalThis.fetch`.
   *
   * @default the `fetch` of the `ky` option, or `globalThis.fetch`
   */
  readonly fetch?: Fetch | undefined;
  /** Headers for every request. If the value is a function, the client calls the function before each attempt. */
  readonly headers?: HeadersSource | undefined;
  /**
   * Token that is sent in the header `Authorization: Bearer`. If the value is a function, the client calls the function
   * before each attempt. Concurrent calls share one pending call of the function. After a 401 response, the client
   * calls the function once more, with the rejected token in `rejected`.
   *
   * If a call sets its own `authorization` header, the token is not sent. The interface does not specify how the
   * service authenticates (§5).
   *
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

/** Options of a single call. Call options take precedence over client options. */
export interface RequestOptions extends SharedOptions {
  /** Signal that aborts the call when it is aborted. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Headers for this call. A header of the call replaces the client's header of the same name. An `authorization`
   * header replaces the client's token.
   */
  readonly headers?: HeaderFields | undefined;
  /**
   * Whether to retry POST requests, up to `maxRetries` times. If the service handled the first request but the response
   * was lost, a retry may create a second mock service. The `retryUnsafe` option is ignored for methods other than
   * POST.
   *
   * @default false
   */
  readonly retryUnsafe?: boolean | undefined;
}

/** Options of `activity.stream`. */
export interface StreamOptions extends RequestOptions {
  /**
   * Maximum length of the JSON of one entry in characters. An entry that exceeds the limit ends the stream with a
   * `ValidationError`.
   *
   * @default 268_435_456
   */
  readonly maxEntryLength?: number | undefined;
}
