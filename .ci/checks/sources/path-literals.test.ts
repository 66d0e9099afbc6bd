import { expect, test } from 'vitest';
import { linesMatching, sourceFiles } from './source-files.ts';

/** A path of the interface, or part of one, in a string or a regular expression. */
const literal = /['"`/][^'"`\s]*\/(configuration|workspace)(?![\w-]*\.[jt]sx?\b)|['"`]configuration\//;

const table = sourceFiles('packages/sdk/src/contract/**/*.ts');
const rest = sourceFiles('packages/*/{src,program}/**/*.{ts,tsx}', 'examples/**/*.{ts,tsx}').filter(
  ({ path }) => !path.startsWith('packages/sdk/src/contract/'),
);

test('only the endpoint table contains paths', () => {
  expect(linesMatching(rest, literal)).toEqual([]);
});

test('the pattern finds the paths of the table', () => {
  const found = linesMatching(table, literal).map((line) => line.split(':')[0]);
  expect(new Set(found)).toEqual(new Set(['packages/sdk/src/contract/operations.ts']));
  expect(found.length).toBeGreaterThanOrEqual(4);
});

test.each([
  "'/configuration/mock-services'",
  '"/workspace/x/activity"',
  '`${base}/configuration/workspaces`',
  "'https://mocks.example.com/api/workspace/x'",
  "'configuration/' + kind",
  String.raw`/\/configuration\/workspaces/`,
])('the pattern finds %s', (text) => {
  expect(linesMatching([{ path: 'x.ts', text: `const path = ${text};` }], literal)).toHaveLength(1);
});

test.each([
  "from './workspace-resolvers.ts'",
  "from '../core/workspace.ts'",
  "from './configuration.tsx'",
  "'configuration'",
])('the pattern ignores %s', (text) => {
  expect(linesMatching([{ path: 'x.ts', text }], literal)).toEqual([]);
});
