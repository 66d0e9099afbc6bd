import type { ActivityEntry } from '../../contract/resources.ts';
import { WaitAbortedError } from '../errors/wait-errors.ts';
import {
  abortable,
  type ActivityReader,
  checkDelay,
  pausesFrom,
  type PollOptions,
  sleep,
} from './polling.ts';

/**
 * Polls a workspace's activity log (§4, endpoint 1) and yields each entry once: first the existing ones, then
 * new ones, ordered by timestamp within each read. It continues after the log is cleared. The log is read when
 * the loop requests the next entry, so a slow loop reads less often, and leaving the loop stops the polling.
 * The pause between two reads (`interval`, by default 1000 ms) grows while there are no new entries.
 *
 * @param workspaceId - UUID.
 * @throws {@link ArgumentError} at once when an option is invalid. The loop throws {@link WaitAbortedError} when
 *   `signal` is aborted, and the client's error when the log cannot be read.
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
  // Callers without types may pass `null`.
  return watch(client, workspaceId, interval, signal ?? undefined);
}

async function* watch(
  client: ActivityReader,
  workspaceId: string,
  interval: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<ActivityEntry, never, undefined> {
  const seen = new SeenIds();
  let pauses = pausesFrom(interval);
  try {
    for (;;) {
      signal?.throwIfAborted();
      const log = await abortable(client.activity.list(workspaceId, { signal }), signal);
      const entries = seen.unseenOf(log).sort(byTime);
      for (const entry of entries) {
        signal?.throwIfAborted();
        yield entry;
      }
      if (entries.length > 0) pauses = pausesFrom(interval);
      await sleep(pauses.next().value, signal);
    }
  } catch (error) {
    if (signal?.aborted === true) throw new WaitAbortedError(signal.reason);
    throw error;
  }
}

function byTime(one: ActivityEntry, other: ActivityEntry): number {
  // Entries with an invalid timestamp keep their order.
  return Date.parse(one.timestamp) - Date.parse(other.timestamp) || 0;
}

/** The fewest ids to remember. */
const minRemembered = 100_000;

/** The ids of entries seen so far. It forgets the oldest, but none of the last log. */
class SeenIds {
  readonly #ids = new Set<string>();

  /** Adds the ids of a log, and returns its entries with new ids, each once. */
  unseenOf<Entry extends { readonly id: string }>(log: readonly Entry[]): Entry[] {
    const unseen = log.filter(({ id }) => {
      const isNew = !this.#ids.has(id);
      // Moves the id to the end, where it is forgotten last.
      if (!isNew) this.#ids.delete(id);
      this.#ids.add(id);
      return isNew;
    });
    for (const id of this.#ids) {
      if (this.#ids.size <= Math.max(minRemembered, log.length)) break;
      this.#ids.delete(id);
    }
    return unseen;
  }
}
