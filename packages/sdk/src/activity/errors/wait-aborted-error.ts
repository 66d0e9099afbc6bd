import { ActivityError, isOfKind, kind } from './base.ts';

/** The caller's `signal` was aborted. `name` is `AbortError`, as it is everywhere; `cause` is the reason. */
export class WaitAbortedError extends ActivityError {
  override readonly name = 'AbortError';

  constructor(reason: unknown) {
    super('waiting for activity was aborted by its signal.', { cause: reason });
  }

  get [kind]() {
    return 'WaitAbortedError' as const;
  }
}

/** Whether a value is a {@link WaitAbortedError}, from whichever copy of this package. */
export function isWaitAbortedError(value: unknown): value is WaitAbortedError {
  return isOfKind(value, 'WaitAbortedError');
}
