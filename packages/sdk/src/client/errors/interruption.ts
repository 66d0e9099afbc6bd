import { AbortError } from './abort-error.ts';
import type { MockServicesError } from './base.ts';
import { TimeoutError } from './timeout-error.ts';
import { type ApiRequest, factsOf } from '../request.ts';

/** The error of a call whose signal was aborted. */
export function abortError(request: ApiRequest, attempts: number): AbortError {
  const cause: unknown = request.signal?.reason;
  return new AbortError('the call was aborted by its signal.', factsOf(request, attempts), { cause });
}

/**
 * The error of a call whose time ran out.
 *
 * @param limit - The limit that was reached.
 * @param waitingFor - What the call was waiting for, in words.
 * @param lastFailure - What the attempt before failed with.
 */
export function timeoutError(
  request: ApiRequest,
  attempts: number,
  limit: 'timeout' | 'totalTimeout',
  waitingFor: string,
  lastFailure?: MockServicesError,
): TimeoutError {
  const { facts, limits, startedAt } = request;
  const waited = Math.round(performance.now() - startedAt);
  return new TimeoutError(
    `${limit} of ${limits[limit]} ms ran out, waiting for ${waitingFor} (${facts.method} ${facts.url}).`,
    factsOf(request, attempts),
    limit === 'timeout' ? 'attempt' : 'total',
    { cause: lastFailure ?? new DOMException(`waited ${waited} ms`, 'TimeoutError') },
  );
}
