/** The closed tree of errors that the methods of a client reject with. */
import type { Issue } from '../contract/issue.ts';
import type { OperationId } from '../contract/operations.ts';

/** What every error knows about the call that failed. */
export interface CallFacts {
  /** Operation id, such as `getMockService`. */
  readonly operation: OperationId;
  /** HTTP method of the operation. */
  readonly method: string;
  /** URL of the request without query and credentials. */
  readonly url: string;
  /** How many requests were sent, retries and followed redirects included; 0 if none was. */
  readonly attempts: number;
  /**
   * Whether the service may have created, changed or deleted something although the call failed: a request was sent, and
   * nothing that came back shows that it had no effect. Always false for operations that only read.
   */
  readonly mayHaveBeenApplied: boolean;
}

/** The parts of a response that an error keeps. */
export interface ErrorResponse {
  /** HTTP status. */
  readonly status: number;
  readonly headers: Headers;
  /** Parsed if it is JSON, otherwise text. */
  readonly body: unknown;
  /** How long the service asked to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/** The name of each class of the tree. */
type ErrorKind =
  'ApiError' | 'NetworkError' | 'TimeoutError' | 'AbortError' | 'ParseError' | 'ValidationError';

/** Registered, so that two copies of this package recognize each other's errors. */
const kind = Symbol.for('@mock-services/sdk.error');

/**
 * The base of every error that a method of the client rejects with. The tree is closed: it is one of
 * {@link ApiError}, {@link NetworkError}, {@link TimeoutError}, {@link AbortError}, {@link ParseError} and
 * {@link ValidationError}. Logs and `inspect` show neither a credential nor a body of any of them.
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
   * Keeps `inspect` of Node, with the options `getters` and `showHidden`, from showing headers and bodies.
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
 * The service responded with a status outside 2xx, and retries did not help. When the service fails, and with which body,
 * is not specified (§7). Logs and `inspect` do not show `headers` and `body`, since a service may repeat what it was sent.
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

  /** Response body: parsed if it is JSON, otherwise text; `undefined` if the body is empty or the response is a redirect. */
  get body(): unknown {
    return this.#response.body;
  }
}

/**
 * No complete response arrived: the host is unknown, the connection was refused, reset or cut, the body ended early or its
 * encoding is broken, or a function of yours (`token`, `headers`, `fetch`, a hook) failed. `cause` is the error that the
 * platform or your function threw.
 */
export class NetworkError extends MockServicesError {
  override readonly name = 'NetworkError';
  /** HTTP status, if a response had begun before it broke off. */
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

/** Which limit was reached: `timeout` of one attempt, or `totalTimeout` of the call. */
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

/** The caller's `signal` was aborted. `cause` is the caller's reason. */
export class AbortError extends MockServicesError {
  override readonly name = 'AbortError';
}

/**
 * The service responded with a 2xx whose body is not JSON where the interface promises JSON (§4). Logs and `inspect` do not
 * show `headers` and `body`.
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

  /** Response body as text; `undefined` if it was read as a stream. */
  get body(): unknown {
    return this.#response.body;
  }
}

/** Which message broke the contract: what the caller gave, or what the service sent. */
export type ValidationSide = 'request' | 'response';

/**
 * What the caller gave, or what the service sent, differs from the interface (§2, §4). A request that fails here was not
 * sent. `issues` name paths and types, never a value; the message lists the first ten. Logs and `inspect` do not show
 * `headers` and `body`.
 */
export class ValidationError extends MockServicesError {
  override readonly name = 'ValidationError';
  /** Everything that differs, at least one issue. */
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

  /** Parsed response body, if the side is `response`; `undefined` if it was read as a stream. */
  get body(): unknown {
    return this.#response?.body;
  }
}

/** Every error that a method of the client can reject with; `name` tells them apart. */
export type AnyMockServicesError =
  ApiError | NetworkError | TimeoutError | AbortError | ParseError | ValidationError;

/** Whether a value is an error of this package, of one kind if that is given. */
function isOfKind(value: unknown, wanted?: ErrorKind): boolean {
  if (typeof value !== 'object' || value === null || !(kind in value)) return false;
  return wanted === undefined || value[kind] === wanted;
}

/**
 * Whether a value is any error of this package, from any copy of it.
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

/** Whether a value is an {@link ApiError}, from any copy of this package. */
export function isApiError(value: unknown): value is ApiError {
  return isOfKind(value, 'ApiError');
}

/** Whether a value is a {@link NetworkError}, from any copy of this package. */
export function isNetworkError(value: unknown): value is NetworkError {
  return isOfKind(value, 'NetworkError');
}

/** Whether a value is a {@link TimeoutError}, from any copy of this package. */
export function isTimeoutError(value: unknown): value is TimeoutError {
  return isOfKind(value, 'TimeoutError');
}

/** Whether a value is an {@link AbortError}, from any copy of this package. */
export function isAbortError(value: unknown): value is AbortError {
  return isOfKind(value, 'AbortError');
}

/** Whether a value is a {@link ParseError}, from any copy of this package. */
export function isParseError(value: unknown): value is ParseError {
  return isOfKind(value, 'ParseError');
}

/** Whether a value is a {@link ValidationError}, from any copy of this package. */
export function isValidationError(value: unknown): value is ValidationError {
  return isOfKind(value, 'ValidationError');
}
