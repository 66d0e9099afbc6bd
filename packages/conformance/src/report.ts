/** The report of a run, as data and as text. */
import type { ConformanceCase } from './case.ts';
import type { Leftover } from './context.ts';
import type { CaseOutcome } from './outcome.ts';
import type { ObservedProfile } from './profile.ts';

/** A case and its outcome. Plain JSON data. */
export type CaseResult = Omit<ConformanceCase, 'needs' | 'run'> & CaseOutcome;

/** The results of a run. Plain JSON data, without credentials and values of bodies. */
export interface ConformanceReport {
  /** Base URL of the service, without its query. */
  readonly baseUrl: string;
  /** One result for each case, in the order of `cases`. */
  readonly results: readonly CaseResult[];
  /** Number of `must` cases that passed. */
  readonly passed: number;
  /** Number of `must` cases that failed. */
  readonly failed: number;
  /** Number of cases that were skipped, of both levels. */
  readonly skipped: number;
  /** Number of open points that were observed. */
  readonly observed: number;
  /** The observed behavior for each open point. */
  readonly profile: ObservedProfile;
  /** Mock services of this run that could not be deleted. */
  readonly leftovers: readonly Leftover[];
  /** Whether `signal` ended the run. */
  readonly aborted: boolean;
  /** Whether no case failed, all mock services of the run were deleted, and the run was not aborted. */
  readonly ok: boolean;
}

const marks = { passed: 'ok  ', failed: 'FAIL', skipped: 'skip', observed: 'seen' } as const;

/**
 * Formats a report as text for a terminal: the cases by group, the reasons of failures and skips, the observations, and
 * the counts. The text has no colors or other control characters, and ends with a line break.
 */
export function formatReport(report: ConformanceReport): string {
  const { baseUrl, results, passed, failed, skipped, observed, leftovers, aborted, ok } = report;
  const group = (title: string, isMember: (result: CaseResult) => boolean) => {
    const lines = results.filter(isMember).flatMap(linesOf);
    return lines.length === 0 ? [] : ['', title, ...lines];
  };
  const lines = [
    `Conformance of ${baseUrl}`,
    ...group('Reading', ({ level, destructive }) => level === 'must' && !destructive),
    ...group('Writing and clearing', ({ level, destructive }) => level === 'must' && destructive),
    ...group('Open points, observed', ({ level }) => level === 'open'),
    '',
    ...(leftovers.length > 0 ? ['Left behind, to be deleted by hand:'] : []),
    ...leftovers.map(({ id, title }) => `  ${id ?? '(unknown id)'}  ${title}`),
    ...(aborted ? ['The run was aborted.'] : []),
    `${passed} passed, ${failed} failed, ${skipped} skipped, ${observed} observed: ${ok ? 'conforms in every case that ran' : 'does not pass'}`,
  ];
  // A service could control the terminal with control characters.
  return lines.map((line) => `${line.replaceAll(/\p{Cc}/gu, '\uFFFD')}\n`).join('');
}

function linesOf(result: CaseResult): string[] {
  const head = `  ${marks[result.outcome]}  ${result.id} (${result.clause})`;
  switch (result.outcome) {
    case 'failed':
      return [head, `        ${result.title}`, `        ${result.message}`];
    case 'skipped':
      return [`${head}: ${result.reason}`];
    case 'observed':
      return [`${head}: ${JSON.stringify(result.value)}`];
    default:
      return [head];
  }
}
