/** Names that a reader types, and what pages take from the contract. */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { createFakeServer } from '@mock-services/fake-server/core';
import { endpoints, openPoints, operationIds } from '@mock-services/sdk/contract';
import { visit } from 'unist-util-visit';
import { expect, test } from 'vitest';
import { pagePaths, parsePage } from '../../tools/lib/markdown.ts';
import { at, root } from '../../tools/lib/paths.ts';

const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((path) => existsSync(at(path)) && /\.(?:[cm]?[jt]sx?|json|md|sh|txt|ya?ml)$/.test(path));

/** Anybody can register a name without a scope. */
const unscoped =
  /\b(?:npx|bunx|(?:npm|pnpm|yarn) (?:exec|dlx|install|i|add))(?: -\S+)* mock-services\b(?!-\*)/;

test('no file tells a reader to install or run a package without the scope @mock-services', () => {
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((path) => unscoped.test(readFileSync(at(path), 'utf8')))).toEqual([]);
});

test('the README states how many points the interface leaves open', () => {
  expect(readFileSync(at('README.md'), 'utf8')).toContain(`[${openPoints.length} points open]`);
});

test('the guide lists the operations with the methods and paths of the contract', () => {
  const guide = readFileSync(at('docs/guide/client.md'), 'utf8');
  const [listed = ''] = /(?<=\n## Endpoints\n).*/s.exec(guide) ?? [];
  const rows = Array.from(listed.matchAll(/^\| `(\w+)`.*?\| `(\w+ [^`]+)`/gm), ([, id, path]) => [id, path]);
  expect(rows).toEqual(operationIds.map((id) => [id, `${endpoints[id].method} ${endpoints[id].path}`]));
});

test('llms.txt names all operations and all members of a fake server', () => {
  const named = new Set(readFileSync(at('llms.txt'), 'utf8').match(/\w+/g));
  const members = Object.entries(createFakeServer()).flatMap(([name, member]: [string, unknown]) =>
    typeof member === 'object' ? [name, ...Object.keys(Object(member) as object)] : name,
  );
  expect([...operationIds, ...members].filter((name) => !named.has(name))).toEqual([]);
});

const help = globSync('packages/*/test/**/{help,serve}.txt', { cwd: root })
  .map((path) => readFileSync(at(path), 'utf8'))
  .join('\n');
const ours = /^(?:--|dump\b)|\bnpx (?:@mock-services\/|mock-services\b)/;
const pages = pagePaths().filter((path) => /^(?:docs|packages)\//.test(path) && !path.includes('decisions/'));

test.each(pages)('the flags in %s are in the help of a program', (path) => {
  const lines: string[] = [];
  visit(parsePage(path), (node) => {
    if (node.type === 'inlineCode' || node.type === 'code') lines.push(...node.value.split('\n'));
  });
  const flags = lines
    .filter((line) => ours.test(line.trim()))
    .join('\n')
    .match(/(?<![\w-])--[a-z][\w-]*/g);
  expect((flags ?? []).filter((flag) => !new RegExp(`${flag}(?![\\w-])`).test(help))).toEqual([]);
});
