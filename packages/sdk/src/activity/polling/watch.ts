import type { ActivityEntry } from '../../contract/resources.ts';
import { WaitAbortedError } from '../errors/wait-aborted-error.ts';
import { abortable, checkDelay, Pauses } from './pauses.ts';
import type { ActivityReader, PollOptions } from './reader.ts';
import { SeenIds } from './seen-ids.ts';

/**
 * Reads a workspace's activity log (§4, endpoint 1) again and again and gives each entry once: first those
 * that are there, then those that come, in the order of their timestamps within one read. It goes on when
 * the log is cleared. The log is read when the next entry is asked for, so a slow loop reads less often, and
 * leaving the loop ends it. The pause between two reads (`interval`, 1000 ms) grows while nothing comes.
 *
 * @param workspaceId - UUID.
 * @throws {@link ArgumentError} at once when an option has no meaning. The loop throws
 *   {@link WaitAbortedError} when `signal` was aborted, and what the client rejects with when the log cannot
 *   be read.
 * @example
 * ```ts
 * import { watchActivity } from '@mock-services/sdk/activity';
 *
 * for await (const { request, response } of watchActivity(client, workspaceId)) {
 *   console.log(request.method, request.path, response.statusCode);
 * }
 * ```
 */
export function watchActivity(
  client: ActivityReader,
  workspaceId: string,
  { interval = 1000, signal }: PollOptions = {},
): AsyncGenerator<ActivityEntry, never, undefined> {
  checkDelay('options.interval', interval);
  return watch(client, workspaceId, new Pauses(interval), signal);
}

async function* watch(
  client: ActivityReader,
  workspaceId: string,
  pauses: Pauses,
  signal: AbortSignal | undefined,
): AsyncGenerator<ActivityEntry, never, undefined> {
  const seen = new SeenIds();
  try {
    for (;;) {
      signal?.throwIfAborted();
      const log = await abortable(client.activity.list(workspaceId, { signal }), signal);
      const entries = seen.unseenOf(log).sort(byTime);
      for (const entry of entries) {
        signal?.throwIfAborted();
        yield entry;
      }
      if (entries.length > 0) pauses.reset();
      await pauses.wait(signal);
    }
  } catch (error) {
    if (signal?.aborted === true) throw new WaitAbortedError(signal.reason);
    throw error;
  }
}

function byTime(one: ActivityEntry, other: ActivityEntry): number {
  // Where a timestamp cannot be read the order stays as it is.
  return Date.parse(one.timestamp) - Date.parse(other.timestamp) || 0;
}
