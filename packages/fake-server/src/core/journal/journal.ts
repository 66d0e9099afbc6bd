import { typeName } from '@mock-services/sdk/contract';
import { assertNone, FakeServerError, optionError } from '../errors.ts';
import { unusedFaults } from '../faults/faults.ts';
import { countOption, durationOption } from '../option-checks.ts';
import type { Duration } from '../time/time.ts';
import { pause, Release } from '../time/release.ts';
import { describeUnknown } from '../words.ts';
import { change, type Transaction } from '../world/transaction.ts';
import type { World, WorldSettings } from '../world/world.ts';
import { entryBytes, entryOf, type JournalEntry } from '../rows/journal-entry.ts';
import {
  checkMatcher,
  differences,
  explainNoMatch,
  lineWithProblem,
  type JournalMatcher,
} from '../rows/journal-matcher.ts';

export interface WaitOptions {
  /**
   * Milliseconds, or a string such as `'5s'`.
   * @default 1000
   */
  readonly timeout?: Duration | undefined;
}

/**
 * Records the requests that a fake server receives. Matchers can check credentials in headers and query, but printed,
 * stored and serialized entries contain placeholders instead.
 */
export interface Journal {
  /** All recorded requests, oldest first. */
  readonly entries: () => readonly JournalEntry[];
  /**
   * Requests that the fake server could not handle or that broke the contract. A request breaks the contract if its
   * path, method, id, content type or body is invalid. Missing resources and faults do not count as problems.
   */
  readonly problems: () => readonly JournalEntry[];
  /**
   * Returns the matching requests, oldest first. If there are none, call `explain` to find out why.
   * @throws {FakeServerError} (`invalid-matcher`) if the matcher is neither a function nor an object of fields, or
   *   contains an unknown field or operation.
   * @example
   * ```ts
   * const [request] = fake.journal.find({ operation: 'createMockService', body: { title: 'Catalog' } });
   * ```
   */
  readonly find: (matcher: JournalMatcher) => readonly JournalEntry[];
  /**
   * Resolves to the oldest matching request, which may have been received before the call. If a matcher function
   * throws, rejects with its error.
   * @throws {FakeServerError} (`invalid-matcher`, `invalid-option`) if the matcher or an option is invalid.
   * @throws {FakeServerError} (`no-match`) if no request matches within `timeout`. The message shows the closest
   *   requests.
   * @example
   * ```ts
   * const request = await fake.journal.waitFor({ operation: 'updateMockService' });
   * ```
   */
  readonly waitFor: (matcher: JournalMatcher, options?: WaitOptions) => Promise<JournalEntry>;
  /** Describes the closest requests and how each differs from the matcher. */
  readonly explain: (matcher: JournalMatcher) => string;
  /**
   * Checks that no request broke the contract, and that every fault was applied `times` times (without `times`, at
   * least once).
   * @throws {FakeServerError} (`not-clean`) if the check fails or the journal is off. The message lists all failures.
   */
  readonly assertClean: () => void;
  /** Removes all requests. The next one gets the number 1. */
  readonly clear: () => void;
}

/** When the journal is full, the oldest requests are removed. */
export interface JournalOptions {
  /**
   * Maximum number of requests.
   * @default 1000
   */
  readonly maxEntries?: number | undefined;
  /**
   * Maximum size in bytes, at two bytes per character. One half is for the latest requests, and the other for requests
   * that broke the contract, which are kept longer.
   * @default 8_388_608 (8 MiB)
   */
  readonly maxBytes?: number | undefined;
}

export function readJournalOptions(options: JournalOptions | false = {}): WorldSettings['journal'] {
  if (options === false) return undefined;
  const { maxEntries = 1000, maxBytes = 8 * 1024 * 1024 } = options;
  const read = {
    maxEntries: countOption('journal.maxEntries', maxEntries, 0),
    maxBytes: countOption('journal.maxBytes', maxBytes, 0) / 2,
  };
  return maxEntries === 0 ? undefined : read;
}

