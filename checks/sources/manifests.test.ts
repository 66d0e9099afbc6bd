import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { at, root } from '../../tools/lib/paths.ts';

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, unknown>>;
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(at(path), 'utf8'));
const packages = globSync('packages/*', { cwd: root });

test.each(packages)('tsconfig.json maps each entry point of %s to its source file', (folder) => {
  const { name, exports } = readJson(`${folder}/package.json`) as Manifest;
  const { compilerOptions } = readJson('tsconfig.json') as {
    readonly compilerOptions: { readonly paths: Readonly<Record<string, readonly string[]>> };
  };
  const entries = Object.keys(exports).filter((key) => key !== './package.json');
  const home = globSync(`${folder}/{src,server}/index.ts`, { cwd: root })[0]?.replace('index.ts', '') ?? '';
  const expected = entries.map((key) => [
    key.replace('.', name),
    [`./${home}${key === '.' ? '' : `${key.slice(2)}/`}index.ts`],
  ]);
  const actual = Object.entries(compilerOptions.paths).filter(([key]) => `${key}/`.startsWith(`${name}/`));
  expect(Object.fromEntries(actual)).toEqual(Object.fromEntries(expected));
});

test('package-lock.json does not contain registry URLs', () => {
  const lockfile = readJson('package-lock.json') as {
    readonly packages: Readonly<Record<string, { readonly resolved?: string; readonly link?: boolean }>>;
  };
  const entries = Object.entries(lockfile.packages);
  expect(entries.filter(([, { resolved, link }]) => resolved !== undefined && !link)).toEqual([]);
});

test('each override of .oxlintrc.json applies to files', () => {
  const { overrides } = readJson('.oxlintrc.json') as {
    readonly overrides: readonly { readonly files: string[] }[];
  };
  const exclude = ['**/node_modules/**', '**/dist/**'];
  const patterns = overrides.flatMap(({ files }) => files);
  expect(patterns.filter((pattern) => globSync(pattern, { cwd: root, exclude }).length === 0)).toEqual([]);
});
