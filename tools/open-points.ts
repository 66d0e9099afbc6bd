/** The table of open points in `docs/open-points.md`. */
import { openPointTable } from '../packages/fake-server/src/core/behavior/open-points.ts';
import { openPoints } from '../packages/sdk/src/contract/index.ts';

export function openPointsTable(): string {
  const rows = openPoints.map(({ id, section, question, sdk }) => {
    const { behavior, option, values = [], vary } = openPointTable[id];
    const name = option === undefined ? '' : `\`${option}\``;
    const list = values.map((value) => `\`'${String(value)}'\``).join(', ');
    const greased = vary && values.length > 0 ? ' (grease)' : '';
    const cells = [
      `${question}<br>\`${id}\`, §${section}`,
      sdk,
      behavior,
      name + (list && `: ${list}`) + greased,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return ['| question | the client | the fake server | option |', '| - | - | - | - |', ...rows].join('\n');
}