export function recordRequest(tx: Transaction, request: Omit<JournalEntry, 'number'>): void {
  const { journal } = tx.world.settings;
  if (!journal) return;
  const number = tx.counters.nextRequest;
  tx.counters.nextRequest += 1;
  const entry = entryOf({ number, ...request }, journal.maxBytes);
  addEntry(tx, 'request', entry, journal);
  if (entry.problem !== undefined) tx.counters.droppedProblems += addEntry(tx, 'problem', entry, journal);
}

/** Returns the number of entries dropped because the journal is full or the new entry is too long. */
function addEntry(
  tx: Transaction,
  kind: 'request' | 'problem',
  entry: JournalEntry,
  { maxEntries, maxBytes }: NonNullable<WorldSettings['journal']>,
): number {
  const table = kind === 'request' ? tx.world.requests : tx.world.problems;
  const size = entryBytes(entry);
  if (size > maxBytes) return 1;
  let [count, bytes, removed] = [table.size + 1, table.bytes + size, 0];
  if (count > maxEntries || bytes > maxBytes) {
    for (const id of table.keys()) {
      tx.remove(kind, id);
      count -= 1;
      bytes -= table.bytesAt(id);
      removed += 1;
      if (count <= maxEntries && bytes <= maxBytes) break;
    }
  }
  tx.putEntry(kind, entry);
  return removed;
}

const journalIsOff =
  'The journal is off, so it contains no requests. Remove the option `journal: false` or `maxEntries: 0`.';

export function createJournal(world: World): Journal {
  const entries = (): JournalEntry[] => Array.from(world.requests.values());
  const find = (matcher: JournalMatcher): JournalEntry[] => {
    checkMatcher(matcher);
    return entries().filter((entry) => differences(matcher, entry).length === 0);
  };
  const explain = (matcher: JournalMatcher): string => {
    checkMatcher(matcher);
    return world.settings.journal ? explainNoMatch(entries(), matcher) : journalIsOff;
  };
  return {
    entries,
    problems: () => Array.from(world.problems.values()),
    find,
    explain,
    waitFor: (matcher, options) => waitFor(world, matcher, options, { find, explain }),
    assertClean: () => {
      const { droppedProblems } = world.state;
      const problems = [
        ...(world.settings.journal ? [] : [`  ${journalIsOff}`]),
        ...(droppedProblems > 0
          ? [`  requests that broke the contract, but are no longer in the journal: ${droppedProblems}`]
          : []),
        ...Array.from(world.problems.values(), lineWithProblem),
        ...unusedFaults(world),
      ];
      assertNone('The journal is not clean:', problems);
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

/** Returns the timeout in milliseconds. Without the checks, a wrong argument would mean the default timeout. */
function timeoutOf(options: WaitOptions): number {
  if (typeName(options) !== 'object')
    throw optionError('timeout', "in an object, such as { timeout: '5s' }", options);
  const [unknown] = describeUnknown('journal.waitFor', options, ['timeout']);
  if (unknown !== undefined) throw new FakeServerError('invalid-option', unknown);
  return durationOption('timeout', options.timeout ?? 1000);
}

async function waitFor(
  world: World,
  matcher: JournalMatcher,
  options: WaitOptions = {},
  { find, explain }: Pick<Journal, 'find' | 'explain'>,
): Promise<JournalEntry> {
  const ms = timeoutOf(options);
  let [found] = find(matcher);
  if (found === undefined && world.settings.journal) {
    const arrived = new Release();
    let failure: { readonly error: unknown } | undefined;
    const stop = world.onCommit((changes) => {
      try {
        for (const change of changes) {
          // Keep the first match, because another request may arrive before this function continues.
          if (found || !('entry' in change) || change.kind !== 'request') continue;
          if (differences(matcher, change.entry).length === 0) found = change.entry;
        }
      } catch (error) {
        failure = { error };
      }
      if (found ?? failure) arrived.abort();
    });
    await pause(ms, [arrived]);
    stop();
    if (failure) throw failure.error;
  }
  if (found !== undefined) return found;
  throw new FakeServerError('no-match', `No request matched within ${ms} ms:\n${explain(matcher)}`);
}
