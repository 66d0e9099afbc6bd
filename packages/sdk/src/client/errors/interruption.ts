import { AbortError } from './abort-error.ts';
import type { MockServicesError } from './base.ts';
import { TimeoutError } from './timeout-error.ts';
import { type ApiRequest, factsOf } from '../request.ts';

/** The error of a call whose signal was aborted. */
export function abortError(request: ApiRequest, attempts: number): AbortError {
  const cause: unknown = request.signal?.reason;
  return new AbortError('the call was aborted by its signal.', factsOf(request, attempts), { cause });
}

/** How far a call was when its time ran out. */
export interface Waiting {
  /** The limit that was reached. */
  readonly limit: 'timeout' | 'totalTimeout';
  readonly attempts: number;
  /** What the call was waiting for, in words. */
  readonly waitingFor: string;
  /** When the call began, on the clock of `performance.now()`. */
  readonly startedAt: number;
  /** What the attempt before failed with. */
  readonly lastFailure?: MockServicesError | undefined;
}

/** The error of a call whose time ran out. */
export function timeoutError(
  request: ApiRequest,
  { limit, attempts, waitingFor, startedAt, lastFailure }: Waiting,
): TimeoutError {
  const facts = factsOf(request, attempts);
  const waited = Math.round(performance.now() - startedAt);
  return new TimeoutError(
    `${limit} of ${request.limits[limit]} ms ran out, waiting for ${waitingFor} (${facts.method} ${facts.url}).`,
    facts,
    limit === 'timeout' ? 'attempt' : 'total',
    { cause: lastFailure ?? new DOMException(`waited ${waited} ms`, 'TimeoutError') },
  );
}
