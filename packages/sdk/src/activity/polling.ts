import type { ActivityEntry } from '../contract/resources.ts';
import { delay, race } from '../race.ts';
import { WaitAbortedError, WaitTimeoutError } from './errors.ts';
import { explainNoMatch, findActivity } from './find.ts';
import { type ActivityMatcher, ArgumentError, criteriaOf } from './matcher.ts';

/** An object that can read activity logs, such as a client from `createClient`. */
export interface ActivityReader {
  readonly activity: {
    /** Reads all entries of a workspace's activity log (§4, endpoint 1). */
    list(
      workspaceId: string,
      options: { readonly signal?: AbortSignal | undefined },
    ): PromiseLike<readonly ActivityEntry[]>;
  };
}

/** Options for polling. */
export interface PollOptions {
  /**
   * Milliseconds between the first two reads of the log. The minimum is 10. Each further pause is 1.5 times as long as
   * the pause before it, up to eight times the first pause.
   */
  readonly interval?: number | undefined;
  /** Signal that stops the polling when it is aborted. The signal can interrupt a read. */
  readonly signal?: AbortSignal | undefined;
}

/** Options for waiting. The default `interval` is 250 ms. */
export interface WaitOptions extends PollOptions {
  /**
   * Milliseconds until the wait fails. The timeout can interrupt a read of the log.
   *
   * @default 10_000
   */
  readonly timeout?: number | undefined;
}

/**
 * Reads a workspace's activity log (§4, endpoint 1) repeatedly until an entry matches.
 *
 * @param workspaceId - UUID of the workspace.
 * @returns The first matching entry of the log. The entry may have been recorded before the call.
 * @throws {@link WaitTimeoutError} if no entry matches before the timeout. The error describes the closest entries.
 * @throws {@link WaitAbortedError} if `signal` is aborted.
 * @throws {@link ArgumentError} if the matcher or an option is invalid. If the log cannot be read, the function throws
 *   the client's error.
 * @example
 * ```ts
 * import { bodyOf, waitForActivity } from '@mock-services/sdk/activity';
 *
 * const entry = await waitForActivity(client, workspaceId, { method: 'POST', path: '/orders' });
 * expect(bodyOf(entry.request).json()).toMatchObject({ sku: 'A-1' });
 * ```
 */
export async function waitForActivity(
  client: ActivityReader,
  workspaceId: string,
  matcher: ActivityMatcher,
  { timeout = 10_000, interval = 250, signal }: WaitOptions = {},
): Promise<ActivityEntry> {
  checkDelay('options.timeout', timeout);
  checkDelay('options.interval', interval);
  criteriaOf(matcher);
  const controller = new AbortController();
  const { signal: stop } = controller;
  const timer = setTimeout(() => {
    controller.abort();
  }, timeout);
  const abort = () => controller.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  const pauses = pausesFrom(interval);
  let entries: readonly ActivityEntry[] = [];
  let reads = 0;
  try {
    for (;;) {
      stop.throwIfAborted();
      entries = await readLog(client, workspaceId, stop);
      reads += 1;
      const [found] = findActivity(entries, matcher);
      if (found !== undefined) return found;
      await delay(pauses.next().value, stop);
    }
  } catch (error) {
    if (signal?.aborted === true) throw new WaitAbortedError(signal.reason);
    if (!stop.aborted) throw error;
    throw new WaitTimeoutError({ timeoutMs: timeout, reads, explanation: explainNoMatch(entries, matcher) });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/**
 * Polls a workspace's activity log (§4, endpoint 1) and yields each entry once. Existing entries are yielded before new
 * entries. New entries from the same read are yielded in the order of their timestamps. Polling continues after the log
 * is cleared.
 *
 * The log is only read when your loop requests the next entry. Leaving the loop stops the polling. The first pause
 * between two reads lasts `interval` milliseconds (default: 1000). The pauses become longer while there are no new
 * entries.
 *
 * @param workspaceId - UUID of the workspace.
 * @throws {@link ArgumentError} if an option is invalid. The function call itself throws the error, before the loop
 *   starts.
 * @throws {@link WaitAbortedError} in the loop if `signal` is aborted. If the log cannot be read, the loop throws the
 *   client's error.
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
  // JavaScript callers may pass `null`.
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
      const log = await readLog(client, workspaceId, signal);
      const entries = seen.unseenOf(log).sort(byTime);
      for (const entry of entries) {
        signal?.throwIfAborted();
        yield entry;
      }
      if (entries.length > 0) pauses = pausesFrom(interval);
      await delay(pauses.next().value, signal);
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

/**
 * Maximum number of remembered ids. If the latest log has more entries than this limit, all ids in the latest log are
 * remembered.
 */
const minRemembered = 100_000;

/**
 * The ids of the entries that were already yielded. When there are too many ids, the oldest ids are removed. Ids in the
 * most recently read log are never removed from the set.
 */
class SeenIds {
  readonly #ids = new Set<string>();

  /** Adds the ids of a log to the known ids. Returns the entries whose ids are new. */
  unseenOf<Entry extends { readonly id: string }>(log: readonly Entry[]): Entry[] {
    const unseen = log.filter(({ id }) => {
      const isNew = !this.#ids.has(id);
      // Deleting an id and adding it again moves the id to the end of the set. The ids at the start are removed first.
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

/** The longest delay that a timer supports: 2^31 - 1 ms. */
const maxDelay = 2_147_483_647;

/** @throws {@link ArgumentError} if a timer does not support the delay. */
function checkDelay(argument: string, value: unknown): void {
  if (typeof value === 'number' && value >= 0 && value <= maxDelay) return;
  throw new ArgumentError(argument, `a number of milliseconds from 0 to ${maxDelay}`, value);
}

/** Yields the pauses between reads in milliseconds. */
function* pausesFrom(interval: number): Generator<number, never, undefined> {
  const first = Math.max(interval, 10);
  let pause = first;
  for (;;) {
    yield pause;
    pause = Math.min(pause * 1.5, first * 8, maxDelay);
  }
}

/** Reads the log once. The promise rejects as soon as the signal is aborted, even if the reader ignores the signal. */
async function readLog(
  { activity }: ActivityReader,
  workspaceId: string,
  signal: AbortSignal | undefined,
): Promise<readonly ActivityEntry[]> {
  const log = await race(Promise.resolve(activity.list(workspaceId, { signal })), signal, Infinity);
  if (typeof log !== 'symbol') return log;
  throw signal?.reason;
}
