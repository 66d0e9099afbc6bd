import { type CallFacts, isOfKind, MockServicesError } from './base.ts';

/** Which limit was reached: `timeout` of one attempt, or `totalTimeout` of the call. */
export type TimeoutPhase = 'attempt' | 'total';

/** A time limit was reached: that of one attempt, to its last body byte, or that of the whole call. */
export class TimeoutError extends MockServicesError {
  override readonly name = 'TimeoutError';
  readonly phase: TimeoutPhase;

  constructor(message: string, facts: CallFacts, phase: TimeoutPhase, options?: ErrorOptions) {
    super(message, facts, options);
    this.phase = phase;
  }
}

/** Whether a value is a {@link TimeoutError}, from whichever copy of this package. */
export function isTimeoutError(value: unknown): value is TimeoutError {
  return isOfKind(value, 'TimeoutError');
}
