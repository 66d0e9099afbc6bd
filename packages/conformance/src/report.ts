import type { ConformanceCase } from './case.ts';
import type { ProfileComparison } from './compare.ts';
import type { Leftover } from './context.ts';
import type { CaseOutcome } from './outcome.ts';
import type { ObservedProfile } from './profile.ts';

/** A case and its outcome as plain JSON. */
export type CaseResult = Omit<ConformanceCase, 'needs' | 'run'> & CaseOutcome;

/** The report of a run as plain JSON. A report never contains credentials or values of bodies. */
export interface ConformanceReport {
  /** Base URL of the service, without the query. */
  readonly baseUrl: string;
  /** One result for each case, in the order of `cases`. */
  readonly results: readonly CaseResult[];
  /** Number of `must` cases that passed. */
  readonly passed: number;
  /** Number of `must` cases that failed. */
  readonly failed: number;
  /** Number of skipped cases, both `must` and `open`. */
  readonly skipped: number;
  /** Number of observed open points. */
  readonly observed: number;
  /** Observed behavior of the service. A fake server with this profile as its option `profile` imitates the service. */
  readonly profile: ObservedProfile;
  /** Differences from the profile in the option `compare`. Absent if the option is not set. */
  readonly comparison?: ProfileComparison;
  /** Mock services of the run that may still exist, because a DELETE request failed or a response was lost. */
  readonly leftovers: readonly Leftover[];
  /** Whether `signal` or `totalTimeout` ended the run early. */
  readonly aborted: boolean;
  /**
   * Whether the run succeeded: no case failed, the service refused no `must` case, the run was not aborted, all its
   * mock services were deleted, and the behavior matches `compare`.
   */
  readonly ok: boolean;
}

const marks = { passed: 'ok  ', failed: 'FAIL', skipped: 'skip', observed: 'seen' } as const;

/**
 * Formats a report for a terminal: the cases by group, the reason for each failure or skip, and the totals. Three or
 * more cases that were skipped for the same reason share a line. The text ends with a line break, and contains no
 * control characters except line breaks.
 */
export function formatReport(report: ConformanceReport): string {
  const { baseUrl, results, passed, failed, skipped, observed, leftovers, aborted, comparison, ok } = report;
  const group = (title: string, isMember: (result: CaseResult) => boolean) => {
    const members = results.filter(isMember);
    return members.length === 0 ? [] : ['', title, ...linesOfGroup(members)];
  };
  const lines = [
    `Conformance of ${baseUrl}`,
    ...group('Reading', ({ level, destructive }) => level === 'must' && !destructive),
    ...group('Writing and clearing', ({ level, destructive }) => level === 'must' && destructive),
    ...group('Open points, observed', ({ level }) => level === 'open'),
    ...(comparison ? linesOfComparison(comparison, results) : []),
    '',
    ...(leftovers.length > 0 ? ['Left behind. Please delete these mock services:'] : []),
    ...leftovers.map(({ id, title }) => `  ${id ?? '(unknown id)'}  ${title}`),
    ...(aborted ? ['The run was aborted.'] : []),
    `${passed} passed, ${failed} failed, ${skipped} skipped, ${observed} observed: ${ok ? 'conforms in every case that ran' : `does not pass${obstacleIn(report)}`}`,
  ];
  // Replace control characters, because a service could manipulate the terminal with control characters.
  return lines.map((line) => `${line.replaceAll(/\p{Cc}/gu, '\uFFFD')}\n`).join('');
}

function obstacleIn({ results, comparison, failed }: ConformanceReport): string {
  for (const result of results) {
    if (result.id === 'reachable' && result.outcome === 'failed') return `: ${result.message}`;
    if (result.level === 'must' && result.outcome === 'skipped' && result.refused === true)
      return `: ${result.reason}`;
  }
  return failed === 0 && comparison?.changes.length ? ': the service behaves differently' : '';
}

function linesOfComparison(
  { changes, data, unobserved }: ProfileComparison,
  results: readonly CaseResult[],
): string[] {
  const reasonOf = (point: string): string => {
    const result = results.find(({ id }) => id === point);
    if (result?.outcome === 'skipped') return `: ${result.reason}`;
    return result?.outcome === 'observed' && result.missing ? `: ${result.missing.join('; ')}` : '';
  };
  return [
    '',
    'Since the saved profile',
    ...changes.map(({ point, message }) => `  DIFF  ${point}: ${message}`),
    ...data.map(({ point, message }) => `  data  ${point}: ${message}`),
    ...unobserved.map(
      (point) => `  skip  ${point}: not observed this time, or only in part${reasonOf(point)}`,
    ),
    ...(changes.length === 0 ? ['  ok    nothing that both runs observed has changed'] : []),
  ];
}

/** Minimum number of cases that share a line if they were skipped for the same reason. */
const many = 3;

function linesOfGroup(results: readonly CaseResult[]): string[] {
  const skipped = results.flatMap((result) => (result.outcome === 'skipped' ? result.reason : []));
  const countOf = (reason: string) => skipped.filter((each) => each === reason).length;
  const isAlone = (result: CaseResult) => result.outcome !== 'skipped' || countOf(result.reason) < many;
  const shared = [...new Set(skipped)].filter((reason) => countOf(reason) >= many);
  return [
    ...results.filter(isAlone).flatMap(linesOf),
    ...shared.map((reason) => `  ${marks.skipped}  ${countOf(reason)} cases: ${reason}`),
  ];
}

function linesOf(result: CaseResult): string[] {
  const head = `  ${marks[result.outcome]}  ${result.id} (${result.clause})`;
  switch (result.outcome) {
    case 'failed':
      return [head, `        ${result.title}`, `        ${result.message}`];
    case 'skipped':
      return [`${head}: ${result.reason}`];
    case 'observed':
      return [
        `${head}: ${JSON.stringify(result.value)}`,
        ...(result.missing ?? []).map((part) => `        not observed: ${part}`),
      ];
    default:
      return [head];
  }
}
