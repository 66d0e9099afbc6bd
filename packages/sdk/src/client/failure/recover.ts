import type { attempt, ReceivedResponse } from '../attempt.ts';
import type { Call } from '../call.ts';
import type { AnyMockServicesError } from '../errors/any-error.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { NetworkError } from '../errors/network-error.ts';
import type { Outcome } from '../send.ts';
import { apiFailure } from './api-failure.ts';
import { networkFailure } from './network-failure.ts';
import { RetryPolicy } from './retry-policy.ts';

/**
 * Goes on after an attempt that did not succeed: repeats it while that is worth it.
 *
 * @param again - Makes another attempt.
 * @throws The failure of the last attempt, or what ended the call before.
 */
export async function recover(call: Call, first: Outcome, again: typeof attempt): Promise<ReceivedResponse> {
  const policy = new RetryPolicy(call);
  let outcome = first;
  for (;;) {
    const answer = judge(call, outcome, policy);
    if (!(answer instanceof Error)) return answer;
    if (!policy.shouldRetry(answer)) throw answer;
    outcome = await repeat(call, policy.delayMs, again);
  }
}

/** The response of a call that is done, or why it is not. */
function judge(
  call: Call,
  { received, thrown }: Outcome,
  policy: RetryPolicy,
): ReceivedResponse | AnyMockServicesError {
  if (received === undefined) {
    // What was explained already is final. A `fetch` may reject with nothing at all.
    if (call.explained !== undefined && thrown === call.explained) throw thrown;
    return call.ended(thrown, { lastFailure: policy.lastFailure }) ?? networkFailure(call, thrown);
  }
  if (received.raw.ok) return received;
  const error = refusalIn(call, received);
  if (error.name !== 'ApiError' || !policy.isDone(error)) return error;
  call.tell('onWarning', {
    kind: 'delete-repeated',
    message: 'The response to an earlier attempt was lost; this one found nothing left to delete.',
  });
  return received;
}

/** What a double of a response lacks shows when it is read. */
function refusalIn(call: Call, received: ReceivedResponse): ApiError | NetworkError {
  try {
    return apiFailure(call, received, Date.now());
  } catch (thrown) {
    return networkFailure(call, thrown);
  }
}

async function repeat(call: Call, delayMs: number, again: typeof attempt): Promise<Outcome> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pause = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, delayMs);
  });
  try {
    await call.within(pause);
    return { received: await again(call) };
  } catch (thrown) {
    return { thrown };
  } finally {
    clearTimeout(timer);
  }
}
