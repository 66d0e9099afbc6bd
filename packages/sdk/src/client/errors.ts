/** The errors that client methods reject with. */
import type { Issue } from '../contract/issue.ts';
import type { OperationId } from '../contract/operations.ts';

/** The facts about the failed call that every error has. */
export interface CallFacts {
  /** Operation id, such as `getMockService`. */
  readonly operation: OperationId;
  /** HTTP method of the operation. */
  readonly method: string;
  /** URL of the request, without query and credentials. */
  readonly url: string;
  /** Number of requests sent, including retries and followed redirects. */
  readonly attempts: number;
  /**
   * Whether the service may have changed data although the call failed. True if a request was sent and no response
   * shows that it had no effect. Always false for GET operations.
   */
  readonly mayHaveBeenApplied: boolean;
}

/** The parts of a response that an error stores. */
export interface ErrorResponse {
  /** HTTP status. */
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body if it is JSON, and otherwise its text. */
  readonly body: unknown;
  /** How long the service asked to wait, in milliseconds (`Retry-After`). */
  readonly retryAfterMs?: number | undefined;
}

/** The names of the error classes. */
type ErrorKind =
  'ApiError' | 'NetworkError' | 'TimeoutError' | 'AbortError' | 'ParseError' | 'ValidationError';

/** A registered symbol, so that two copies of this package recognize each other's errors. */
const kind = Symbol.for('@mock-services/sdk.error');

/**
 * Base class of every error that a client method rejects with. Every instance is an {@link ApiError}, {@link
 * NetworkError}, {@link TimeoutError}, {@link AbortError}, {@link ParseError} or {@link ValidationError}. When an error
 * is logged or inspected, credentials and bodies are not shown.
 */
export abstract class MockServicesError extends Error implements CallFacts {
  abstract override readonly name: ErrorKind;
  declare readonly operation: OperationId;
  declare readonly method: string;
  declare readonly url: string;
  declare readonly attempts: number;
  declare readonly mayHaveBeenApplied: boolean;

  constructor(message: string, facts: CallFacts, options?: ErrorOptions) {
    super(`${facts.operation}: ${message}`, options);
    Object.assign(this, facts);
  }

  /** @internal */
  get [kind](): ErrorKind {
    return this.name;
  }

  /**
   * Hides headers and bodies from Node's `util.inspect`, even with the options `getters` and `showHidden`.
   *
   * @internal
   */
  [Symbol.for('nodejs.util.inspect.custom')](
    _: number,
    options: { readonly getters?: unknown },
    inspect: (value: unknown, options: object) => string,
  ): unknown {
    return options.getters ? inspect(this, { ...options, getters: false }) : this;
  }
}

/**
 * The service responded with a status outside 2xx, and the call was not retried or the retries failed too. The
 * interface does not specify when the service fails, or which body it then sends (§7).
 *
 * Logging or inspecting the error does not show `headers` and `body`, because a service may echo the request.
 */
export class ApiError extends MockServicesError {
  override readonly name = 'ApiError';
  /** HTTP status. */
  readonly status: number;
  /** How long the service asked to wait before the next request, in milliseconds (`Retry-After`). */
  declare readonly retryAfterMs?: number;
  readonly #response: ErrorResponse;

  constructor(message: string, facts: CallFacts, response: ErrorResponse, options?: ErrorOptions) {
    super(message, facts, options);
    this.status = response.status;
    if (response.retryAfterMs !== undefined) this.retryAfterMs = response.retryAfterMs;
    this.#response = response;
  }

  /** Response headers. */
  get headers(): Headers {
    return this.#response.headers;
  }

  /**
   * Response body: the parsed value if it is JSON, and otherwise the text. `undefined` if the body is empty or the
   * response is a redirect.
   */
  get body(): unknown {
    return this.#response.body;
  }
}

/**
 * No complete response arrived. The network failed, for example with an unknown host, a refused connection or a truncated body. Or one of your functions failed: `token`, `headers`, `fetch` or a hook. `cause` is the error that the
 * platform or your function threw.
 */
export class NetworkError extends MockServicesError {
  override readonly name = 'NetworkError';
  /** HTTP status, if the response headers had arrived. */
  declare readonly status?: number;

  constructor(
    message: string,
    facts: CallFacts,
    options: ErrorOptions & { readonly status?: number | undefined } = {},
  ) {
    super(message, facts, options);
    if (options.status !== undefined) this.status = options.status;
  }
}

/** The limit that was exceeded: `timeout` (one attempt) or `totalTimeout` (the whole call). */
export type TimeoutPhase = 'attempt' | 'total';

