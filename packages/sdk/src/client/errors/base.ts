import type { OperationId } from '../../contract/operations.ts';

/** What every error knows about the call that failed. */
export interface CallFacts {
  /** Operation id, such as `getMockService`. */
  readonly operation: OperationId;
  /** HTTP method of the operation. */
  readonly method: string;
  /** URL of the request without query and credentials. */
  readonly url: string;
  /** How many requests were sent, retries and followed redirects included; 0 when none was. */
  readonly attempts: number;
}

/** The name of each class of the tree. */
export type ErrorKind =
  'ApiError' | 'NetworkError' | 'TimeoutError' | 'AbortError' | 'ParseError' | 'ValidationError';

/** Registered, so that two copies of this package recognise each other's errors. */
const kind = Symbol.for('@mock-services/sdk.error');

/**
 * The base of every error that a method of the client rejects with. The tree is closed: it is one of
 * {@link ApiError}, {@link NetworkError}, {@link TimeoutError}, {@link AbortError}, {@link ParseError} and
 * {@link ValidationError}. No error carries a credential or a body in what logs or `inspect` show.
 */
export abstract class MockServicesError extends Error implements CallFacts {
  abstract override readonly name: ErrorKind;
  declare readonly operation: OperationId;
  declare readonly method: string;
  declare readonly url: string;
  declare readonly attempts: number;

  constructor(message: string, facts: CallFacts, options?: ErrorOptions) {
    super(`${facts.operation}: ${message}`, options);
    Object.assign(this, facts);
  }

  /** @internal */
  get [kind](): ErrorKind {
    return this.name;
  }
}

/** Whether a value is an error of this package, of one kind where it is given. */
export function isOfKind(value: unknown, wanted?: ErrorKind): boolean {
  if (typeof value !== 'object' || value === null || !(kind in value)) return false;
  return wanted === undefined || value[kind] === wanted;
}
