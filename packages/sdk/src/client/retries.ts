import { delay } from '../race.ts';
import type { Outcome } from './attempt.ts';
import { authorize, canRenew } from './authorization.ts';
import { type Call, eventOf, type ReceivedResponse, timeLeft } from './call.ts';
import { notify, warn } from './events.ts';
import { errorOf } from './failure.ts';
import { isTransient } from './network-failure.ts';
import { isMissing, isUnauthorized } from '../status.ts';

/**
 * Returns the response and the call, whose `attempts` and `sent` are updated.
 * @throws MockServicesError
 */
export async function withRetries(
  prepared: Call,
  attempt: (call: Call, headers: Headers | undefined) => Promise<Outcome>,
): Promise<{ readonly call: Call; readonly response: ReceivedResponse }> {
  const { settings, options, endpoint } = prepared;
  let call = prepared;
  let retries = 0;
  let isRenewed = false;
  let authorization = await authorize(call, undefined);
  for (;;) {
    if ('kind' in authorization) throw errorOf(call, authorization);
    const { headers, token } = authorization;
    const outcome = await attempt(call, headers);
    const mayBeDeleted = call.mayHaveBeenApplied && endpoint.method === 'DELETE';
    const attempted = afterAttempt(call, outcome);
    const { result } = outcome;
    if (!('kind' in result)) return { call: attempted, response: result };
    const response = result.kind === 'status' ? result.response : undefined;
    if (response && isMissing(response.status) && mayBeDeleted) {
      const message = 'A retry received a 404, probably because an earlier attempt deleted the resource.';
      warn(settings, { ...eventOf(attempted), kind: 'delete-repeated', message });
      return { call: attempted, response };
    }

    const error = errorOf(attempted, result);
    call = { ...attempted, lastError: error };
    const event = { ...eventOf(call), reason: error.name, ...(response && { status: response.status }) };
    if (response && isUnauthorized(response.status) && canRenew(call) && !isRenewed) {
      // After a 401 response, even a POST request can be resent safely, because the service did not process it.
      isRenewed = true;
      authorization = await authorize(call, token);
      if ('kind' in authorization) continue;
      if (authorization.token === undefined || authorization.token === token) throw error;
      notify(settings, 'onRetry', { ...event, delayMs: 0 });
      continue;
    }
    const retryAfterMs = (error.name === 'ApiError' && error.retryAfterMs) || 0;
    const delayMs = isTransient(result) ? planRetry(call, retryAfterMs, retries) : undefined;
    if (delayMs === undefined) throw error;
    retries += 1;
    notify(settings, 'onRetry', { ...event, delayMs });
    await delay(delayMs, options.signal);
    authorization = await authorize(call, undefined);
  }
}

function afterAttempt(call: Call, { sent, mayHaveBeenApplied }: Outcome): Call {
  return {
    ...call,
    attempts: call.attempts + Math.min(sent.length, 1),
    sent: [...call.sent, ...sent],
    mayHaveBeenApplied: call.mayHaveBeenApplied || mayHaveBeenApplied,
  };
}

const firstBackOffMs = 300;
const longestBackOffMs = 10_000;

/**
 * Returns the delay in milliseconds, or `undefined` if the attempt must not be repeated.
 * @param retryAfterMs - The delay from the `Retry-After` header.
 */
function planRetry(call: Call, retryAfterMs: number, retries: number): number | undefined {
  const { limits, retryUnsafe } = call.options;
  // All methods except POST are idempotent (RFC 9110 §9.2.2).
  const allowed = call.endpoint.method !== 'POST' || retryUnsafe ? limits.maxRetries : 0;
  if (retries >= allowed || retryAfterMs > limits.maxRetryAfter) return undefined;
  // A random delay prevents many clients from retrying at the same time.
  const backOff = Math.random() * Math.min(longestBackOffMs, firstBackOffMs * 2 ** retries);
  const delayMs = Math.max(retryAfterMs, backOff);
  return delayMs > timeLeft(call) ? undefined : delayMs;
}
