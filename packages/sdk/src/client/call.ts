/** This module sends the request of a call, and retries the request if it fails. */
import { attempt } from './attempt.ts';
import type { Call, ReceivedResponse, SentHeaders } from './context.ts';
import { notify } from './events.ts';
import { abortError, responseError, timeoutError } from './failure.ts';
import { aborted, delay, race, timedOut } from '../race.ts';
import { planRetry, type FailedAttempt, type RetryHistory } from './retry.ts';

/**
 * Sends the request of a call. If the request fails and the retry rules allow a retry, the request is sent again.
 *
 * @param isStream - Whether to leave the body of a successful response unread. A stream reads the body later.
 * @throws MockServicesError for every failure.
 */
export async function send(call: Call, isStream = false): Promise<ReceivedResponse> {
  const { settings, options } = call;
  let history: RetryHistory = { retries: 0, renewed: false };
  let rejected: string | undefined;
  for (;;) {
    const { headers, token, isReplaced } = await headersFor(call, rejected);
    const wasApplied = call.mayHaveBeenApplied;
    const outcome = await attempt(call, headers, isStream);
    const isResponse = 'status' in outcome;
    if (isResponse && outcome.ok) return outcome;
    if (isResponse && outcome.status === 404 && wasApplied && call.endpoint.method === 'DELETE') {
      const message = 'A retry received a 404, probably because an earlier attempt deleted the resource.';
      notify(settings, 'onWarning', { ...call.event, kind: 'delete-repeated', message });
      return outcome;
    }
    const { error, isTransient }: FailedAttempt = isResponse
      ? { error: responseError(call, outcome), isTransient: true }
      : outcome;
    const canRenew = settings.authorization.canRenew && !isReplaced;
    const retry = planRetry(call, { error, isTransient }, canRenew, history);
    if (!retry) throw error;

    rejected = retry.renewed && !history.renewed ? token : undefined;
    history = retry;
    call.failure = error;
    const status = error.name === 'ApiError' && { status: error.status };
    notify(settings, 'onRetry', { ...call.event, reason: error.name, ...status, delayMs: retry.delayMs });
    await delay(retry.delayMs, options.signal);
  }
}

/**
 * Returns the caller's headers and token for the next attempt.
 *
 * @throws AbortError | TimeoutError | NetworkError | ValidationError
 */
async function headersFor(call: Call, rejected: string | undefined): Promise<Partial<SentHeaders>> {
  const { settings, options } = call;
  const { signal } = options;
  if (signal?.aborted) throw abortError(call);
  if (settings.authorization.isEmpty && options.headers === undefined) return {};
  const collected = await race(settings.authorization.headersFor(call, rejected), signal, call.timeLeft);
  if (collected === aborted) throw abortError(call);
  if (collected === timedOut) throw timeoutError(call, 'totalTimeout', 'a token or headers');
  return collected;
}
