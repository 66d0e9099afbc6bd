import type { Issue } from './contract/issue.ts';
import type { OperationId } from './contract/operations.ts';

export interface CallFacts {
  readonly operation: OperationId;
  readonly method: string;
  /** URL without the query. */
  readonly url: string;
  /** Number of attempts that sent a request. Followed redirects do not count as attempts. */
  readonly attempts: number;
  /**
   * Whether the service may have changed data although the call failed. False for reads, for calls that sent no
   * request, and if a response shows that the request had no effect.
   */
  readonly mayHaveBeenApplied: boolean;
}

export interface ErrorResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  readonly retryAfterMs?: number | undefined;
}

/** Key of the base URL in `client.activity`. Functions that receive a client show the base URL in errors. */
export const baseUrlKey = Symbol.for('@mock-services/sdk.baseUrl');

type ErrorKind =
  | 'ApiError'
  | 'NetworkError'
  | 'TimeoutError'
  | 'AbortError'
  | 'ParseError'
  | 'ValidationError'
  | 'CallbackError'
  | 'ActivityError';

/** A global symbol, so that two copies of this package recognize each other's errors. */
const kind = Symbol.for('@mock-services/sdk.error');

/**
 * Base class of every error with which a client method rejects. Neither the message nor the output of `console.log`
 * contains credentials, headers, queries or bodies, with two exceptions. The message of an `ApiError` quotes the
 * service's error message without credentials. `cause` is the original error of the platform or of your own function.
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
}

/**
 * Thrown if the service responded with a status outside 2xx and no retry succeeded. The message quotes up to 300
 * characters of the response: `title` and `detail` of problem details (RFC 9457), `message`, `error`, or a short text.
 * In the quote, credentials of the call and credentials that `redact` recognizes are replaced by `REDACTED`.
 */
export class ApiError extends MockServicesError {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Delay from the `Retry-After` header in milliseconds. */
  declare readonly retryAfterMs?: number;
  // Getters of a private field keep headers and bodies out of logs.
  readonly #response: ErrorResponse;

  constructor(message: string, facts: CallFacts, response: ErrorResponse, options?: ErrorOptions) {
    super(message, facts, options);
    this.status = response.status;
    if (response.retryAfterMs !== undefined) this.retryAfterMs = response.retryAfterMs;
    this.#response = response;
  }

  get headers(): Headers {
    return this.#response.headers;
  }

  /**
   * Parsed JSON body, or the body as a string if it is not JSON. `undefined` for an empty body or a redirect. The
   * interface does not specify error bodies (§7).
   */
  get body(): unknown {
    return this.#response.body;
  }
}

/**
 * Thrown if no complete response arrived, for example because of an unknown host, a refused connection or a truncated
 * body. `cause` is the error of the `fetch` function.
 */
export class NetworkError extends MockServicesError {
  override readonly name = 'NetworkError';
  /** Status of the response, or `undefined` if no response headers arrived. */
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

export type TimeoutLimit = 'timeout' | 'totalTimeout';

/** Thrown if an attempt took longer than `timeout`, or the call took longer than `totalTimeout`. */
export class TimeoutError extends MockServicesError {
  override readonly name = 'TimeoutError';
  readonly limit: TimeoutLimit;

  constructor(message: string, facts: CallFacts, limit: TimeoutLimit, options?: ErrorOptions) {
    super(message, facts, options);
    this.limit = limit;
  }
}

/**
 * Thrown if the caller aborted the `signal` of a client call, `waitForActivity` or `watchActivity`. `cause` is the
 * argument of `abort`.
 */
export class AbortError extends MockServicesError {
  override readonly name = 'AbortError';
}

/**
 * Thrown if one of your functions failed: `token`, `headers`, or a hook of your ky instance. `cause` is the original
 * error of the function. The call is not retried.
 */
export class CallbackError extends MockServicesError {
  override readonly name = 'CallbackError';
}

/** Thrown if the body of a 2xx response is not JSON (§4), or if a body is longer than `maxResponseBytes`. */
export class ParseError extends MockServicesError {
  override readonly name = 'ParseError';
  readonly status: number;
  readonly #response: ErrorResponse;

  constructor(message: string, facts: CallFacts, response: ErrorResponse, options?: ErrorOptions) {
    super(message, facts, options);
    this.status = response.status;
    this.#response = response;
  }

  get headers(): Headers {
    return this.#response.headers;
  }

  /** Response body as text. `undefined` if the body was streamed or is too long. */
  get body(): unknown {
    return this.#response.body;
  }
}

export type ValidationSide = 'request' | 'response';

/**
 * Thrown if the caller's request or the service's response does not match the interface (§2, §4). An invalid request
 * is not sent. The message lists the first ten issues.
 */
export class ValidationError extends MockServicesError {
  override readonly name = 'ValidationError';
  /**
   * The first 100 differences from the interface, at least one. The field `more` of a 101st issue is the number of
   * further differences. Issues contain paths and types, but no values.
   */
  readonly issues: readonly Issue[];
  readonly side: ValidationSide;
  /** Status of an invalid response. Absent if the request is invalid. */
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

