/** The report of a run, as data and as text. */
import type { ConformanceCase } from './case.ts';
import type { CaseOutcome } from './outcome.ts';
import type { ObservedProfile } from './profile.ts';
import type { Leftover } from './service/scratch.ts';

/** A case and its outcome. Plain JSON data. */
export type CaseResult = Pick<
  ConformanceCase,
  'id' | 'clause' | 'level' | 'destructive' | 'operation' | 'title'
> &
  CaseOutcome;

/** The results of a run. Plain JSON data, without credentials and values of bodies. */
export interface ConformanceReport {
  /** Base URL of the service, without its query. */
  readonly baseUrl: string;
  /** One for each case, in the order of `cases`. */
  readonly results: readonly CaseResult[];
  /** How many `must` cases passed. */
  readonly passed: number;
  /** How many `must` cases failed. */
  readonly failed: number;
  /** How many cases were skipped, of either level. */
  readonly skipped: number;
  /** How many open points were observed. */
  readonly observed: number;
  /** What the service does about the open points. */
  readonly profile: ObservedProfile;
  /** Mock services of this run that could not be deleted. */
  readonly leftovers: readonly Leftover[];
  /** Whether `signal` ended the run. */
  readonly aborted: boolean;
  /** Whether no case failed, nothing was left behind and the run was not aborted. */
  readonly ok: boolean;
}

const groups = [
  { title: 'Reading', level: 'must', destructive: false },
  { title: 'Writing and clearing', level: 'must', destructive: true },
  { title: 'Open points, observed', level: 'open' },
] as const;

const marks = { passed: 'ok  ', failed: 'FAIL', skipped: 'skip', observed: 'seen' } as const;

/**
 * Formats a report as text for a terminal: the cases by group, why they failed or were skipped, what was observed, and
 * the counts. Without colours or other control characters; ends with a line break.
 */
export function formatReport(report: ConformanceReport): string {
  const sections = groups.map((group) => {
    const members = report.results.filter(
      (result) =>
        result.level === group.level &&
        (!('destructive' in group) || result.destructive === group.destructive),
    );
    return members.length === 0 ? [] : ['', group.title, ...members.flatMap(linesOf)];
  });
  return `${[`Conformance of ${report.baseUrl}`, ...sections.flat(), '', ...summaryOf(report)].join('\n')}\n`;
}

function linesOf(result: CaseResult): string[] {
  const head = `  ${marks[result.outcome]}  ${result.id} (${result.clause})`;
  switch (result.outcome) {
    case 'failed':
      return [head, `        ${result.title}`, `        ${printable(result.message)}`];
    case 'skipped':
      return [`${head}: ${printable(result.reason)}`];
    case 'observed':
      return [`${head}: ${printable(JSON.stringify(result.value))}`];
    default:
      return [head];
  }
}

function summaryOf(report: ConformanceReport): string[] {
  const { passed, failed, skipped, observed, leftovers, aborted, ok } = report;
  const counts = `${passed} passed, ${failed} failed, ${skipped} skipped, ${observed} observed`;
  return [
    ...(leftovers.length > 0 ? ['Left behind, to be deleted by hand:'] : []),
    ...leftovers.map(({ id, title }) => `  ${id ?? '(unknown id)'}  ${title}`).map(printable),
    ...(aborted ? ['The run was aborted.'] : []),
    `${counts}: ${ok ? 'conforms in every case that ran' : 'does not pass'}`,
  ];
}

/** Replaces control characters, with which a service could control the terminal. */
function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '\uFFFD');
}
