import type { Call } from './context.ts';

const firstBackOffMs = 300;
const longestBackOffMs = 10_000;

/**
 * Returns the milliseconds to wait, or `undefined` if the attempt must not be repeated.
 * @param isTransient - Whether the failure of the attempt is temporary.
 * @param retryAfterMs - How long the service asked to wait.
 */
export function planRetry(
  { endpoint, options, timeLeft }: Call,
  isTransient: boolean,
  retryAfterMs: number,
  retries: number,
): number | undefined {
  const { limits, retryUnsafe } = options;
  // The other methods are idempotent (RFC 9110 §9.2.2).
  const allowed = endpoint.method !== 'POST' || retryUnsafe ? limits.maxRetries : 0;
  if (!isTransient || retries >= allowed || retryAfterMs > limits.maxRetryAfter) return undefined;
  // A random delay keeps many clients from retrying at the same time.
  const backOff = Math.random() * Math.min(longestBackOffMs, firstBackOffMs * 2 ** retries);
  const delayMs = Math.max(retryAfterMs, backOff);
  return delayMs > timeLeft ? undefined : delayMs;
}