  get headers(): Headers | undefined {
    return this.#response?.headers;
  }

  /** Parsed body of an invalid response. `undefined` if it was streamed. */
  get body(): unknown {
    return this.#response?.body;
  }
}

/**
 * The reason why a body cannot be read. `content-encoding` means an unknown encoding or corrupt data, and `size` means
 * that the decoded body exceeds the limit.
 */
export type BodyFault = 'base64' | 'charset' | 'content-encoding' | 'json' | 'size';

/** The fields of an {@link ActivityError} by its code. */
export interface ActivityErrorFacts {
  /** A recorded body cannot be decoded (§2.5). */
  'unreadable-body': {
    readonly entryId: string;
    readonly field: 'request.bodyBase64Encoded' | 'response.bodyBase64Encoded';
    readonly fault: BodyFault;
  };
  /** The argument of `fromHar` is not a HAR file. */
  'invalid-har': {
    /** The first 100 wrong fields, without their values. */
    readonly issues: readonly Issue[];
  };
  /** No entry matched before the timeout of `waitForActivity`. */
  'wait-timeout': {
    readonly timeoutMs: number;
    /** Number of complete reads of the log. */
    readonly reads: number;
    /** Text from `explainNoMatch` about the last read of the log. */
    readonly explanation: string;
  };
}

export type ActivityErrorCode = keyof ActivityErrorFacts;

/**
 * Thrown by the functions of `@mock-services/sdk/activity`. After a check with {@link isActivityError}, TypeScript
 * knows the {@link ActivityErrorFacts | fields of each code}. The message never quotes bodies or credentials. Invalid
 * arguments throw a `TypeError`, and an aborted wait throws an {@link AbortError}.
 */
export class ActivityError<Code extends ActivityErrorCode = ActivityErrorCode> extends Error {
  override readonly name = 'ActivityError';
  readonly code: Code;

  constructor(code: Code, message: string, facts: ActivityErrorFacts[Code]) {
    super(message);
    this.code = code;
    Object.assign(this, facts);
  }

  /** @internal */
  get [kind](): ErrorKind {
    return this.name;
  }
}

/** An {@link ActivityError} with the fields of its code. */
export type AnyActivityError = {
  [Code in ActivityErrorCode]: ActivityError<Code> & ActivityErrorFacts[Code];
}[ActivityErrorCode];

/**
 * Every error of client methods, except a `TypeError` for incorrect use. The field `name` distinguishes the classes.
 */
export type AnyMockServicesError =
  ApiError | NetworkError | TimeoutError | AbortError | ParseError | ValidationError | CallbackError;

function isOfKind(value: unknown, wanted?: ErrorKind): boolean {
  if (typeof value !== 'object' || value === null || !(kind in value)) return false;
  return wanted === undefined || value[kind] === wanted;
}

/**
 * Whether a value is an error of a client method. Unlike `instanceof`, all type guards recognize errors from other
 * copies of the package.
 */
export function isMockServicesError(value: unknown): value is AnyMockServicesError {
  return isOfKind(value) && !isActivityError(value);
}

export function isApiError(value: unknown): value is ApiError {
  return isOfKind(value, 'ApiError');
}

export function isNetworkError(value: unknown): value is NetworkError {
  return isOfKind(value, 'NetworkError');
}

export function isTimeoutError(value: unknown): value is TimeoutError {
  return isOfKind(value, 'TimeoutError');
}

export function isAbortError(value: unknown): value is AbortError {
  return isOfKind(value, 'AbortError');
}

export function isCallbackError(value: unknown): value is CallbackError {
  return isOfKind(value, 'CallbackError');
}

export function isParseError(value: unknown): value is ParseError {
  return isOfKind(value, 'ParseError');
}

export function isValidationError(value: unknown): value is ValidationError {
  return isOfKind(value, 'ValidationError');
}

/**
 * Whether a value is an `ActivityError`. If `code` is set, the error must have this code.
 * @example
 * ```ts
 * import { bodyOf, isActivityError } from '@mock-services/sdk/activity';
 *
 * try {
 *   for (const entry of entries) console.log(bodyOf(entry, 'response').text());
 * } catch (error) {
 *   if (!isActivityError(error, 'unreadable-body')) throw error;
 *   console.log(error.entryId, error.fault);
 * }
 * ```
 */
export function isActivityError<Code extends ActivityErrorCode = ActivityErrorCode>(
  value: unknown,
  code?: Code,
): value is Extract<AnyActivityError, { readonly code: Code }> {
  return isOfKind(value, 'ActivityError') && (code === undefined || (value as ActivityError).code === code);
}
