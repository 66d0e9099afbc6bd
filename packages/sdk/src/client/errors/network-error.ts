import { isOfKind, kind, MockServicesError } from './base.ts';

/**
 * No complete response arrived: the host is unknown, the connection was refused, reset or cut, the body
 * ended early or its encoding is broken, or a token or header provider failed. `cause` is the error that
 * the platform gave.
 */
export class NetworkError extends MockServicesError {
  override readonly name = 'NetworkError';

  get [kind]() {
    return 'NetworkError' as const;
  }
}

/** Whether a value is a {@link NetworkError}, from whichever copy of this package. */
export function isNetworkError(value: unknown): value is NetworkError {
  return isOfKind(value, 'NetworkError');
}
