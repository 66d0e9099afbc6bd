/** Names that a reader types, and a number that the README takes from the contract. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { openPoints } from '@mock-services/sdk/contract';
import { expect, test } from 'vitest';
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

test('only the root package.json states the address of the repository', () => {
  const { repository } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { repository: string };
  const { host } = new URL(repository);
  const isGenerated = (path: string) => /^packages\/[\w-]+\/package\.json$/.test(path);
  const others = files.filter((path) => path !== 'package.json' && !isGenerated(path));
  expect(others.filter((path) => readFileSync(at(path), 'utf8').includes(host))).toEqual([]);
});

test('the README states how many points the interface leaves open', () => {
  expect(readFileSync(at('README.md'), 'utf8')).toContain(`[${openPoints.length} points open]`);
});
