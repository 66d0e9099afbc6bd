import { expect, test } from 'vitest';
import { linesMatching, sourceFiles } from './source-files.ts';

const sources = sourceFiles('packages/*/{src,program}/**/*.{ts,tsx}', 'examples/**/*.{ts,tsx}');
const everything = [...sources, ...sourceFiles('packages/*/test/**/*.{ts,tsx}', '{.ci,tools}/**/*.ts')];

test('the sources of both packages are found', () => {
  expect(new Set(sources.map(({ path }) => path.split('/')[1]))).toContain('sdk');
  expect(new Set(sources.map(({ path }) => path.split('/')[1]))).toContain('fake-server');
});

test('an entry point lists its exports', () => {
  expect(linesMatching(everything, /^\s*export\s+(type\s+)?\*/)).toEqual([]);
});

test('no file is longer than 300 lines', () => {
  const lengths = everything.map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }));
  expect(lengths.filter(({ lines }) => lines > 300)).toEqual([]);
});

test('no test is skipped or focused, and no check is silenced', () => {
  const marks = /\b(it|test|describe)\.(skip|only|todo)\b|@ts-(ignore|nocheck)|(eslint|oxlint)-disable/;
  expect(linesMatching(everything, marks)).toEqual([]);
});
