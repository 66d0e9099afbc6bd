/** The options of a client and of a call. */
import type { Observers } from './events.ts';

/** What the client calls to send a request: `globalThis.fetch`, `fake.fetch`, or one of your own. */
export type Fetch = (request: Request) => Promise<Response>;

/** An instance of ky, such as `ky.create()` and `ky.extend()` return. */
export type KyInstance = (url: string, options: object) => Promise<Response>;

/** Headers as `fetch` takes them: a `Headers`, an object, or pairs. */
export type HeaderFields = Headers | Record<string, string> | [name: string, value: string][];

/** Headers, or an (async) function that returns them. */
export type HeadersSource = HeaderFields | (() => HeaderFields | Promise<HeaderFields>);

/** What a function that returns a token receives. */
export interface TokenRequest {
  /** The token that the service has just refused with a 401; `undefined` unless that is why a token is requested. */
  readonly rejected: string | undefined;
}

/** A bearer token, or an (async) function that returns one; `undefined` sends none. */
export type TokenSource =
  string | ((request: TokenRequest) => string | undefined | Promise<string | undefined>);

/** What to do if a response differs from the interface. */
export type ValidationMode = 'strict' | 'warn' | 'off';

/** Options of the client that a single call can override. */
export interface SharedOptions {
  /**
   * Milliseconds for one attempt, from the connection to the last byte of the body; `false` for no limit.
   * An attempt that times out is not retried.
   *
   * @default 10_000
   */
  readonly timeout?: number | false | undefined;
  /**
   * Milliseconds for the whole call: retries, delays, token and header functions included; `false` for no limit.
   *
   * @default 60_000
   */
  readonly totalTimeout?: number | false | undefined;
  /**
   * How often a request is retried after a network failure, a truncated body, or a 408, 429, 500, 502, 503 or 504.
   * Applies to GET, PUT and DELETE, and to a POST only if the call has `retryUnsafe`. The one retry with a new token
   * after a 401 does not count, nor do requests that the runtime's own `fetch` sends again.
   *
   * @default 2
   */
  readonly maxRetries?: number | undefined;
  /**
   * The longest `Retry-After` to wait for, in milliseconds. A service that asks for more gets no further
   * request: the call rejects at once with an `ApiError` that carries `retryAfterMs`.
   *
   * @default 30_000
   */
  readonly maxRetryAfter?: number | undefined;
  /**
   * Maximum number of bytes of a response body, counted after decompression; `false` for no limit. The rest of a longer body
   * is not read: the call rejects with a `NetworkError`, and is not retried. `activity.stream` has no such limit.
   *
   * @default 268_435_456 (256 MiB)
   */
  readonly maxResponseBytes?: number | false | undefined;
  /**
   * What happens if a response differs from the interface: `strict` rejects with a `ValidationError`,
   * `warn` returns the data and calls `onWarning`, `off` does not check.
   *
   * @default 'strict'
   */
  readonly validation?: ValidationMode | undefined;
}

/** Options of `createClient`. */
export interface ClientOptions extends SharedOptions, Observers {
  /**
   * Base URL of the service: an absolute http(s) URL without user name, password, query and fragment. Its path comes before
   * the path of each request.
   */
  readonly baseUrl: string | URL;
  /**
   * An instance of ky. Every attempt is one call of it: its `init`, `beforeRequest` and `afterResponse` hooks run for each
   * attempt, with the request as it is sent, and its headers apply unless the client sets the same ones. A `Response` that a
   * hook returns is the one that counts. The client replaces `retry`, `throwHttpErrors`, `prefix`, `timeout` and
   * `totalTimeout`, so `beforeRetry` and `beforeError` hooks do not run.
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
   * Sends a request. The default is looked up at each call, so that a test can replace it.
   *
   * @default the `fetch` of the option `ky`, or `globalThis.fetch`
   */
  readonly fetch?: Fetch | undefined;
  /** Headers of every request. A function is called before each attempt. */
  readonly headers?: HeadersSource | undefined;
  /**
   * Sent as `Authorization: Bearer`. A function is called before each attempt, but never twice at a time: calls that need
   * a token meanwhile wait for the same one. After a 401 it is called once more, with the refused token as `rejected`. It is
   * not called for a call with an `authorization` header of its own. How the service authenticates is open (§5).
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

/** Options of a single call; each takes precedence over the client's. */
export interface RequestOptions extends SharedOptions {
  /** Aborts the call, at any time. */
  readonly signal?: AbortSignal | undefined;
  /** Headers of this call; they replace the client's of the same name, and `authorization` its token. */
  readonly headers?: HeaderFields | undefined;
  /**
   * Whether a POST is retried too, up to `maxRetries` times. The service may then create a mock service twice: it may have
   * handled a request whose response was lost. Without effect on other methods.
   *
   * @default false
   */
  readonly retryUnsafe?: boolean | undefined;
}

/** Options of `activity.stream`. */
export interface StreamOptions extends RequestOptions {
  /**
   * Maximum number of characters in the JSON of one entry. A longer one ends the stream with a `ValidationError`.
   *
   * @default 268_435_456
   */
  readonly maxEntryLength?: number | undefined;
}
