/** This module defines the errors that client methods reject with. */
import type { Issue } from '../contract/issue.ts';
import type { OperationId } from '../contract/operations.ts';

/** Facts about the failed call, which every error of the client contains. */
export interface CallFacts {
  /** Operation id, such as `getMockService`. */
  readonly operation: OperationId;
  /** HTTP method of the operation. */
  readonly method: string;
  /** URL of the request, without its query and without credentials. */
  readonly url: string;
  /** Number of requests that the call sent, including retries and followed redirects. */
  readonly attempts: number;
  /**
   * Whether the service may have changed data although the call failed. `mayHaveBeenApplied` is false if no request was
   * sent, if a response shows that the request had no effect, or if the operation uses GET.
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
  /** Milliseconds that the service asked the client to wait, from the `Retry-After` header. */
  readonly retryAfterMs?: number | undefined;
}

/** The names of the error classes. */
type ErrorKind =
  'ApiError' | 'NetworkError' | 'TimeoutError' | 'AbortError' | 'ParseError' | 'ValidationError';

/** The symbol is registered globally, so that two copies of this package recognize each other's errors. */
const kind = Symbol.for('@mock-services/sdk.error');

/**
 * Base class of every error that a client method rejects with. Every error is an {@link ApiError},
 * {@link NetworkError}, {@link TimeoutError}, {@link AbortError}, {@link ParseError} or {@link ValidationError}. When
 * an error is logged or inspected, credentials and bodies are not shown.
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
   * Hides headers and bodies when Node's `util.inspect` prints the error, even if the options `getters` and
   * `showHidden` are set.
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
 * Thrown if the service responded with a status outside 2xx and no retry succeeded. The interface does not specify when
 * the service fails, or which body a failed response has (§7).
 *
 * A logged or inspected error does not show `headers` and `body`, because a service may include parts of the request in
 * its response.
 */
export class ApiError extends MockServicesError {
  override readonly name = 'ApiError';
  /** HTTP status. */
  readonly status: number;
  /** Milliseconds that the service asked the client to wait before the next request, from the `Retry-After` header. */
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
   * Response body. A JSON body is parsed, and any other body is a string. The value is `undefined` if the body is empty
   * or the response is a redirect.
   */
  get body(): unknown {
    return this.#response.body;
  }
}

/**
 * Thrown if no complete response arrived. The network may have failed, for example because of an unknown host, a
 * refused connection or a truncated body. Your own `token`, `headers` or `fetch` function or a hook may have failed.
 * The error's `cause` is the error that the platform or your function threw.
 */
export class NetworkError extends MockServicesError {
  override readonly name = 'NetworkError';
  /** HTTP status. The value is `undefined` if no response headers arrived. */
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

/** The time limit that was exceeded. The value `attempt` means `timeout`, and `total` means `totalTimeout`. */
export type TimeoutPhase = 'attempt' | 'total';

/** Thrown if an attempt took longer than `timeout`, or if the call took longer than `totalTimeout`. */
export class TimeoutError extends MockServicesError {
  override readonly name = 'TimeoutError';
  readonly phase: TimeoutPhase;

  constructor(message: string, facts: CallFacts, phase: TimeoutPhase, options?: ErrorOptions) {
    super(message, facts, options);
    this.phase = phase;
  }
}

/** Thrown if the caller aborted the `signal`. The error's `cause` is the reason that the caller passed to `abort`. */
export class AbortError extends MockServicesError {
  override readonly name = 'AbortError';
}

/**
 * Thrown if the service responded with a 2xx status, but the body is not JSON. The interface specifies a JSON body
 * (§4). A logged or inspected error does not show `headers` and `body`.
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

  /** Response body as text. The value is `undefined` if the body was streamed. */
  get body(): unknown {
    return this.#response.body;
  }
}

/** The message that does not match the interface: the caller's `request` or the service's `response`. */
export type ValidationSide = 'request' | 'response';

/**
 * Thrown if the caller's request or the service's response does not match the interface (§2, §4). An invalid request is
 * not sent.
 *
 * The issues contain paths and types, but no values. The error message lists the first ten issues. A logged or
 * inspected error does not show `headers` and `body`.
 */
export class ValidationError extends MockServicesError {
  override readonly name = 'ValidationError';
  /** All differences from the interface. The list has at least one issue. */
  readonly issues: readonly Issue[];
  readonly side: ValidationSide;
  /** HTTP status of an invalid response. The field is not set for an invalid request. */
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

  /** Headers of an invalid response. The value of `headers` is `undefined` for an invalid request. */
  get headers(): Headers | undefined {
    return this.#response?.headers;
  }

  /**
   * Parsed body of an invalid response. The value of `body` is `undefined` for an invalid request, and for a response
   * body that was streamed.
   */
  get body(): unknown {
    return this.#response?.body;
  }
}

/** Every error that a client method can reject with. Check the error's `name` to distinguish the classes. */
export type AnyMockServicesError =
  ApiError | NetworkError | TimeoutError | AbortError | ParseError | ValidationError;

/** Whether a value is an error of this package. If `wanted` is given, the error must be an instance of that class. */
function isOfKind(value: unknown, wanted?: ErrorKind): boolean {
  if (typeof value !== 'object' || value === null || !(kind in value)) return false;
  return wanted === undefined || value[kind] === wanted;
}

/**
 * Whether a value is an error of this package. Errors from other copies of this package are recognized.
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

/** Whether a value is an {@link ApiError}. Errors from other copies of this package are recognized. */
export function isApiError(value: unknown): value is ApiError {
  return isOfKind(value, 'ApiError');
}

/** Whether a value is a {@link NetworkError}. Errors from other copies of this package are recognized. */
export function isNetworkError(value: unknown): value is NetworkError {
  return isOfKind(value, 'NetworkError');
}

/** Whether a value is a {@link TimeoutError}. Errors from other copies of this package are recognized. */
export function isTimeoutError(value: unknown): value is TimeoutError {
  return isOfKind(value, 'TimeoutError');
}

/** Whether a value is an {@link AbortError}. Errors from other copies of this package are recognized. */
export function isAbortError(value: unknown): value is AbortError {
  return isOfKind(value, 'AbortError');
}

/** Whether a value is a {@link ParseError}. Errors from other copies of this package are recognized. */
export function isParseError(value: unknown): value is ParseError {
  return isOfKind(value, 'ParseError');
}

/** Whether a value is a {@link ValidationError}. Errors from other copies of this package are recognized. */
export function isValidationError(value: unknown): value is ValidationError {
  return isOfKind(value, 'ValidationError');
}
