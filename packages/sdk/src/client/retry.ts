import type { Method } from '../contract/operations.ts';
import type { AnyMockServicesError } from '../errors.ts';
import type { Call } from './context.ts';

/** RFC 9110 §9.2.2. */
const idempotent: ReadonlySet<Method> = new Set(['GET', 'PUT', 'DELETE']);

const transientStatuses: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

const firstBackOffMs = 300;
const longestBackOffMs = 10_000;

/**
 * Returns the milliseconds to wait, or `undefined` if the attempt must not be repeated.
 * @param isTransient - Whether a failure without a response is temporary.
 */
export function planRetry(
  { endpoint, options, timeLeft }: Call,
  error: AnyMockServicesError,
  isTransient: boolean,
  retries: number,
): number | undefined {
  const { limits, retryUnsafe } = options;
  const isApiError = error.name === 'ApiError';
  if (isApiError ? !transientStatuses.has(error.status) : !isTransient) return undefined;
  const allowed = idempotent.has(endpoint.method) || retryUnsafe ? limits.maxRetries : 0;
  const retryAfterMs = isApiError ? (error.retryAfterMs ?? 0) : 0;
  if (retries >= allowed || retryAfterMs > limits.maxRetryAfter) return undefined;
  // A random delay keeps many clients from retrying at the same time.
  const backOff = Math.random() * Math.min(longestBackOffMs, firstBackOffMs * 2 ** retries);
  const delayMs = Math.max(retryAfterMs, backOff);
  return delayMs > timeLeft ? undefined : delayMs;
}
