import { isOfKind, MockServicesError } from './base.ts';

/** The caller's `signal` was aborted. `cause` is the caller's reason. */
export class AbortError extends MockServicesError {
  override readonly name = 'AbortError';
}

/** Whether a value is an {@link AbortError}, from whichever copy of this package. */
export function isAbortError(value: unknown): value is AbortError {
  return isOfKind(value, 'AbortError');
}
