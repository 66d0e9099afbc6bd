import { attempt, type ReceivedResponse } from '../attempt.ts';
import type { Call } from '../call.ts';
import { ended } from '../ended.ts';
import type { MockServicesError } from '../errors/base.ts';
import { tell } from '../observers.ts';
import type { Outcome } from '../send.ts';
import { OutOfTime, within } from '../within.ts';
import { apiFailure } from './api-failure.ts';
import { networkFailure } from './network-failure.ts';
import { RetryPolicy } from './retry-policy.ts';

/**
 * Goes on after an attempt that did not succeed: repeats it while that is worth it.
 *
 * @throws The failure of the last attempt, or what ended the call before.
 */
export async function recover(call: Call, first: Outcome): Promise<ReceivedResponse> {
  const policy = new RetryPolicy(call);
  let outcome = first;
  for (;;) {
    const answer = judge(call, outcome, policy);
    if (!(answer instanceof Error)) return answer;
    if (!policy.shouldRetry(answer)) throw answer;
    outcome = await repeat(call, policy.delayMs);
  }
}

/** The response of a call that is done, or why it is not. */
function judge(
  call: Call,
  { received, thrown }: Outcome,
  policy: RetryPolicy,
): ReceivedResponse | MockServicesError {
  if (received === undefined) {
    // What was explained already is final.
    if (thrown === call.explained) throw thrown;
    return ended(call, thrown, policy.lastFailure) ?? networkFailure(call, thrown);
  }
  if (received.raw.ok) return received;
  const error = apiFailure(call, received, Date.now());
  if (!policy.isDone(error)) return error;
  tell(call.terms.client.observers.onWarning, () => ({
    ...call.event,
    kind: 'delete-repeated' as const,
    message: 'The response to an earlier attempt was lost; this one found nothing left to delete.',
  }));
  return received;
}

async function repeat(call: Call, delayMs: number): Promise<Outcome> {
  try {
    await pause(delayMs, call.signal);
    return { received: await attempt(call) };
  } catch (thrown) {
    return { thrown };
  }
}

async function pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await within(new Promise<never>(() => undefined), { signal, timeLeft: delayMs });
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
  }
}
