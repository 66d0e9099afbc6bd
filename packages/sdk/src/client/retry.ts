/** This module decides whether and when a failed attempt is retried. */
import type { Method } from '../contract/operations.ts';
import type { AnyMockServicesError } from './errors.ts';
import type { Call } from './context.ts';

/** Methods that are safe to retry, because repeating the request has no further effect (RFC 9110 §9.2.2). */
const idempotent: ReadonlySet<Method> = new Set(['GET', 'PUT', 'DELETE']);

const transientStatuses: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** Maximum delay before the first retry, in milliseconds. The maximum doubles with each further retry. */
const firstBackOff = 300;
const longestBackOff = 10_000;

export interface RetryHistory {
  /** Number of retries so far, not counting the retry with a new token. */
  readonly retries: number;
  /** Whether a new token was requested after a 401 response. */
  readonly renewed: boolean;
}

/** The next retry. The history includes this retry. */
export interface Retry extends RetryHistory {
  /** Milliseconds to wait before the retry. */
  readonly delayMs: number;
}

/** An attempt that failed. */
export interface FailedAttempt {
  readonly error: AnyMockServicesError;
  /**
   * Whether a retry may succeed. The value is ignored for an `ApiError`, because the status decides whether an
   * `ApiError` is retried.
   */
  readonly isTransient: boolean;
}

/**
 * Returns the retry for a failed attempt. Returns `undefined` if the attempt must not be retried.
 *
 * @param canRenew - Whether the client can request a new token.
 */
export function planRetry(
  { endpoint, options, timeLeft }: Call,
  { error, isTransient }: FailedAttempt,
  canRenew: boolean,
  history: RetryHistory,
): Retry | undefined {
  const { limits, retryUnsafe } = options;
  const isResponse = error.name === 'ApiError';
  if (isResponse && error.status === 401) {
    // If the service rejected the token, the service did not process the request. After a token is rejected, even a
    // POST request is safe to retry.
    return canRenew && !history.renewed ? { ...history, renewed: true, delayMs: 0 } : undefined;
  }
  if (isResponse ? !transientStatuses.has(error.status) : !isTransient) return undefined;
  const allowed = idempotent.has(endpoint.method) || retryUnsafe ? limits.maxRetries : 0;
  if (history.retries >= allowed) return undefined;
  const retryAfterMs = isResponse ? (error.retryAfterMs ?? 0) : 0;
  if (retryAfterMs > limits.maxRetryAfter) return undefined;
  // The delay is random, so that many clients do not retry at the same time.
  const backOff = Math.random() * Math.min(longestBackOff, firstBackOff * 2 ** history.retries);
  const delayMs = Math.max(retryAfterMs, backOff);
  return delayMs > timeLeft ? undefined : { ...history, retries: history.retries + 1, delayMs };
}
