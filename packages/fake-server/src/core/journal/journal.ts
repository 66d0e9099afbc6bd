import { explainNoMatch } from '@mock-services/sdk/activity';
import { operationIds, typeName, type OperationId } from '@mock-services/sdk/contract';
import { assertNone, FakeServerError, optionError } from '../errors.ts';
import { unusedFaults } from '../faults/faults.ts';
import { countOption, timeoutOf, type WaitOptions } from '../checks/options.ts';
import { pause, Release } from '../time/release.ts';
import type { World } from '../world/world.ts';
import { lineOf, type JournalEntry } from './entry.ts';
import { journalFields, journalTest, type JournalMatcher } from '../faults/matcher.ts';
import {
  droppedText,
  judge,
  type MatcherResult,
  type ReceivedArguments,
  type RequestFields,
  type TimesOption,
} from './received.ts';
import type { JournalLimits, Recorder } from './recorder.ts';

/**
 * Records the requests that a fake server receives, and its responses. The journal exists only in memory, so a restart
 * or a snapshot does not preserve it. Matchers can check credentials, but printed and serialized entries contain
 * placeholders instead.
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
   * Returns the matching requests, oldest first. If no request matches, `explain` shows the reason.
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
  /**
   * Asserts that a request for the operation matches the fields or, with `times`, exactly that number of requests. With
   * `{ times: 0 }`, asserts that no request matches.
   * @throws {FakeServerError} (`no-match`) if the assertion fails. The message shows the closest requests, or the number
   *   of dropped requests that may have matched.
   * @throws {FakeServerError} (`invalid-matcher`) if an argument is invalid or the journal is off.
   * @example
   * ```ts
   * fake.journal.expect('createMockService', { body: { title: 'Catalog' } }, { times: 1 });
   * ```
   */
  readonly expect: (operation: OperationId, fields?: RequestFields, options?: TimesOption) => void;
  /** Returns the whole journal at once. */
  readonly read: () => ReadJournal;
  /** Describes the closest requests and how each request differs from the matcher. */
  readonly explain: (matcher: JournalMatcher) => string;
  /**
   * Checks that no request broke the contract, and that every fault without `probability` was applied `times` times
   * (without `times`, at least once).
   * @throws {FakeServerError} (`not-clean`) if the check fails, or if the journal is off or began only when the world was
   *   loaded from a storage. The message lists all failures.
   */
  readonly assertClean: () => void;
  /**
   * Time at which the journal began to listen: the creation or loading of the fake server, or the latest reset or
   * `clear()`. An ISO 8601 timestamp of the real time in UTC.
   */
  readonly since: () => string;
  /**
   * Calls the listener after each recorded request. If the listener throws, `onWarning` is called. Returns a function
   * that removes the listener.
   */
  readonly subscribe: (listener: (entry: JournalEntry) => void) => () => void;
  /** Removes all requests. The next request gets the number 1. */
  readonly clear: () => void;
}

/** The whole journal of a fake server at one time, as plain data. */
export interface ReadJournal {
  /** ISO 8601 timestamp at which the journal began to listen. */
  readonly since: string;
  /** Oldest first. */
  readonly entries: readonly JournalEntry[];
  /** Requests that broke the contract. */
  readonly problems: readonly JournalEntry[];
  /** Whether all requests followed the contract and each fault was applied as often as planned. */
  readonly clean: boolean;
  /** Why the journal is not clean. */
  readonly reasons: readonly string[];
}

/**
 * When the journal is full, it omits the bodies of responses, oldest first. If more space is needed, the oldest
 * requests are removed.
 */
export interface JournalOptions {
  /**
   * Maximum number of requests.
   * @default 1000
   */
  readonly maxEntries?: number | undefined;
  /**
   * Maximum size in bytes, at two bytes per character. One half is for the latest requests, and the other half is for
   * requests that broke the contract, which are kept longer.
   * @default 8_388_608 (8 MiB)
   */
  readonly maxBytes?: number | undefined;
}

