/** Whether and when a call repeats its request. */
import type { Method } from '../contract/operations.ts';
import type { AnyMockServicesError } from './errors.ts';
import type { Limits } from './context.ts';

/** Methods whose requests may be sent again although an earlier one may have had its effect (RFC 9110 §9.2.2). */
const idempotent: ReadonlySet<Method> = new Set(['GET', 'PUT', 'DELETE']);

const transientStatuses: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** Milliseconds before the first retry, at most; doubled for each further one. */
const firstBackOff = 300;
const longestBackOff = 10_000;

/** The retries of a call so far. */
export interface RetryHistory {
  /** Number of retries, without the one with a new token. */
  readonly retries: number;
  /** Whether a new token was requested after a 401. */
  readonly renewed: boolean;
}

/** The next retry, and the history that includes it. */
export interface Retry extends RetryHistory {
  /** Milliseconds to wait before it. */
  readonly delayMs: number;
}

/** An attempt that failed. */
export interface FailedAttempt {
  readonly error: AnyMockServicesError;
  /** Whether a retry may succeed. For an `ApiError`, its status decides. */
  readonly isTransient: boolean;
}

/** What a retry depends on, apart from the failure. */
export interface RetryConditions {
  readonly method: Method;
  readonly retryUnsafe: boolean;
  readonly limits: Limits;
  /** Milliseconds that are left of `totalTimeout`. */
  readonly timeLeft: number;
  /** Whether the refused token can be replaced by another. */
  readonly canRenew: boolean;
}

/** Decides whether an attempt that failed is repeated; `undefined` if not. */
export function planRetry(
  { error, isTransient }: FailedAttempt,
  { method, retryUnsafe, limits, timeLeft, canRenew }: RetryConditions,
  history: RetryHistory,
): Retry | undefined {
  const isResponse = error.name === 'ApiError';
  if (isResponse && error.status === 401) {
    // The service did not act on a request whose token it refused, so even a POST may be sent again.
    return canRenew && !history.renewed ? { ...history, renewed: true, delayMs: 0 } : undefined;
  }
  if (isResponse ? !transientStatuses.has(error.status) : !isTransient) return undefined;
  const allowed = idempotent.has(method) || retryUnsafe ? limits.maxRetries : 0;
  if (history.retries >= allowed) return undefined;
  const retryAfterMs = isResponse ? (error.retryAfterMs ?? 0) : 0;
  if (retryAfterMs > limits.maxRetryAfter) return undefined;
  // Random, so that many clients do not return all at once.
  const backOff = Math.random() * Math.min(longestBackOff, firstBackOff * 2 ** history.retries);
  const delayMs = Math.max(retryAfterMs, backOff);
  return delayMs > timeLeft ? undefined : { ...history, retries: history.retries + 1, delayMs };
}
