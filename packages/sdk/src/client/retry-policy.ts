import type { Method } from '../contract/operations.ts';
import type { AnyMockServicesError } from './errors/any-error.ts';
import { mayHaveArrived } from './errors/network-failure.ts';
import { type ApiRequest, timeLeft } from './request.ts';

/** Whether a request may be sent again when its fate is unknown (RFC 9110 §9.2.2). */
export const idempotent: ReadonlySet<Method> = new Set(['GET', 'PUT', 'DELETE']);

/** The method whose purpose is fulfilled when a repeated request finds nothing. */
const doneWhenGone: Method = 'DELETE';

const transientStatuses: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** Back-off before the first retry, in milliseconds; doubled for each further one. */
const firstBackOff = 300;
const longestBackOff = 10_000;

/** What the earlier attempts of a call mean for the next one. */
export interface RetryHistory {
  /** Retries that counted. */
  readonly retries: number;
  /** Whether a new token was requested after a 401. */
  readonly renewed: boolean;
  /** Whether a request may have succeeded although its response was lost. */
  readonly responseLost: boolean;
}

export const noRetries: RetryHistory = { retries: 0, renewed: false, responseLost: false };

/** A retry that is worth it, and the history that it makes. */
export interface Retry extends RetryHistory {
  /** Milliseconds to wait before it. */
  readonly delayMs: number;
}

/**
 * Decides whether an attempt that failed is repeated.
 *
 * @param canRenew - Whether another token can be had.
 */
export function planRetry(
  error: AnyMockServicesError,
  request: ApiRequest,
  history: RetryHistory,
  canRenew: boolean,
): Retry | undefined {
  const { limits, endpoint, setsRetries } = request;
  const isResponse = error.name === 'ApiError';
  if (isResponse && error.status === 401) {
    // A request with a rejected token was not acted on, so even a POST may be sent again.
    const renews = canRenew && !history.renewed && !new Headers(request.headers).has('authorization');
    return renews ? { ...history, renewed: true, delayMs: 0 } : undefined;
  }
  const isTransient = error.name === 'NetworkError' || (isResponse && transientStatuses.has(error.status));
  const allowed = idempotent.has(endpoint.method) || setsRetries ? limits.maxRetries : 0;
  if (!isTransient || history.retries >= allowed) return undefined;
  const retryAfterMs = isResponse ? error.retryAfterMs : undefined;
  if ((retryAfterMs ?? 0) > limits.maxRetryAfter) return undefined;
  // Full jitter, so that many clients do not return all at once.
  const delayMs =
    retryAfterMs ?? Math.random() * Math.min(longestBackOff, firstBackOff * 2 ** history.retries);
  if (delayMs > timeLeft(request)) return undefined;
  // A response that broke off has told its status.
  const responseLost =
    history.responseLost ||
    (error.name === 'NetworkError' && (error.status ?? 200) < 300 && mayHaveArrived(error));
  return { ...history, retries: history.retries + 1, responseLost, delayMs };
}

/** Whether a 404 means that an earlier attempt, whose response was lost, did the work. */
export function isDoneAlready(
  status: number,
  { endpoint }: ApiRequest,
  { responseLost }: RetryHistory,
): boolean {
  return status === 404 && responseLost && endpoint.method === doneWhenGone;
}
