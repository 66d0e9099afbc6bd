import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { at } from '../../../tools/lib/paths.ts';

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, unknown>>;
}

interface Configuration {
  readonly compilerOptions: { readonly paths: Readonly<Record<string, readonly string[]>> };
}

interface Documentation {
  readonly entryPoints: readonly string[];
}

const json = (path: string): unknown => JSON.parse(readFileSync(at(path), 'utf8'));
const { paths } = (json('tsconfig.json') as Configuration).compilerOptions;
const { entryPoints } = json('tools/site/typedoc.json') as Documentation;

describe.each([
  ['sdk', 'src'],
  ['fake-server', 'src'],
  ['explorer', 'program'],
])('the entry points of packages/%s', (folder, home) => {
  const { name, exports } = json(`packages/${folder}/package.json`) as Manifest;
  const entries = Object.keys(exports)
    .filter((key) => key !== './package.json')
    .map((key) => key.slice(2));
  const source = (entry: string) => `packages/${folder}/${home}/${entry === '' ? '' : `${entry}/`}index.ts`;

  test('are found by the type checker in the sources', () => {
    const expected = entries.map((entry) => [entry ? `${name}/${entry}` : name, [`./${source(entry)}`]]);
    const actual = Object.entries(paths).filter(([key]) => `${key}/`.startsWith(`${name}/`));
    expect(Object.fromEntries(actual)).toEqual(Object.fromEntries(expected));
  });

  test('are all documented', () => {
    const documented = entryPoints
      .map((path) => path.replace('../../', ''))
      .filter((path) => path.startsWith(`packages/${folder}/`));
    expect(documented.toSorted()).toEqual(entries.map(source).toSorted());
  });

  test('state their purpose in a comment', () => {
    for (const entry of entries)
      expect(readFileSync(at(source(entry)), 'utf8')).toContain('@packageDocumentation');
  });
});
