import { delay } from '../race.ts';
import { attempt } from './attempt.ts';
import { authorize, canRenew } from './authorization.ts';
import type { Call, ReceivedResponse } from './context.ts';
import { notify, warn } from './events.ts';
import { errorOf, isTransient, responseError } from './failure.ts';
import { planRetry } from './retry.ts';

/**
 * @param isStream - Whether to leave the body of a successful response unread.
 * @throws MockServicesError
 */
export async function send(call: Call, isStream = false): Promise<ReceivedResponse> {
  const { settings, options } = call;
  let retries = 0;
  let isRenewed = false;
  let authorization = await authorize(call, undefined);
  for (;;) {
    const { headers, token } = authorization;
    const { wasSent, mayHaveBeenApplied, credentials, result } = await attempt(call, headers, isStream);
    const mayBeDeleted = call.mayHaveBeenApplied && call.endpoint.method === 'DELETE';
    if (wasSent) call.attempts += 1;
    call.mayHaveBeenApplied ||= mayHaveBeenApplied;
    const response = 'kind' in result ? undefined : result;
    if (response?.ok) return response;
    if (response?.status === 404 && mayBeDeleted) {
      const message = 'A retry received a 404, probably because an earlier attempt deleted the resource.';
      warn(settings, { ...call.event, kind: 'delete-repeated', message });
      return response;
    }

    const error = 'kind' in result ? errorOf(call, result) : responseError(call, result, credentials);
    call.lastError = error;
    const event = { ...call.event, reason: error.name, ...(response && { status: response.status }) };
    if (response?.status === 401 && canRenew(call) && !isRenewed) {
      // The service refused the request, so even a POST can be resent safely, but only with another token.
      isRenewed = true;
      authorization = await authorize(call, token);
      if (authorization.token === undefined || authorization.token === token) throw error;
      notify(settings, 'onRetry', { ...event, delayMs: 0 });
      continue;
    }
    const delayMs = planRetry(call, error, isTransient(result), retries);
    if (delayMs === undefined) throw error;
    retries += 1;
    notify(settings, 'onRetry', { ...event, delayMs });
    await delay(delayMs, options.signal);
    authorization = await authorize(call, undefined);
  }
}
