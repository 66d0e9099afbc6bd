/** Options of a client and of a call. */
import type { Observers } from './events.ts';

/** A function that sends a request, such as `globalThis.fetch`, `fake.fetch` or your own. */
export type Fetch = (request: Request) => Promise<Response>;

/** A ky instance, such as `ky` itself or the result of `ky.create()` or `ky.extend()`. */
export type KyInstance = (url: string, options: object) => Promise<Response>;

/** Headers in a form that `fetch` accepts: a `Headers` object, a plain object, or an array of pairs. */
export type HeaderFields = Headers | Record<string, string> | [name: string, value: string][];

/** Headers, or a function that returns them, optionally as a promise. */
export type HeadersSource = HeaderFields | (() => HeaderFields | Promise<HeaderFields>);

/** The argument of a `token` function. */
export interface TokenRequest {
  /** The token that the service just rejected with a 401. `undefined` for any other token request. */
  readonly rejected: string | undefined;
}

/**
 * A bearer token, or a function that returns one, optionally as a promise. If the function returns `undefined`, no
 * token is sent.
 */
export type TokenSource =
  string | ((request: TokenRequest) => string | undefined | Promise<string | undefined>);

/** How the client handles a response that differs from the interface. */
export type ValidationMode = 'strict' | 'warn' | 'off';

/** Options of the client that each call can override. */
export interface SharedOptions {
  /**
   * Time limit for one attempt in milliseconds, from connecting to the last byte of the body. `false` means no limit.
   * An attempt that times out is not retried.
   *
   * @default 10_000
   */
  readonly timeout?: number | false | undefined;
  /**
   * Time limit for the whole call in milliseconds, including retries, delays, and `token` and `headers` functions.
   * `false` means no limit.
   *
   * @default 60_000
   */
  readonly totalTimeout?: number | false | undefined;
  /**
   * Maximum number of retries after a network failure, a truncated body, or a 408, 429, 500, 502, 503 or 504 response.
   *
   * GET, PUT and DELETE are retried. POST is retried only if the call sets `retryUnsafe`. The single retry with a new
   * token after a 401 does not count, and neither do requests that the runtime's `fetch` resends itself.
   *
   * @default 2
   */
  readonly maxRetries?: number | undefined;
  /**
   * Maximum `Retry-After` to wait for, in milliseconds. If the service asks for a longer wait, the call is not retried
   * and rejects with an `ApiError` that has `retryAfterMs`.
   *
   * @default 30_000
   */
  readonly maxRetryAfter?: number | undefined;
  /**
   * Maximum size of a response body in bytes, after decompression. `false` means no limit. If a body is larger, the
   * client stops reading, and the call rejects with a `NetworkError` without a retry. `activity.stream` ignores this
   * limit.
   *
   * @default 268_435_456 (256 MiB)
   */
  readonly maxResponseBytes?: number | false | undefined;
  /**
   * How the client handles a response that differs from the interface. `strict` rejects with a `ValidationError`. `warn` returns the data and calls `onWarning`. `off` skips the check.
   *
   * @default 'strict'
   */
  readonly validation?: ValidationMode | undefined;
}

/** Options of `createClient`. */
export interface ClientOptions extends SharedOptions, Observers {
  /**
   * Base URL of the service: an absolute http(s) URL without a user name, password, query or fragment. Its path is
   * prepended to the path of each request.
   */
  readonly baseUrl: string | URL;
  /**
   * A ky instance. The client calls it once per attempt, so its `init`, `beforeRequest` and `afterResponse` hooks run
   * for each attempt. Its headers are sent unless the client sets the same header. If a hook returns a `Response`, the
   * client uses that response.
   *
   * The client overrides `retry`, `throwHttpErrors`, `prefix`, `timeout` and `totalTimeout`, so `beforeRetry` and
   * `beforeError` hooks do not run.
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
   * The function that sends requests. The default is looked up for each request, so that tests can replace
   * `globalThis.fetch`.
   *
   * @default the `fetch` of the option `ky`, or `globalThis.fetch`
   */
  readonly fetch?: Fetch | undefined;
  /** Headers for every request. A function is called before each attempt. */
  readonly headers?: HeadersSource | undefined;
  /**
   * Token to send as `Authorization: Bearer`. A function is called before each attempt. Concurrent calls share one
   * pending call of the function. After a 401, the function is called once more, with the rejected token as `rejected`.
   *
   * The token is not used for a call that sets its own `authorization` header. The interface does not specify how the
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

/** Options of a single call. They take precedence over the client's options. */
export interface RequestOptions extends SharedOptions {
  /** Aborts the call when it is aborted. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Headers for this call. They replace client headers of the same name. An `authorization` header replaces the
   * client's token.
   */
  readonly headers?: HeaderFields | undefined;
  /**
   * Whether to retry POST requests, up to `maxRetries` times. A retry may create a second mock service if the service
   * handled a request whose response was lost. Other methods ignore this option.
   *
   * @default false
   */
  readonly retryUnsafe?: boolean | undefined;
}

/** Options of `activity.stream`. */
export interface StreamOptions extends RequestOptions {
  /**
   * Maximum length of one entry's JSON in characters. A longer entry ends the stream with a `ValidationError`.
   *
   * @default 268_435_456
   */
  readonly maxEntryLength?: number | undefined;
}
