import { attempt, type ReceivedResponse } from './attempt.ts';
import type { Call } from './call.ts';
import { loadFailure } from './on-demand.ts';

/** How an attempt went: with a response, or with whatever was thrown. */
export interface Outcome {
  readonly received?: ReceivedResponse;
  readonly thrown?: unknown;
}

/**
 * Sends a request until it succeeds, or until another attempt is not worth it.
 *
 * @throws One of the errors of the tree, whatever goes wrong.
 */
export async function send(call: Call): Promise<ReceivedResponse> {
  let outcome: Outcome;
  try {
    const received = await attempt(call);
    if (received.raw.ok) return received;
    outcome = { received };
  } catch (thrown) {
    const end = call.ended(thrown);
    if (end !== undefined) throw end;
    outcome = { thrown };
  }
  return (await loadFailure(call)).recover(call, outcome, attempt);
}
