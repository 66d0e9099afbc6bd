import type { Observers } from './observers.ts';

/** What the client calls to send a request: `globalThis.fetch`, `fake.fetch`, or one of your own. */
export type Fetch = (request: Request) => Promise<Response>;

/** Headers as `fetch` takes them: a `Headers`, an object, or pairs. */
export type HeaderFields = Headers | Record<string, string> | [name: string, value: string][];

/** Headers, or an (async) function that gives them. */
export type HeadersSource = HeaderFields | (() => HeaderFields | Promise<HeaderFields>);

/** A bearer token; `undefined` sends none. */
export type TokenSource = string | (() => string | undefined | Promise<string | undefined>);

/** How much a response that differs from the interface matters. */
export type ValidationMode = 'strict' | 'warn' | 'off';

/** What can be set for the client and for a single call. */
export interface Budgets {
  /**
   * Milliseconds for one attempt, from the connection to the last byte of the body; `false` for no limit.
   * An attempt that runs out is not repeated.
   *
   * @default 10_000
   */
  readonly timeout?: number | false | undefined;
  /**
   * Milliseconds for the call with its retries, waits, token and header providers; `false` for no limit.
   *
   * @default 60_000
   */
  readonly totalTimeout?: number | false | undefined;
  /**
   * How often a request is repeated after a network failure, a truncated body, or a 408, 429, 500, 502, 503
   * or 504. Applies to GET, PUT and DELETE; a POST is repeated only when the call itself says so. The one replay
   * with a new token after a 401, which was not acted on, does not count.
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
}

/** Options of `createClient`. */
export interface ClientOptions extends Budgets, Observers {
  /**
   * Where the service is: an absolute http(s) URL. A path is a prefix of every path; a query is sent with
   * every request. Credentials (`user:password@`) are refused.
   */
  readonly baseUrl: string | URL;
  /**
   * Sends a request. Looked up at each call when it is left out, so that a test can replace it.
   *
   * @default globalThis.fetch
   */
  readonly fetch?: Fetch | undefined;
  /** Headers of every request. A function is called before each attempt. */
  readonly headers?: HeadersSource | undefined;
  /**
   * Sent as `Authorization: Bearer`. A function is called before each attempt, once for concurrent calls,
   * and once more when the service answers 401. How the service authenticates is open (§5).
   */
  readonly token?: TokenSource | undefined;
  /**
   * What happens when a response differs from the interface: `strict` rejects with a `ValidationError`,
   * `warn` returns the data and tells `onWarning`, `off` does not look.
   *
   * @default 'strict'
   */
  readonly validation?: ValidationMode | undefined;
}

/** Options of a single call; each takes precedence over the client's. */
export interface RequestOptions extends Budgets {
  /** Aborts the call, at any time. */
  readonly signal?: AbortSignal | undefined;
  /** Headers of this call; they replace the client's of the same name, and `authorization` its token. */
  readonly headers?: HeaderFields | undefined;
}

/** The budgets of a call with their defaults. No limit is `Infinity`. */
export interface ResolvedBudgets {
  readonly timeout: number;
  readonly totalTimeout: number;
  readonly maxRetries: number;
  readonly maxRetryAfter: number;
}

/** The budgets that were given, with others in place of those that were not. */
export function resolveBudgets(
  given: Budgets,
  { timeout = 10_000, totalTimeout = 60_000, maxRetries = 2, maxRetryAfter = 30_000 }: Budgets = {},
): ResolvedBudgets {
  return {
    timeout: limit(given.timeout ?? timeout),
    totalTimeout: limit(given.totalTimeout ?? totalTimeout),
    maxRetries: given.maxRetries ?? maxRetries,
    maxRetryAfter: given.maxRetryAfter ?? maxRetryAfter,
  };
}

function limit(ms: number | false): number {
  return ms === false ? Infinity : ms;
}
