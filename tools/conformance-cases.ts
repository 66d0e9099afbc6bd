/** The tables of conformance cases in `docs/conformance.md`. */
import { cases, unobservable } from '../packages/conformance/src/index.ts';

const permissions = { allowWrites: '`allowWrites`', allowClear: '`allowClear`' };

export function casesTables(): string {
  return [
    '## What the interface states\n',
    mustTable(),
    '\n## What it leaves open\n',
    '[Open points](open-points.md#all-open-points) lists the question behind each name.\n',
    openTable(),
    '\nNot observed:\n',
    '| open point | why not |\n| - | - |',
    ...Object.entries(unobservable).map(([id, reason]) => `| \`${id}\` | ${reason} |`),
  ].join('\n');
}

function mustTable(): string {
  const required = cases.filter(({ level }) => level === 'must');
  const rows = required.map(
    ({ id, clause, needs, title }) =>
      `| \`${id}\` | ${clause} | ${needs === undefined ? '' : permissions[needs]} | ${title} |`,
  );
  return ['| case | clause | needs | what holds |', '| - | - | - | - |', ...rows].join('\n');
}

function openTable(): string {
  const open = cases.filter(({ level }) => level === 'open');
  const rows = ([undefined, 'allowWrites', 'allowClear'] as const).map((permission) => {
    const ids = open.flatMap(({ id, needs }) => (needs === permission ? [`\`${id}\``] : []));
    return `| ${permission === undefined ? '' : permissions[permission]} | ${ids.join(', ')} |`;
  });
  return ['| needs | observed open points |', '| - | - |', ...rows].join('\n');
}
