import { expect, test } from 'vitest';
import { kinds } from '../cell.ts';
import { cells } from '../cells.ts';
import { pageOf, rowOf } from '../page.ts';

const result = {
  cell: 'bun',
  version: '1.4.5',
  checks: [
    { name: 'one', ok: true },
    { name: 'two', ok: false, error: 'Error: wrong' },
  ],
  seconds: 1,
};

test('a row has what passed, and what failed', () => {
  expect(rowOf(result, '2026-01-31')).toEqual({
    version: '1.4.5',
    date: '2026-01-31',
    passed: 1,
    total: 2,
    failures: ['two'],
  });
  const ended = rowOf({ ...result, checks: [], failure: 'it ended\nwith much output' }, '2026-01-31');
  expect(ended.failures).toEqual(['it ended']);
});

test('the page has every cell under its kind, also those that were not run', () => {
  const page = pageOf(cells, { bun: rowOf(result, '2026-01-31') });
  for (const kind of kinds) expect(page).toContain(`\n## ${kind}\n`);
  for (const { name } of cells) expect(page).toContain(`(\`${name}\`)`);
  expect(page).toContain('| Bun (`bun`) | 1.4.5 | **1 of 2** | fails: two | 2026-01-31 |');
  expect(page).toContain('| Deno (`deno`) | | not run | | |');
});

test('the names of cells are unique', () => {
  expect(new Set(cells.map(({ name }) => name)).size).toBe(cells.length);
});
