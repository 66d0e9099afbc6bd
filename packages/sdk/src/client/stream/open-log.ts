import type { ReceivedResponse } from '../attempt.ts';
import type { Call } from '../call.ts';
import type { ActivityStream } from '../client.ts';
import type { loadFailure, loadRefusal } from '../on-demand.ts';
import { chunksOf } from './chunks.ts';

/** What the rest of the client does for a stream: given, since what both sides import would be a file of its own. */
export interface Services {
  readonly send: (call: Call) => Promise<ReceivedResponse>;
  readonly loadFailure: typeof loadFailure;
  readonly loadRefusal: typeof loadRefusal;
}

/** Asks for an activity log and hands on its body as it arrives. */
export async function openLog(
  call: Call,
  { send, loadFailure, loadRefusal }: Services,
): Promise<ActivityStream> {
  const { client, options } = call.terms;
  call.streams = true;
  const { raw } = await send(call);
  // A log may take as long as it is long, unless the call itself says otherwise.
  if ((options.totalTimeout ?? undefined) === undefined) call.deadline = Infinity;
  return {
    chunks: chunksOf(call, raw.body, loadFailure),
    failure: async (reason) =>
      reason === 'not JSON'
        ? (await loadFailure(call)).notJson(call, raw.status)
        : (await loadRefusal(call)).refusal(call, 'response', reason),
    validation: client.validation,
    warn: async (issues) => (await loadRefusal(call)).warnOf(call, issues),
  };
}