export function readJournalOptions(options: JournalOptions | false = {}): JournalLimits | undefined {
  if (options === false) return undefined;
  if (typeName(options) !== 'object') throw optionError('journal', 'false or an object', options);
  const { maxEntries = 1000, maxBytes = 8 * 1024 * 1024 } = options;
  const read = {
    maxEntries: countOption('journal.maxEntries', maxEntries, 0),
    maxBytes: countOption('journal.maxBytes', maxBytes, 0) / 2,
  };
  return maxEntries === 0 ? undefined : read;
}

const journalIsOff =
  'The journal is off, so it contains no requests. Remove the option `journal: false` or `maxEntries: 0`.';

const emptyJournal =
  'the journal is empty. Check that the call is awaited, and that the client calls this fake server.';

/** `received` is for matchers of test runners, which need a message for a negated assertion. */
export function createJournal(
  recorder: Recorder,
  world: World,
): { readonly journal: Journal; readonly received: (...args: ReceivedArguments) => MatcherResult } {
  const find = (matcher: JournalMatcher): readonly JournalEntry[] => {
    const matches = journalTest(matcher);
    return recorder.requests.filter((entry) => matches(entry));
  };
  const explain = (matcher: JournalMatcher): string => {
    journalTest(matcher);
    if (!recorder.limits) return journalIsOff;
    const explained = explainNoMatch(recorder.requests, matcher, {
      bodies: true,
      describe: lineOf,
      noun: 'request',
      whenEmpty: emptyJournal,
      fields: journalFields,
    });
    const operation = operationIds.find((id) => 'operation' in matcher && id === matcher.operation);
    const dropped = recorder.incompleteOf(operation);
    return dropped === 0 ? explained : `${explained}\nBut ${droppedText(dropped, operation)}`;
  };
  const received = (...args: ReceivedArguments): MatcherResult => {
    const incompleteOf = (operation: OperationId): number => recorder.incompleteOf(operation);
    const result = judge({ find, explain, incompleteOf }, ...args);
    if (!recorder.limits) throw new FakeServerError('invalid-matcher', journalIsOff);
    return result;
  };
  const journal: Journal = {
    entries: () => recorder.requests,
    problems: () => recorder.problems,
    find,
    read: () => {
      const { since, requests: entries, problems } = recorder;
      const reasons = uncleanLines(recorder, world);
      return { since, entries, problems, clean: reasons.length === 0, reasons };
    },
    explain,
    expect: (...args) => {
      const { pass, message } = received(...args);
      if (!pass) throw new FakeServerError('no-match', message());
    },
    waitFor: (matcher, options) => waitFor(recorder, matcher, options, explain),
    assertClean: () => assertNone('The journal is not clean:', uncleanLines(recorder, world)),
    since: () => recorder.since,
    subscribe: (listener) => recorder.subscribe(listener),
    clear: () => recorder.clear(),
  };
  return { journal, received };
}

function uncleanLines(
  { limits, isContinued, since, droppedProblems, problems }: Recorder,
  world: World,
): string[] {
  return [
    ...(limits ? [] : [journalIsOff]),
    ...(limits && isContinued
      ? [
          `the requests before ${since} are unknown, because the world was loaded from its storage at that time. To check only later requests, clear the journal after loading the world`,
        ]
      : []),
    ...(droppedProblems > 0
      ? [`requests that broke the contract, but are no longer in the journal: ${droppedProblems}`]
      : []),
    ...problems.map(lineOf),
    ...unusedFaults(world),
  ];
}

async function waitFor(
  recorder: Recorder,
  matcher: JournalMatcher,
  options: WaitOptions = {},
  explain: Journal['explain'],
): Promise<JournalEntry> {
  const ms = timeoutOf(options);
  const matches = journalTest(matcher);
  let found = recorder.requests.find((entry) => matches(entry));
  if (found === undefined && recorder.limits) {
    const arrived = new Release();
    let failure: { readonly error: unknown } | undefined;
    const stop = recorder.subscribe((entry) => {
      // Keep the first match, because another request may arrive before this function continues.
      if (found ?? failure) return;
      try {
        if (matches(entry)) found = entry;
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
