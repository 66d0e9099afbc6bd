import { globSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { createReports } from '../../../tools/lib/api-reports.ts';
import { at, root } from '../../../tools/lib/paths.ts';

const committed = globSync('packages/*/api/*.api.md', { cwd: root }).toSorted();
let reports: ReadonlyMap<string, string>;

beforeAll(async () => {
  reports = await createReports();
}, 600_000);

test('each entry point has a report', () => {
  expect([...reports.keys()].toSorted()).toEqual(committed);
});

test.each(committed)('%s is what is built; after a change that is meant, npm run api writes it', (path) => {
  expect(reports.get(path)).toBe(readFileSync(at(path), 'utf8'));
});
