/** Readers must find an example of each function that the packages export. */
import { globSync, readFileSync } from 'node:fs';
import { visit } from 'unist-util-visit';
import { expect, test } from 'vitest';
import { pagePaths, parsePage } from '../../tools/lib/markdown.ts';
import { at, root } from '../../tools/lib/paths.ts';

/** Rarely needed functions, whose only example, if any, is in a doc comment. */
const rare = new Set(['emptyWorld', 'encodeBase64', 'installMatchers', 'latencyOf', 'parseActivity']);

/** The list omits guards such as `isApiError`, which are all used alike, and the contract, which is for tools. */
const exported = globSync('packages/*/api/*.md', { cwd: root })
  .filter((path) => !path.endsWith('contract.api.md'))
  .flatMap((path) => Array.from(readFileSync(at(path), 'utf8').matchAll(/^export function (\w+)/gm)))
  .flatMap(([, name = '']) => (/^is[A-Z]/.test(name) || rare.has(name) ? [] : name));

const pages = pagePaths().filter((path) => !path.includes('decisions/'));

function codeOf(path: string): string[] {
  const code: string[] = [];
  visit(parsePage(path), 'code', ({ value }) => void code.push(value.replaceAll(/^import .*?;$/gms, '')));
  return code;
}

const code = pages.flatMap(codeOf);

test.each([...new Set(exported)].toSorted())('a page of the docs has an example that calls %s', (name) => {
  expect(code.filter((block) => new RegExp(`\\b${name}\\(`).test(block))).not.toEqual([]);
});

// These pages explain ideas, answer questions or list links, so they need no code.
const withoutCode =
  /(what-is-this|test-runners|troubleshooting|errors|facts|interface|CHANGELOG|README)\.md$/;

test.each(pages.filter((path) => path.startsWith('docs/') && !withoutCode.test(path)))(
  '%s has an example',
  (path) => {
    expect(codeOf(path)).not.toEqual([]);
  },
);
