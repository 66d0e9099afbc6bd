import type { CaseResult, ConformanceReport } from './report.ts';

export function formatJUnit(report: ConformanceReport): string {
  const { baseUrl, results, skipped, leftovers, comparison, ok } = report;
  const elements = results.map((result) => testCase(result.level, result.id, bodyOf(result)));
  const changes = comparison?.changes ?? [];
  for (const point of comparison?.compared ?? []) {
    const messages = changes.flatMap((change) => (change.point === point ? change.message : []));
    elements.push(testCase('profile', point, messages.length > 0 ? failure(messages.join('. ')) : ''));
  }
  const changed = new Set(changes.map(({ point }) => point)).size;
  // If no case failed, a report that is not `ok` still needs a failure, because CI systems read only failures.
  const left = leftovers.map(({ id, title }) => `${id ?? '(unknown id)'} ${title}`);
  const isUnexplained = report.failed + changed === 0 && !ok;
  const end = report.aborted ? 'the run was aborted' : 'the service refused cases';
  const reason = left.length > 0 ? `left behind: ${left.join(', ')}` : isUnexplained ? end : '';
  elements.push(testCase('run', 'complete', reason && failure(reason)));
  const failed = report.failed + changed + Number(reason !== '');
  const counts = `tests="${elements.length}" failures="${failed}" skipped="${skipped}"`;
  const suite = `<testsuite name=${quoted(`Conformance of ${baseUrl}`)} ${counts}>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    suite,
    ...elements,
    '</testsuite>',
    '</testsuites>\n',
  ].join('\n');
}

function testCase(group: string, name: string, body: string): string {
  return `<testcase classname=${quoted(group)} name=${quoted(name)}>${body}</testcase>`;
}

function failure(message: string): string {
  return `<failure message=${quoted(message)}/>`;
}

function bodyOf(result: CaseResult): string {
  if (result.outcome === 'failed') return failure(`${result.title} ${result.message}`);
  if (result.outcome === 'skipped') return `<skipped message=${quoted(result.reason)}/>`;
  return result.outcome === 'observed'
    ? `<system-out>${escaped(JSON.stringify(result.value))}</system-out>`
    : '';
}

const quoted = (text: string) => `"${escaped(text)}"`;

function escaped(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '\uFFFD')
    .replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
