import { JournalError } from '../errors.ts';
import type { JournalEntry } from './journal-entry.ts';
import {
  checkMatcher,
  differences,
  explainNoMatch,
  lineWithProblem,
  type JournalMatcher,
} from './journal-matcher.ts';
import type { Recorder } from './recorder.ts';

/** The faults of a fake server, as far as its journal knows them. */
interface PlannedFaults {
  /** A line for each fault that struck less often than planned. */
  readonly unused: () => readonly string[];
}

/**
 * The requests that a fake server received. Values of headers and query parameters that carry credentials are left
 * out. It keeps the last 1,000 requests and 8 MiB; the option `journal` changes that.
 */
export interface Journal {
  /** The requests, oldest first. */
  readonly entries: readonly JournalEntry[];
  /**
   * The requests that broke the contract, or that the fake server failed to respond to: malformed JSON, a body of another shape or content type, an unknown path,
   * another method, an id that is not a UUID. A request for something that does not exist does not break it, nor does
   * one that a fault kept from its operation.
   */
  readonly problems: readonly JournalEntry[];
  /**
   * The requests that match, oldest first. Where there are none, `explain` says why.
   *
   * @example
   * ```ts
   * const [request] = fake.journal.find({ operation: 'createMockService', body: { title: 'Catalogue' } });
   * ```
   *
   * @throws {JournalError} when the matcher is neither a function nor an object of fields.
   */
  readonly find: (matcher: JournalMatcher) => readonly JournalEntry[];
  /** Why no request matches: the closest ones, and how each of them differs. */
  readonly explain: (matcher: JournalMatcher) => string;
  /**
   * Does nothing when no request broke the contract and every fault struck as often as planned.
   *
   * @throws {JournalError} that names every request and fault for which that is not so.
   *
   * @example
   * ```ts
   * await client.mockServices.list();
   * fake.journal.assertClean();
   * ```
   */
  readonly assertClean: () => void;
  /** Removes all requests. The next one has number 1. */
  readonly clear: () => void;
}

/** The journal of a fake server. Its functions need no `this`. */
export class RecordedRequests implements Journal {
  readonly #recorder: Recorder | undefined;
  readonly #faults: PlannedFaults;

  readonly #cleared: (() => void) | undefined;

  /**
   * @param recorder - `undefined` for a journal that keeps nothing.
   * @param cleared - Called when the journal was cleared.
   */
  constructor(recorder: Recorder | undefined, faults: PlannedFaults, cleared?: () => void) {
    this.#recorder = recorder;
    this.#faults = faults;
    this.#cleared = cleared;
  }

  get entries(): readonly JournalEntry[] {
    return this.#recorder?.entries ?? [];
  }

  get problems(): readonly JournalEntry[] {
    return this.#recorder?.problems ?? [];
  }

  readonly find = (matcher: JournalMatcher): readonly JournalEntry[] => {
    checkMatcher(matcher);
    return this.entries.filter((entry) => differences(matcher, entry).length === 0);
  };

  readonly explain = (matcher: JournalMatcher): string => {
    checkMatcher(matcher);
    return explainNoMatch(this.entries, matcher);
  };

  readonly assertClean = (): void => {
    const dropped = this.#recorder?.droppedProblems ?? 0;
    const problems = [
      ...(dropped > 0 ? [`  ${dropped} more requests that broke the contract`] : []),
      ...this.problems.map(lineWithProblem),
      ...this.#faults.unused().map((line) => `  ${line}`),
    ];
    if (problems.length > 0) throw new JournalError(problems);
  };

  readonly clear = (): void => {
    this.#recorder?.clear();
    this.#cleared?.();
  };
}
