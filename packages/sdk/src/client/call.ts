import { delay } from '../race.ts';
import { attempt } from './attempt.ts';
import { authorize, canRenew } from './authorization.ts';
import type { Call, ReceivedResponse } from './context.ts';
import { notify, warn } from './events.ts';
import { errorOf, isTransient } from './failure.ts';
import { planRetry } from './retry.ts';
import { isMissing, isUnauthorized } from './status.ts';

/** @throws MockServicesError */
export async function send(call: Call): Promise<ReceivedResponse> {
  const { settings, options } = call;
  let retries = 0;
  let isRenewed = false;
  let authorization = await authorize(call, undefined);
  for (;;) {
    if ('kind' in authorization) throw errorOf(call, authorization);
    const { headers, token } = authorization;
    const { wasSent, mayHaveBeenApplied, result } = await attempt(call, headers);
    const mayBeDeleted = call.mayHaveBeenApplied && call.endpoint.method === 'DELETE';
    if (wasSent) call.attempts += 1;
    call.mayHaveBeenApplied ||= mayHaveBeenApplied;
    if (!('kind' in result)) return result;
    const response = result.kind === 'status' ? result.response : undefined;
    if (response && isMissing(response.status) && mayBeDeleted) {
      const message = 'A retry received a 404, probably because an earlier attempt deleted the resource.';
      warn(settings, { ...call.event, kind: 'delete-repeated', message });
      return response;
    }

    const error = errorOf(call, result);
    call.lastError = error;
    const event = { ...call.event, reason: error.name, ...(response && { status: response.status }) };
    if (response && isUnauthorized(response.status) && canRenew(call) && !isRenewed) {
      // The service refused the request, so even a POST can be resent safely, but only with another token.
      isRenewed = true;
      authorization = await authorize(call, token);
      if ('kind' in authorization) continue;
      if (authorization.token === undefined || authorization.token === token) throw error;
      notify(settings, 'onRetry', { ...event, delayMs: 0 });
      continue;
    }
    const retryAfterMs = error.name === 'ApiError' ? error.retryAfterMs : 0;
    const delayMs = planRetry(call, isTransient(result), retryAfterMs ?? 0, retries);
    if (delayMs === undefined) throw error;
    retries += 1;
    notify(settings, 'onRetry', { ...event, delayMs });
    await delay(delayMs, options.signal);
    authorization = await authorize(call, undefined);
  }
}
