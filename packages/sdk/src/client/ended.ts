import type { Call } from './call.ts';
import { AbortError } from './errors/abort-error.ts';
import type { MockServicesError } from './errors/base.ts';
import { TimeoutError, type TimeoutPhase } from './errors/timeout-error.ts';
import { OutOfTime } from './within.ts';

/** What is known when a call ends. */
export interface Ending {
  /** What the attempt before this one failed with. */
  readonly lastFailure?: MockServicesError | undefined;
  /** The budget that was counted, where it is not ky that keeps the time: of the whole call, if nothing is said. */
  readonly phase?: TimeoutPhase;
}

/**
 * What ended a call other than its failure: the caller's signal, or a budget. It is told at once, without loading
 * anything first.
 */
export function endOf(
  call: Call,
  thrown: unknown,
  { lastFailure, phase: counted = 'total' }: Ending,
): AbortError | TimeoutError | undefined {
  const { signal, facts } = call;
  if (signal?.aborted) {
    return new AbortError('the call was aborted by its signal.', facts, { cause: signal.reason });
  }
  const isOutOfTime = thrown instanceof OutOfTime;
  // A `fetch` may have time-outs of its own: they are failures.
  if (!isOutOfTime && !call.request?.signal.aborted) return undefined;
  const { budgets, endpoint, url } = call.terms;
  // Timers are not exact, so it is their ends that are compared, not the clock.
  const first = call.attemptStartedAt + budgets.timeout < call.deadline ? 'attempt' : 'total';
  const phase = isOutOfTime ? counted : first;
  const option = phase === 'total' ? 'totalTimeout' : 'timeout';
  const waited = Math.round(performance.now() - call.startedAt);
  return new TimeoutError(
    `${option} of ${budgets[option]} ms ran out, waiting for ${call.waitingFor} (${endpoint.method} ${url}).`,
    facts,
    phase,
    // ky's own error holds the request with its headers, so it is not kept.
    { cause: lastFailure ?? new DOMException(`waited ${waited} ms`, 'TimeoutError') },
  );
}
