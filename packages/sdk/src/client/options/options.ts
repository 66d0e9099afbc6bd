import type { Observers } from '../events.ts';

/** What the client calls to send a request: `globalThis.fetch`, `fake.fetch`, or one of your own. */
export type Fetch = (request: Request) => Promise<Response>;

/** Headers as `fetch` takes them: a `Headers`, an object, or pairs. */
export type HeaderFields = Headers | Record<string, string> | [name: string, value: string][];

/** Headers, or an (async) function that returns them. */
export type HeadersSource = HeaderFields | (() => HeaderFields | Promise<HeaderFields>);

/** A bearer token; `undefined` sends none. */
export type TokenSource = string | (() => string | undefined | Promise<string | undefined>);

/** What to do when a response differs from the interface. */
export type ValidationMode = 'strict' | 'warn' | 'off';

/** Limits of time, repeats and size, for the client or for a single call. */
export interface Limits {
  /**
   * Milliseconds for one attempt, from the connection to the last byte of the body; `false` for no limit.
   * An attempt that times out is not repeated.
   *
   * @default 10_000
   */
  readonly timeout?: number | false | undefined;
  /**
   * Milliseconds for the whole call: retries, waits, token and header functions included; `false` for no limit.
   *
   * @default 60_000
   */
  readonly totalTimeout?: number | false | undefined;
  /**
   * How often a request is repeated after a network failure, a truncated body, or a 408, 429, 500, 502, 503
   * or 504. Applies to GET, PUT and DELETE; a POST is repeated only if the call itself sets `maxRetries`. The one
   * replay with a new token after a 401 does not count, nor do requests that the runtime's own `fetch` sends again.
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
   * The most bytes that the body of a response may have, counted after decompression; `false` for no limit. The rest of
   * a longer one is not read: the call rejects with a `NetworkError`, and is not repeated. A body that is streamed
   * (`activity.open`, `streamActivity`) has no such limit.
   *
   * @default 268_435_456 (256 MiB)
   */
  readonly maxResponseBytes?: number | false | undefined;
}

/** Options of `createClient`. */
export interface ClientOptions extends Limits, Observers {
  /**
   * Where the service is: an absolute http(s) URL. A path is a prefix of every path; a query is sent with
   * every request. Credentials (`user:password@`) are rejected.
   */
  readonly baseUrl: string | URL;
  /**
   * Sends a request. The default is looked up at each call, so that a test can replace it.
   *
   * @default globalThis.fetch
   */
  readonly fetch?: Fetch | undefined;
  /** Headers of every request. A function is called before each attempt. */
  readonly headers?: HeadersSource | undefined;
  /**
   * Sent as `Authorization: Bearer`. A function is called before each attempt, once for concurrent calls,
   * and once more after a 401. How the service authenticates is open (§5).
   */
  readonly token?: TokenSource | undefined;
  /**
   * Makes the header that names one `create`, so that a service that knows it can recognise a repeat. Called once for each
   * call; every request of the call carries the same. The interface names no such header (§4), so none is sent by default,
   * and a POST that has one is not retried either, unless the call sets `maxRetries`.
   *
   * @example
   * ```ts
   * const idempotencyKey = () => ({ 'Idempotency-Key': crypto.randomUUID() });
   * const client = createClient({ baseUrl: 'https://mocks.example.com/api', idempotencyKey });
   * ```
   */
  readonly idempotencyKey?: (() => HeaderFields) | undefined;
  /**
   * What happens when a response differs from the interface: `strict` rejects with a `ValidationError`,
   * `warn` returns the data and calls `onWarning`, `off` does not check.
   *
   * @default 'strict'
   */
  readonly validation?: ValidationMode | undefined;
}

/** Options of a single call; each takes precedence over the client's. */
export interface RequestOptions extends Limits {
  /** Aborts the call, at any time. */
  readonly signal?: AbortSignal | undefined;
  /** Headers of this call; they replace the client's of the same name, and `authorization` its token. */
  readonly headers?: HeaderFields | undefined;
}

/** Options of a call that creates something. */
export interface CreateOptions extends RequestOptions {
  /** The header that names this call, in place of the client's: such as one that is the same after a crash. */
  readonly idempotencyKey?: HeaderFields | undefined;
}

/** The limits of a call, defaults filled in; `Infinity` for none. */
export interface ResolvedLimits {
  readonly timeout: number;
  readonly totalTimeout: number;
  readonly maxRetries: number;
  readonly maxRetryAfter: number;
  readonly maxResponseBytes: number;
}

const defaults: ResolvedLimits = {
  timeout: 10_000,
  totalTimeout: 60_000,
  maxRetries: 2,
  maxRetryAfter: 30_000,
  maxResponseBytes: 268_435_456,
};

/** Fills in what was not given: for a call from the limits of its client. */
export function resolveLimits(given: Limits, limits: ResolvedLimits = defaults): ResolvedLimits {
  return {
    timeout: numberOf(given.timeout ?? limits.timeout),
    totalTimeout: numberOf(given.totalTimeout ?? limits.totalTimeout),
    maxRetries: given.maxRetries ?? limits.maxRetries,
    maxRetryAfter: given.maxRetryAfter ?? limits.maxRetryAfter,
    maxResponseBytes: numberOf(given.maxResponseBytes ?? limits.maxResponseBytes),
  };
}

function numberOf(limit: number | false): number {
  return limit === false ? Infinity : limit;
}
