import { JournalError } from '../errors.ts';
import { unusedFaults } from '../faults/faults.ts';
import { countOption, durationOption } from '../option-checks.ts';
import type { Duration } from '../time/duration.ts';
import { pause, Release } from '../time/release.ts';
import { bytesOf, decode } from '../world/json.ts';
import { change, type Transaction } from '../world/transaction.ts';
import type { World, WorldSettings } from '../world/world.ts';
import { entryText, type JournalEntry } from './journal-entry.ts';
import {
  checkMatcher,
  differences,
  explainNoMatch,
  lineWithProblem,
  type JournalMatcher,
} from './journal-matcher.ts';

/** Options of `journal.waitFor`. */
export interface WaitOptions {
  /**
   * Maximum time to wait: milliseconds, or a string such as `'5s'`.
   *
   * @default 1000
   */
  readonly timeout?: Duration | undefined;
}

/**
 * Records the requests that a fake server receives, without credentials in headers and query parameters. By default,
 * the journal contains the last 1,000 requests, up to 8 MiB. To change the limits of the journal, use the option
 * `journal`.
 */
export interface Journal {
  /** All recorded requests, oldest first. */
  readonly entries: readonly JournalEntry[];
  /**
   * Requests that broke the contract, and requests that the fake server could not handle. A request breaks the contract
   * if it has malformed JSON, a body of the wrong shape or content type, an unknown path, a wrong method, or an id that
   * is not a UUID. A request for a resource that does not exist does not break the contract. A request does not break
   * the contract if a fault prevents the requested operation.
   */
  readonly problems: readonly JournalEntry[];
  /**
   * Returns the matching requests, oldest first. If no request matches, call `explain` to find the reason.
   *
   * @example
   * ```ts
   * const [request] = fake.journal.find({ operation: 'createMockService', body: { title: 'Catalog' } });
   * ```
   *
   * @throws {JournalError} if the matcher is neither a function nor an object of fields.
   */
  readonly find: (matcher: JournalMatcher) => readonly JournalEntry[];
  /**
   * Waits for a matching request, and resolves to the oldest matching request. Requests received before the call
   * also count.
   *
   * @example
   * ```ts
   * const request = await fake.journal.waitFor({ operation: 'updateMockService' });
   * ```
   *
   * @throws {JournalError} if the matcher is invalid, or no request matches within `timeout`. If no request matches,
   * the message shows the closest requests.
   */
  readonly waitFor: (matcher: JournalMatcher, options?: WaitOptions) => Promise<JournalEntry>;
  /**
   * Explains why no request matches. The explanation shows the closest requests and how each of them differs from the
   * matcher.
   */
  readonly explain: (matcher: JournalMatcher) => string;
  /**
   * Checks that no request broke the contract, and that every fault was applied as often as planned.
   *
   * @throws {JournalError} if the check fails. The error lists the requests and faults with problems.
   *
   * @example
   * ```ts
   * await client.mockServices.list();
   * fake.journal.assertClean();
   * ```
   */
  readonly assertClean: () => void;
  /** Removes all requests. The next request has number 1. */
  readonly clear: () => void;
}

/** Limits of a journal. When the journal is full, the oldest requests are removed. */
export interface JournalOptions {
  /**
   * Maximum number of requests.
   *
   * @default 1000
   */
  readonly maxEntries?: number | undefined;
  /**
   * Maximum size of the requests in bytes. The size is two bytes per character of the requests' JSON.
   *
   * @default 8_388_608 (8 MiB)
   */
  readonly maxBytes?: number | undefined;
}

/** @throws {OptionError} if a limit is not an integer. */
export function readJournalOptions(options: JournalOptions | false = {}): WorldSettings['journal'] {
  if (options === false) return undefined;
  const { maxEntries = 1000, maxBytes = 8 * 1024 * 1024 } = options;
  return {
    maxEntries: countOption('journal.maxEntries', maxEntries, 0),
    maxBytes: countOption('journal.maxBytes', maxBytes, 0),
  };
}

/** Adds a request to the journal. */
export function recordRequest(tx: Transaction, request: Omit<JournalEntry, 'number'>): void {
  const { journal } = tx.world.settings;
  if (!journal) return;
  const number = tx.counters.nextRequest;
  tx.counters.nextRequest += 1;
  const text = entryText({ number, ...request }, journal.maxBytes);
  addEntry(tx, 'request', number, text, journal);
  if (request.problem !== undefined)
    tx.counters.droppedProblems += addEntry(tx, 'problem', number, text, journal);
}

/**
 * Adds an entry to the journal, and removes the oldest entries if the journal is full. Returns the number of removed
 * entries.
 */
function addEntry(
  tx: Transaction,
  kind: 'request' | 'problem',
  number: number,
  text: string,
  { maxEntries, maxBytes }: NonNullable<WorldSettings['journal']>,
): number {
  const table = kind === 'request' ? tx.world.requests : tx.world.problems;
  if (maxEntries === 0 || bytesOf(text) > maxBytes) return 1;
  let [count, bytes, removed] = [table.size + 1, table.bytes + bytesOf(text), 0];
  if (count > maxEntries || bytes > maxBytes) {
    for (const id of table.ids()) {
      tx.remove(kind, id);
      count -= 1;
      bytes -= table.bytesAt(id);
      removed += 1;
      if (count <= maxEntries && bytes <= maxBytes) break;
    }
  }
  tx.put(kind, String(number), text);
  return removed;
}

export function createJournal(world: World): Journal {
  const entries = (): JournalEntry[] => Array.from(world.requests.values(), decode);
  const find = (matcher: JournalMatcher): JournalEntry[] => {
    checkMatcher(matcher);
    return entries().filter((entry) => differences(matcher, entry).length === 0);
  };
  const explain = (matcher: JournalMatcher): string => {
    checkMatcher(matcher);
    return explainNoMatch(entries(), matcher);
  };
  return {
    get entries() {
      return entries();
    },
    get problems() {
      return Array.from(world.problems.values(), decode);
    },
    find,
    explain,
    waitFor: (matcher, options) => waitFor(world, matcher, options, { find, explain }),
    assertClean: () => {
      const { droppedProblems } = world.state;
      const problems = [
        ...(droppedProblems > 0 ? [`  removed requests that broke the contract: ${droppedProblems}`] : []),
        ...Array.from(world.problems.values(), (row) => lineWithProblem(decode(row))),
        ...unusedFaults(world).map((line) => `  ${line}`),
      ];
      if (problems.length > 0) throw new JournalError(problems);
    },
    clear: () =>
      change(world, (tx) => {
        tx.clear('request');
        tx.clear('problem');
        tx.counters.nextRequest = 1;
        tx.counters.droppedProblems = 0;
      }),
  };
}

async function waitFor(
  world: World,
  matcher: JournalMatcher,
  { timeout = 1000 }: WaitOptions = {},
  { find, explain }: Pick<Journal, 'find' | 'explain'>,
): Promise<JournalEntry> {
  const ms = durationOption('timeout', timeout);
  let [found] = find(matcher);
  if (found === undefined) {
    const arrived = new Release();
    const stop = world.onCommit(() => {
      [found] = find(matcher);
      if (found !== undefined) arrived.abort();
    });
    await pause(ms, [arrived]);
    stop();
  }
  if (found !== undefined) return found;
  throw new JournalError([explain(matcher)], `No request matched within ${ms} ms:`);
}
