import { activityEntry as schema, type ActivityEntry } from '@mock-services/sdk/contract';
import { fromHar, redact } from '@mock-services/sdk/activity';
import { atomically, conforming, refuseTaken } from './arrange.ts';
import { arrangeError } from './arrange-error.ts';
import { captureFetch, type CaptureOptions } from './capture.ts';
import { entryOf, type Exchange } from './exchange.ts';
import type { FetchFunction } from './fetch.ts';
import { decode, encode } from './json.ts';
import { Log } from './log.ts';
import type { World } from './world.ts';

/** The activity logs of a fake server, to arrange and to look at without a request. What is returned is a copy. */
export interface ArrangedActivity {
  /**
   * Adds an entry at the end of a workspace's log. What is left out of it is filled in: the next identifiers, the
   * time, `GET https://api.example/`, status 200, no headers, no bodies and a response time of 0 ms (§2.5). Beyond
   * `maxActivityEntries` the oldest entry goes.
   *
   * @throws {ArrangeError} when there is no such workspace, when the entry is not what the interface describes, or
   * when its id is taken.
   *
   * @example
   * ```ts
   * fake.activity.record(workspaceId, {
   *   request: { method: 'POST', url: 'https://payments.example/payments', body: { amount: 100 } },
   *   response: { statusCode: 503, responseTimeMs: 2000 },
   * });
   * ```
   */
  readonly record: (workspaceId: string, exchange?: Exchange) => ActivityEntry;
  /**
   * Adds the exchanges of an HTTP Archive at the end of a workspace's log, all of them or none.
   *
   * @param har - The text of a HAR file, or what `JSON.parse` makes of it.
   * @returns The entries that were added.
   * @throws {ArrangeError} when there is no such workspace, or the id of an entry is taken.
   * @throws {HarError} (`@mock-services/sdk/activity`) when it is no HTTP Archive.
   *
   * @example
   * ```ts
   * import { readFile } from 'node:fs/promises';
   *
   * fake.activity.fromHar(workspaceId, await readFile('recorded.har', 'utf8'));
   * ```
   */
  readonly fromHar: (workspaceId: string, har: unknown) => ActivityEntry[];
  /**
   * The entries of a workspace's log, oldest first.
   *
   * @throws {ArrangeError} when there is no such workspace.
   */
  readonly list: (workspaceId: string) => ActivityEntry[];
  /**
   * Empties a workspace's log.
   *
   * @throws {ArrangeError} when there is no such workspace.
   */
  readonly clear: (workspaceId: string) => void;
  /**
   * Removes one entry. Returns whether there was one.
   *
   * @throws {ArrangeError} when there is no such workspace.
   */
  readonly remove: (workspaceId: string, entryId: string) => boolean;
  /**
   * Wraps a `fetch`, so that each exchange through it is recorded in a workspace's log: without
   * credentials (as `redact` of `@mock-services/sdk/activity` removes them), and with `maxBodyBytes` of each body at most. An
   * exchange is recorded before its response is returned; one that fails is not recorded. The response time is
   * measured by the fake server's clock.
   *
   * @throws {ArrangeError} when there is no such workspace.
   *
   * @example
   * ```ts
   * const recorded = fake.activity.capture(workspaceId, fake.fetch);
   * await recorded(`${fake.baseUrl}/health`);
   * fake.activity.list(workspaceId).at(-1)?.response.statusCode;
   * ```
   */
  readonly capture: (workspaceId: string, fetch: FetchFunction, options?: CaptureOptions) => FetchFunction;
}

/** @param most How many entries a log has at most. */
export function arrangeActivity(world: World, most: number): ArrangedActivity {
  const { activity: table, ids, clock } = world;

  const logOf = (call: string, workspaceId: string): Log => {
    const log = table.get(workspaceId);
    if (!log) throw arrangeError(call, 'workspaceId', 'id of a workspace', 'another');
    return log;
  };
  const has = (log: Log, id: unknown): boolean => {
    const sought = String(id).toLowerCase();
    return Array.from(log).some((entry) => decode(entry).id.toLowerCase() === sought);
  };

  const record = (workspaceId: string, exchange: Exchange = {}, clean = untouched): ActivityEntry => {
    const call = 'activity.record';
    const log = logOf(call, workspaceId);
    const defaults = { id: () => ids.uuid(), timestamp: () => clock.stamp() };
    const whole = conforming(call, schema, entryOf(call, exchange, defaults));
    const entry = encode(clean(whole));
    refuseTaken(call, exchange.id !== undefined && has(log, exchange.id));
    table.set(workspaceId, log.with(entry, most));
    return decode(entry);
  };

  const importHar = (workspaceId: string, har: unknown): ActivityEntry[] => {
    const call = 'activity.fromHar';
    let log = logOf(call, workspaceId);
    const entries = fromHar(har).map((entry) => conforming(call, schema, entry));
    const ids = new Set(Array.from(log, (entry) => decode(entry).id.toLowerCase()));
    for (const entry of entries) {
      const id = entry.id.toLowerCase();
      refuseTaken(call, ids.has(id));
      ids.add(id);
      log = log.with(encode(entry), most);
    }
    table.set(workspaceId, log);
    return entries;
  };

  return {
    fromHar: importHar,
    record: (workspaceId, exchange) => atomically(world, () => record(workspaceId, exchange)),
    list: (workspaceId) => Array.from(logOf('activity.list', workspaceId), decode),
    clear: (workspaceId) => {
      logOf('activity.clear', workspaceId);
      table.set(workspaceId, Log.empty);
    },
    remove: (workspaceId, entryId) => {
      const log = logOf('activity.remove', workspaceId);
      const exists = has(log, entryId);
      const id = entryId.toLowerCase();
      if (exists)
        table.set(
          workspaceId,
          log.filter((entry) => decode(entry).id.toLowerCase() !== id),
        );
      return exists;
    },
    capture: (workspaceId, fetch, options) => {
      logOf('activity.capture', workspaceId);
      return captureFetch(
        {
          fetch,
          now: () => clock.now(),
          record: (it) => atomically(world, () => record(workspaceId, it, withoutCredentials)),
        },
        options,
      );
    },
  };
}

const untouched = (entry: ActivityEntry): ActivityEntry => entry;

const withoutCredentials = (entry: ActivityEntry): ActivityEntry => redact([entry])[0] ?? entry;