/** An attempt took longer than `timeout`, or the call took longer than `totalTimeout`. */
export class TimeoutError extends MockServicesError {
  override readonly name = 'TimeoutError';
  readonly phase: TimeoutPhase;

  constructor(message: string, facts: CallFacts, phase: TimeoutPhase, options?: ErrorOptions) {
    super(message, facts, options);
    this.phase = phase;
  }
}

/** The caller aborted the `signal`. `cause` is the reason that the caller gave. */
export class AbortError extends MockServicesError {
  override readonly name = 'AbortError';
}

/**
 * The service responded with a 2xx status, but the body is not the JSON that the interface specifies (§4). Logging or
 * inspecting the error does not show `headers` and `body`.
 */
export class ParseError extends MockServicesError {
  override readonly name = 'ParseError';
  /** HTTP status. */
  readonly status: number;
  readonly #response: ErrorResponse;

  constructor(message: string, facts: CallFacts, response: ErrorResponse, options?: ErrorOptions) {
    super(message, facts, options);
    this.status = response.status;
    this.#response = response;
  }

  /** Response headers. */
  get headers(): Headers {
    return this.#response.headers;
  }

  /** Response body as text, or `undefined` if the body was streamed. */
  get body(): unknown {
    return this.#response.body;
  }
}

/** The side that does not match the interface: the caller's request or the service's response. */
export type ValidationSide = 'request' | 'response';

/**
 * The caller's request or the service's response does not match the interface (§2, §4). An invalid request is not sent.
 *
 * `issues` contains paths and types, but no values. The message lists the first ten issues. Logging or inspecting the
 * error does not show `headers` and `body`.
 */
export class ValidationError extends MockServicesError {
  override readonly name = 'ValidationError';
  /** All differences from the interface. There is at least one. */
  readonly issues: readonly Issue[];
  readonly side: ValidationSide;
  /** HTTP status, if the side is `response`. */
  declare readonly status?: number;
  readonly #response: ErrorResponse | undefined;

  constructor(
    message: string,
    facts: CallFacts,
    side: ValidationSide,
    issues: readonly Issue[],
    response?: ErrorResponse,
  ) {
    super(message, facts);
    this.issues = issues;
    this.side = side;
    if (response) this.status = response.status;
    this.#response = response;
  }

  /** Response headers, if the side is `response`. */
  get headers(): Headers | undefined {
    return this.#response?.headers;
  }

  /** Parsed response body, if the side is `response`. `undefined` if the body was streamed. */
  get body(): unknown {
    return this.#response?.body;
  }
}

/** Every error that a client method can reject with. Use `name` to tell the classes apart. */
export type AnyMockServicesError =
  ApiError | NetworkError | TimeoutError | AbortError | ParseError | ValidationError;

/** Whether a value is an error of this package, optionally of one class. */
function isOfKind(value: unknown, wanted?: ErrorKind): boolean {
  if (typeof value !== 'object' || value === null || !(kind in value)) return false;
  return wanted === undefined || value[kind] === wanted;
}

/**
 * Whether a value is an error of this package. Recognizes errors from other copies of the package.
 *
 * @example
 * ```ts
 * const error: unknown = await client.mockServices.list().catch((reason: unknown) => reason);
 * if (isMockServicesError(error) && error.name === 'ApiError') console.log(error.status);
 * ```
 */
export function isMockServicesError(value: unknown): value is AnyMockServicesError {
  return isOfKind(value);
}

/** Whether a value is an {@link ApiError}. Recognizes errors from other copies of this package. */
export function isApiError(value: unknown): value is ApiError {
  return isOfKind(value, 'ApiError');
}

/** Whether a value is a {@link NetworkError}. Recognizes errors from other copies of this package. */
export function isNetworkError(value: unknown): value is NetworkError {
  return isOfKind(value, 'NetworkError');
}

/** Whether a value is a {@link TimeoutError}. Recognizes errors from other copies of this package. */
export function isTimeoutError(value: unknown): value is TimeoutError {
  return isOfKind(value, 'TimeoutError');
}

/** Whether a value is an {@link AbortError}. Recognizes errors from other copies of this package. */
export function isAbortError(value: unknown): value is AbortError {
  return isOfKind(value, 'AbortError');
}

/** Whether a value is a {@link ParseError}. Recognizes errors from other copies of this package. */
export function isParseError(value: unknown): value is ParseError {
  return isOfKind(value, 'ParseError');
}

/** Whether a value is a {@link ValidationError}. Recognizes errors from other copies of this package. */
export function isValidationError(value: unknown): value is ValidationError {
  return isOfKind(value, 'ValidationError');
}
