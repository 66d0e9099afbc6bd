import type { Call } from './call.ts';
import { AbortError, type MockServicesError, TimeoutError, type TimeoutPhase } from './errors/index.ts';
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
export function endOf(call: Call, thrown: unknown, ending: Ending): AbortError | TimeoutError | undefined {
  const { signal, terms } = call;
  if (signal?.aborted) {
    return new AbortError('the call was aborted by its signal.', call.facts, { cause: signal.reason });
  }
  const isOutOfTime = thrown instanceof OutOfTime;
  // A `fetch` may have time-outs of its own: they are failures.
  if (!isOutOfTime && !call.request?.signal.aborted) return undefined;
  const phase = isOutOfTime ? (ending.phase ?? 'total') : phaseOf(call);
  const { budgets, endpoint, url } = terms;
  const option = phase === 'total' ? 'totalTimeout' : 'timeout';
  const waited = Math.round(performance.now() - call.startedAt);
  return new TimeoutError(
    `${option} of ${budgets[option]} ms ran out, waiting for ${call.waitingFor} (${endpoint.method} ${url}).`,
    call.facts,
    phase,
    // ky's own error holds the request with its headers, so it is not kept.
    { cause: ending.lastFailure ?? new DOMException(`waited ${waited} ms`, 'TimeoutError') },
  );
}

/** Which of the two budgets ended an attempt. Timers are not exact, so their ends are compared, not the clock. */
function phaseOf(call: Call): TimeoutPhase {
  const { timeout, totalTimeout } = call.terms.budgets;
  if (timeout === false) return 'total';
  if (totalTimeout === false) return 'attempt';
  return call.attemptStartedAt + timeout < call.startedAt + totalTimeout ? 'attempt' : 'total';
}
