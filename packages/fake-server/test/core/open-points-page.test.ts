import { readFile } from 'node:fs/promises';
import { assumptions } from '@mock-services/fake-server/core';
import { openPoints } from '@mock-services/sdk/contract';
import { format } from 'prettier';
import { expect, test } from 'vitest';
import { replaceGenerated } from '../../../../tools/lib/generated.ts';

test('docs/open-points.md lists all open points (`vitest -u` updates it)', async () => {
  const rows = openPoints.map(({ id, section, question, sdk }) => {
    const { behavior = '', option } = assumptions[id] ?? {};
    return `| ${question}<br>\`${id}\`, §${section} | ${sdk} | ${behavior} | ${option ? `\`${option}\`` : ''} |`;
  });
  const table = ['| question | the client | the fake server | option |', '| - | - | - | - |', ...rows];
  const path = '../../../../docs/open-points.md';
  const page = await readFile(new URL(path, import.meta.url), 'utf8');
  const written = replaceGenerated(page, { points: await format(table.join('\n'), { parser: 'markdown' }) });
  await expect(written).toMatchFileSnapshot(path);
});
