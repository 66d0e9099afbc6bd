import { idKey } from '../contract/id-key.ts';
import { operations } from '../contract/operations.ts';
import type { ActivityEntry } from '../contract/resources.ts';
import { AbortError, ActivityError, baseUrlKey } from '../errors.ts';
import { abortWith, delay, longestDelay, race, throwIfAborted } from '../race.ts';
import { checkEntries, checkFields, invalid } from './arguments.ts';
import { contentCoding, decodeBodies } from './body.ts';
import { criteriaOf, matchesOf } from './match.ts';
import { explainNoMatch } from './explain.ts';
import type { ActivityMatcher } from './matcher.ts';

/** An object that reads activity logs, such as a client from `createClient`. */
export interface ActivityReader<Entry extends ActivityEntry = ActivityEntry> {
  readonly activity: {
    list(
      workspaceId: string,
      options: { readonly signal?: AbortSignal | undefined },
    ): PromiseLike<readonly Entry[]>;
  };
}

export interface PollOptions {
  /**
   * First pause in milliseconds between two reads of the log, at least 10. Each pause is 1.5 times as long as the
   * previous pause, up to eight times the first. The default is 250 for `waitForActivity` and 1000 for `watchActivity`.
   */
  readonly interval?: number | undefined;
  /** Stops polling immediately, even during a read. */
  readonly signal?: AbortSignal | undefined;
}

export interface WaitOptions extends PollOptions {
  /**
   * Time limit in milliseconds, even during a read. The default is shorter than the test timeout of Vitest and Jest
   * (5,000 ms).
   * @default 3000
   */
  readonly timeout?: number | undefined;
}

/**
 * Reads a workspace's activity log (§4, endpoint 1) repeatedly until an entry matches. Returns the first match in the
 * log, which may have been recorded before the call. If the matcher has a `body` or `responseBody`, or is a function,
 * bodies are decoded as by `decodeBodies` before the test, and the returned entry has the decoded bodies.
 * @throws {@link ActivityError} `wait-timeout` if no entry matches before the timeout. The error describes the closest
 *   entries.
 * @throws {@link AbortError} if `signal` is aborted.
 * @throws TypeError if the matcher or an option is invalid, or if an entry lacks a field that the matcher reads.
 * @throws The client's error if the log cannot be read.
 */
export async function waitForActivity<Entry extends ActivityEntry = ActivityEntry>(
  client: ActivityReader<Entry>,
  workspaceId: string,
  matcher: ActivityMatcher<Entry>,
  options: WaitOptions = {},
): Promise<Entry> {
  checkOptions(options, ['timeout', 'interval', 'signal']);
  const { timeout = 3000, interval = 250, signal } = options;
  const criteria = criteriaOf(matcher);
  const readsBodies = typeof matcher === 'function' || 'body' in matcher || 'responseBody' in matcher;
  const ending = new AbortController();
  const unlink = abortWith(ending, signal);
  const timer = setTimeout(() => ending.abort(), timeout);
  const pauses = pausesFrom(interval);
  let entries: readonly Entry[] = [];
  let attempts = 0;
  let reads = 0;
  try {
    for (;;) {
      throwIfAborted(ending.signal);
      attempts += 1;
      entries = await readLog(client, workspaceId, ending.signal, 'waitForActivity');
      if (readsBodies) entries = await Promise.all(entries.map(decodedIfPossible));
      reads += 1;
      const [found] = matchesOf('waitForActivity', entries, criteria);
      if (found !== undefined) return found;
      await delay(pauses.next().value, ending.signal);
    }
  } catch (error) {
    if (signal?.aborted) throw abortError(client, workspaceId, attempts, signal.reason);
    if (!ending.signal.aborted) throw error;
    throw timeoutError(timeout, reads, reads === 0 ? unread : explainNoMatch(entries, matcher));
  } finally {
    clearTimeout(timer);
    unlink();
  }
}

/**
 * Polls a workspace's activity log (§4, endpoint 1) and yields each entry once, starting with the existing entries. New
 * entries from the same read are sorted by timestamp, with invalid timestamps last. Ids that differ only in upper and
 * lower case are equal. Polling continues after the log is cleared.
 *
 * The log is read only when your loop requests the next entry, and the pauses between reads grow while there are no new
 * entries. Leaving the loop, or calling `return()`, stops the polling at once.
 * @throws TypeError from the call itself, before the loop starts, if an option is invalid.
 * @throws {@link AbortError} from the loop, if `signal` is aborted.
 * @throws The client's error from the loop, if the log cannot be read.
 * @example
 * ```ts
 * import { watchActivity } from '@mock-services/sdk/activity';
 *
 * for await (const { request, response } of watchActivity(client, workspaceId)) {
 *   console.log(request.method, request.path, response.statusCode);
 * }
 * ```
 */
export function watchActivity<Entry extends ActivityEntry = ActivityEntry>(
  client: ActivityReader<Entry>,
  workspaceId: string,
  options: PollOptions = {},
): AsyncGenerator<Entry, void, undefined> {
  checkOptions(options, ['interval', 'signal']);
  const ending = new AbortController();
  const entries = watch(client, workspaceId, options, ending);
  const end = entries.return.bind(entries);
  return Object.assign(entries, {
    // Abort the wait, because a generator that is waiting for an entry cannot otherwise return before an entry arrives.
    return: (value: void | PromiseLike<void>) => {
      ending.abort();
      return end(value);
    },
  });
}

