import { ActivityError, isOfKind, kind } from './activity-error.ts';

/** The facts at the time of a timeout. */
export interface WaitFacts {
  /** The timeout, in milliseconds. */
  readonly timeoutMs: number;
  /** How often the log was read completely. */
  readonly reads: number;
  /** The nearest misses of the last read, as listed by `explainNoMatch`. */
  readonly explanation: string;
}

const unread = 'The log could not be read in that time: is the service slow, or the timeout too short?';

/** No entry matched in time. The message includes the explanation, without bodies or credentials. */
export class WaitTimeoutError extends ActivityError implements WaitFacts {
  override readonly name = 'WaitTimeoutError';
  readonly timeoutMs: number;
  readonly reads: number;
  readonly explanation: string;

  constructor({ timeoutMs, reads, explanation }: WaitFacts) {
    const known = reads === 0 ? unread : explanation;
    const read = reads === 0 ? '' : `; the log was read ${reads === 1 ? 'once' : `${reads} times`}`;
    super(`nothing matched within ${timeoutMs} ms${read}. ${known}`);
    this.timeoutMs = timeoutMs;
    this.reads = reads;
    this.explanation = known;
  }

  get [kind]() {
    return 'WaitTimeoutError' as const;
  }
}

/** Whether a value is a {@link WaitTimeoutError}, from any copy of this package. */
export function isWaitTimeoutError(value: unknown): value is WaitTimeoutError {
  return isOfKind(value, 'WaitTimeoutError');
}

/** The caller's `signal` was aborted. `name` is `AbortError`, as on the platform; `cause` is the reason. */
export class WaitAbortedError extends ActivityError {
  override readonly name = 'AbortError';

  constructor(reason: unknown) {
    super('waiting for activity was aborted by its signal.', { cause: reason });
  }

  get [kind]() {
    return 'WaitAbortedError' as const;
  }
}

/** Whether a value is a {@link WaitAbortedError}, from any copy of this package. */
export function isWaitAbortedError(value: unknown): value is WaitAbortedError {
  return isOfKind(value, 'WaitAbortedError');
}
