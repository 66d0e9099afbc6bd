import { isTimeoutError as isKyTimeout } from 'ky';
import type { Call } from './call.ts';
import { AbortError } from './errors/abort-error.ts';
import type { MockServicesError } from './errors/base.ts';
import { TimeoutError, type TimeoutPhase } from './errors/timeout-error.ts';
import { OutOfTime } from './within.ts';

/**
 * What ended a call other than its failure: the caller's signal, or a budget. It is told at once, without loading
 * anything first.
 *
 * @param lastFailure - What the attempt before this one failed with.
 */
export function ended(
  call: Call,
  thrown: unknown,
  lastFailure?: MockServicesError,
): AbortError | TimeoutError | undefined {
  const { signal } = call;
  if (signal?.aborted) {
    return new AbortError('the call was aborted by its signal.', call.facts, { cause: signal.reason });
  }
  // Outside an attempt nothing but the whole budget is counted.
  if (thrown instanceof OutOfTime) return timedOut(call, 'total', lastFailure);
  return isKyTimeout(thrown) ? timedOut(call, phaseOf(call), lastFailure) : undefined;
}

/** The error of a budget that ran out. */
export function timedOut(call: Call, phase: TimeoutPhase, lastFailure?: MockServicesError): TimeoutError {
  const { budgets, endpoint, url } = call.terms;
  const option = phase === 'total' ? 'totalTimeout' : 'timeout';
  const waited = Math.round(performance.now() - call.startedAt);
  return new TimeoutError(
    `${option} of ${budgets[option]} ms ran out, waiting for ${call.waitingFor} (${endpoint.method} ${url}).`,
    call.facts,
    phase,
    // ky's own error holds the request with its headers, so it is not kept.
    { cause: lastFailure ?? new DOMException(`waited ${waited} ms`, 'TimeoutError') },
  );
}

/** Which of the two budgets ended an attempt. Timers are not exact, so their ends are compared, not the clock. */
function phaseOf(call: Call): TimeoutPhase {
  const { timeout, totalTimeout } = call.terms.budgets;
  if (timeout === false) return 'total';
  if (totalTimeout === false) return 'attempt';
  return call.attemptStartedAt + timeout < call.startedAt + totalTimeout ? 'attempt' : 'total';
}
