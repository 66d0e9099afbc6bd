import { type CallFacts, isOfKind, MockServicesError } from './base.ts';

/** What else a {@link NetworkError} keeps. */
export interface NetworkErrorOptions extends ErrorOptions {
  readonly status?: number | undefined;
}

/**
 * No complete response arrived: the host is unknown, the connection was refused, reset or cut, the body
 * ended early or its encoding is broken, or a token or header provider failed. `cause` is the error that
 * the platform gave.
 */
export class NetworkError extends MockServicesError {
  override readonly name = 'NetworkError';
  /** HTTP status, when a response had begun before it broke off. */
  declare readonly status?: number;

  constructor(message: string, facts: CallFacts, options: NetworkErrorOptions = {}) {
    super(message, facts, options);
    if (options.status !== undefined) this.status = options.status;
  }
}

/** Whether a value is a {@link NetworkError}, from whichever copy of this package. */
export function isNetworkError(value: unknown): value is NetworkError {
  return isOfKind(value, 'NetworkError');
}
