import { ActivityError, isOfKind, kind } from './base.ts';

/** What was known when the time ran out. */
export interface WaitFacts {
  /** The time budget, in milliseconds. */
  readonly timeoutMs: number;
  /** How often the log was read to its end. */
  readonly reads: number;
  /** The nearest misses in the log as it was read last, as `explainNoMatch` lists them. */
  readonly explanation: string;
}

/** No entry matched in time. The message holds the explanation: no bodies, credentials redacted. */
export class WaitTimeoutError extends ActivityError implements WaitFacts {
  override readonly name = 'WaitTimeoutError';
  readonly timeoutMs: number;
  readonly reads: number;
  readonly explanation: string;

  constructor({ timeoutMs, reads, explanation }: WaitFacts) {
    const known = reads === 0 ? 'The log could not be read in that time.' : explanation;
    super(`nothing matched within ${timeoutMs} ms; the log was read ${reads} times. ${known}`);
    this.timeoutMs = timeoutMs;
    this.reads = reads;
    this.explanation = known;
  }

  get [kind]() {
    return 'WaitTimeoutError' as const;
  }
}

/** Whether a value is a {@link WaitTimeoutError}, from whichever copy of this package. */
export function isWaitTimeoutError(value: unknown): value is WaitTimeoutError {
  return isOfKind(value, 'WaitTimeoutError');
}