async function* watch<Entry extends ActivityEntry>(
  client: ActivityReader<Entry>,
  workspaceId: string,
  { interval = 1000, signal }: PollOptions,
  ending: AbortController,
): AsyncGenerator<Entry, void, undefined> {
  const unlink = abortWith(ending, signal);
  const seen = new SeenIds();
  let pauses = pausesFrom(interval);
  let attempts = 0;
  try {
    for (;;) {
      throwIfAborted(ending.signal);
      attempts += 1;
      const log = await readLog(client, workspaceId, ending.signal, 'watchActivity');
      const entries = seen.unseenOf(log).sort(byTime);
      for (const entry of entries) {
        throwIfAborted(ending.signal);
        yield entry;
      }
      if (entries.length > 0) pauses = pausesFrom(interval);
      await delay(pauses.next().value, ending.signal);
    }
  } catch (error) {
    if (signal?.aborted) throw abortError(client, workspaceId, attempts, signal.reason);
    if (!ending.signal.aborted) throw error;
  } finally {
    unlink();
  }
}

/** Returns an entry unchanged if a body cannot be decoded, because the timeout error will explain the problem. */
async function decodedIfPossible<Entry extends ActivityEntry>(entry: Entry): Promise<Entry> {
  if (contentCoding(entry, 'request') === '' && contentCoding(entry, 'response') === '') return entry;
  const [decoded = entry] = await decodeBodies([entry]).catch(() => [entry]);
  return decoded;
}

const unread = 'The log could not be read in that time. Check the service, or raise the timeout.';

function timeoutError(timeoutMs: number, reads: number, explanation: string): ActivityError {
  const read = reads === 0 ? '' : `; the log was read ${reads === 1 ? 'once' : `${reads} times`}`;
  const message = `Nothing matched within ${timeoutMs} ms${read}. ${explanation}`;
  return new ActivityError('wait-timeout', message, { timeoutMs, reads, explanation });
}

function abortError(
  { activity }: ActivityReader,
  workspaceId: string,
  attempts: number,
  cause: unknown,
): AbortError {
  const { method, path } = operations.listActivity;
  const { [baseUrlKey]: baseUrl = '' } = activity as { readonly [baseUrlKey]?: string };
  const url = baseUrl + path.replace(':workspaceId', encodeURIComponent(workspaceId));
  const facts = { operation: 'listActivity', method, url, attempts, mayHaveBeenApplied: false } as const;
  return new AbortError('waiting for activity was aborted by its signal.', facts, { cause });
}

function byTime(one: ActivityEntry, other: ActivityEntry): number {
  // Replace NaN, which is the difference of two infinite times, by 0.
  return timeOf(one) - timeOf(other) || 0;
}

function timeOf({ timestamp }: ActivityEntry): number {
  const time = Date.parse(timestamp);
  return Number.isNaN(time) ? Infinity : time;
}

/** Number of ids to remember, or the length of the latest log if the log is longer. */
const minRemembered = 100_000;

class SeenIds {
  readonly #ids = new Set<string>();

  unseenOf<Entry extends { readonly id: string }>(log: readonly Entry[]): Entry[] {
    const unseen = log.filter(({ id }) => {
      const key = idKey(id);
      const isNew = !this.#ids.has(key);
      // Delete and add a known id, which moves the id to the end of the set.
      if (!isNew) this.#ids.delete(key);
      this.#ids.add(key);
      return isNew;
    });
    for (const id of this.#ids) {
      if (this.#ids.size <= Math.max(minRemembered, log.length)) break;
      this.#ids.delete(id);
    }
    return unseen;
  }
}

function checkOptions(options: WaitOptions, known: readonly (keyof WaitOptions)[]): void {
  checkFields('options', options, known, 'option');
  const { timeout = 0, interval = 0, signal } = options;
  for (const [name, ms] of Object.entries({ timeout, interval })) {
    if (typeof ms === 'number' && ms >= 0 && ms <= longestDelay) continue;
    throw invalid(`options.${name}`, `a number of milliseconds from 0 to ${longestDelay}`, ms);
  }
  // Do not use `instanceof`, because test environments such as jsdom have their own `AbortSignal` class.
  const isSignal = typeof (signal as EventTarget | null | undefined)?.addEventListener === 'function';
  // JavaScript callers may pass `null`.
  if (!isSignal && (signal ?? undefined) !== undefined)
    throw invalid('options.signal', 'an AbortSignal', signal);
}

function* pausesFrom(interval: number): Generator<number, never, undefined> {
  const first = Math.max(interval, 10);
  let pause = first;
  for (;;) {
    yield pause;
    pause = Math.min(pause * 1.5, first * 8, longestDelay);
  }
}

/** Rejects immediately after the signal is aborted, even if the reader ignores the signal. */
async function readLog<Entry extends ActivityEntry>(
  { activity }: ActivityReader<Entry>,
  workspaceId: string,
  signal: AbortSignal,
  owner: string,
): Promise<readonly Entry[]> {
  const log = await race(Promise.resolve(activity.list(workspaceId, { signal })), signal, Infinity);
  if (typeof log !== 'symbol') {
    checkEntries(owner, log, []);
    return log;
  }
  throw signal.reason;
}
