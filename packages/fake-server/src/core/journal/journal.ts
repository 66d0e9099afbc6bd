import { isConsumed, type Fault, type FaultList } from '../faults/fault-list.ts';
import type { JournalEntry } from './journal-entry.ts';
import { JournalError } from '../errors.ts';
import { explainNoMatch, lineOf } from './journal-explain.ts';
import { differences, type JournalMatcher } from './journal-matcher.ts';
import type { Recorder } from './recorder.ts';

/**
 * What a fake server received. Values of headers and query parameters that carry credentials are left out. It keeps
 * the last 1,000 requests and 8 MiB; `journal` of the options changes that.
 */
export interface Journal {
  /** The requests, oldest first. */
  readonly entries: readonly JournalEntry[];
  /**
   * The requests that broke the contract: malformed JSON, a body of another shape or content type, an unknown path,
   * another method, an id that is no UUID. A request for something that does not exist is none of them, and what a
   * fault answered is none either.
   */
  readonly problems: readonly JournalEntry[];
  /**
   * The requests that are as sought, oldest first; empty when there are none, which `explain` explains.
   *
   * @example
   * ```ts
   * const [request] = fake.journal.find({ operation: 'createMockService', body: { title: 'Catalogue' } });
   * ```
   */
  readonly find: (matcher: JournalMatcher) => readonly JournalEntry[];
  /** Why no request is as sought: the closest ones, and what is different about each. */
  readonly explain: (matcher: JournalMatcher) => string;
  /**
   * Does nothing when no request broke the contract and every fault struck as often as it was to.
   *
   * @throws {JournalError} that names every one that did not.
   *
   * @example
   * ```ts
   * await client.mockServices.list();
   * fake.journal.assertClean();
   * ```
   */
  readonly assertClean: () => void;
  /** Forgets all requests. */
  readonly clear: () => void;
}

/** @param recorder - `undefined` for a journal that keeps nothing. */
export function openJournal(recorder: Recorder | undefined, faults: FaultList): Journal {
  return {
    get entries() {
      return recorder?.entries ?? [];
    },
    get problems() {
      return recorder?.problems ?? [];
    },
    find: (matcher) => (recorder?.entries ?? []).filter((entry) => differences(matcher, entry).length === 0),
    explain: (matcher) => explainNoMatch(recorder?.entries ?? [], matcher),
    assertClean: () => {
      const dropped = recorder?.droppedProblems ?? 0;
      const problems = [
        ...(dropped > 0 ? [`  ${dropped} more requests that broke the contract`] : []),
        ...(recorder?.problems ?? []).map((entry) => `${lineOf(entry)}: ${entry.problem ?? ''}`),
        ...faults.state.faults.filter((fault) => !isConsumed(fault)).map(unused),
      ];
      if (problems.length > 0) throw new JournalError(problems);
    },
    clear: () => recorder?.clear(),
  };
}

function unused({ id, operation, used, seen, times, error }: Fault): string {
  const meant = times === undefined ? 'times' : `of ${times} times`;
  const why = error === undefined ? '' : `; its \`when\` threw ${error}`;
  return `  fault ${id} for ${String(operation)} struck ${used} ${meant}, of ${seen} requests it was for${why}`;
}
