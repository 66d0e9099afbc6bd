/** A report as text for a terminal. */
import type { CaseResult, ConformanceReport } from './report.ts';

const groups = [
  { title: 'Reading', level: 'must', destructive: false },
  { title: 'Writing and clearing', level: 'must', destructive: true },
  { title: 'Open points, observed', level: 'open' },
] as const;

const marks = { passed: 'ok  ', failed: 'FAIL', skipped: 'skip', observed: 'seen' } as const;

/**
 * Words a report: every case in its group, why it failed or was skipped, what was observed, and the counts. Without
 * colours or other control characters; ends with a line break.
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

function summaryOf({
  passed,
  failed,
  skipped,
  observed,
  leftovers,
  aborted,
  ok,
}: ConformanceReport): string[] {
  return [
    ...(leftovers.length > 0 ? ['Left behind, to be deleted by hand:'] : []),
    ...leftovers.map(({ id, title }) => `  ${id ?? '(unknown id)'}  ${title}`).map(printable),
    ...(aborted ? ['The run was aborted.'] : []),
    `${passed} passed, ${failed} failed, ${skipped} skipped, ${observed} observed: ${ok ? 'conforms as far as it was looked at' : 'does not pass'}`,
  ];
}

/** What a service sends must not steer a terminal. */
function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '\uFFFD');
}
