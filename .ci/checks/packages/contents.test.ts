import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { at, root } from '../../../tools/lib/paths.ts';

describe.each(inject('packed'))('the tarball of $name', ({ folder, files }) => {
  const manifest = manifestIn(folder);

  test('holds the build, the manifest, a folder for each entry point, the readme and the licence, and nothing else', () => {
    const others = files.filter((path) => !built.test(path));
    const entryFolders = Object.keys(manifest.exports)
      .filter((name) => name !== '.' && !name.endsWith('.json'))
      .map((name) => `${name.slice(2)}/package.json`);
    expect(others.toSorted()).toEqual(['LICENSE', 'README.md', 'package.json', ...entryFolders].toSorted());
  });

  test('holds every file that the manifest exports', () => {
    expect(files).toEqual(expect.arrayContaining(targetsOf(manifest.exports)));
    const { main, module, types } = manifest;
    expect(files).toEqual(
      expect.arrayContaining([main, module, types].flatMap((one) => targetsOf(one ?? []))),
    );
    expect(files).toEqual(expect.arrayContaining(targetsOf(manifest.bin ?? {})));
  });

  test('holds what the folders of the entry points lead to', () => {
    for (const path of files.filter((file) => /^[^/]+\/package\.json$/.test(file))) {
      const { main = '', module = '', types = '' } = manifestIn(join(folder, dirname(path)));
      const targets = [main, module, types].map((target) => join(dirname(path), target));
      expect(files).toEqual(expect.arrayContaining(targets));
    }
  });

  test('has the licence of the project', () => {
    expect(readFileSync(join(folder, 'LICENSE'), 'utf8')).toBe(readFileSync(at('LICENSE'), 'utf8'));
  });

  test('has source maps that carry the sources, which are not in the tarball', () => {
    const maps = files.filter((path) => path.endsWith('.map')).map((path) => readMap(join(folder, path)));
    // A program has none.
    expect(maps.length > 0).toBe(manifest.main !== undefined);
    for (const { sources, sourcesContent } of maps) expect(sourcesContent).toHaveLength(sources.length);
  });

  test('imports modules of Node by their full names', () => {
    const imports = files
      .filter((path) => /\.c?js$/.test(path))
      .flatMap((path) => [...readFileSync(join(folder, path), 'utf8').matchAll(imported)])
      .map(([, name = '']) => name);
    expect(imports.filter((name) => isBuiltin(name) && !name.startsWith('node:'))).toEqual([]);
    expect(imports.length).toBeGreaterThan(0);
  });

  test('names no path of the machine that built it', () => {
    const dist = files.filter((path) => path.startsWith('dist/'));
    expect(dist.filter((path) => readFileSync(join(folder, path), 'utf8').includes(root))).toEqual([]);
  });
});

test('declarations of the fake server refer to those of the SDK instead of repeating them', () => {
  const fake = inject('packed').find(({ name }) => name.endsWith('/fake-server'));
  const declarations = (fake?.files ?? []).filter((path) => path.endsWith('.d.ts'));
  const texts = declarations.map((path) => readFileSync(join(fake?.folder ?? '', path), 'utf8')).join('\n');
  expect(texts).toMatch(/import (type )?\{[^}]*\bMockService\b[^}]*\} from '@mock-services\/sdk\/contract'/);
  expect(texts).not.toMatch(/interface MockService\b/);
});

test('the explorer needs no other package, and names the licences of what its page includes', () => {
  const { folder = '', files = [] } = inject('packed').find(({ name }) => name.endsWith('/explorer')) ?? {};
  expect(manifestIn(folder)).not.toHaveProperty('dependencies');
  const imports = files
    .filter((path) => /^dist\/[^/]+\.js$/.test(path))
    .flatMap((path) => [...readFileSync(join(folder, path), 'utf8').matchAll(imported)])
    .map(([, name = '']) => name);
  expect(imports.filter((name) => !isBuiltin(name) && !name.startsWith('./'))).toEqual([]);
  const licences = readFileSync(join(folder, 'dist/page/licences.md'), 'utf8');
  for (const name of ['preact', 'uplot', '@tanstack/react-query', 'ky', 'zod', 'leven'])
    expect(licences).toContain(`## ${name} - `);
});

/** What the builds write: libraries, programs, and the explorer's page. */
const built =
  /^dist\/(?:.+\.(?:c?js|js\.map|d\.c?ts)|page\/(?:index\.html|icon\.svg|licences\.md|assets\/[\w-]+\.css))$/;

/** A module that a line imports or requires. */
const imported = /^(?:import\b[^;]*?\bfrom |import |.*\brequire\()["']([^"'\n]+)["']/gm;

/** What an entry point leads to, under each condition. */
type Target = string | readonly never[] | { readonly [condition: string]: Target };

interface Manifest {
  /** Of a library that CommonJS may require. */
  readonly main?: string;
  readonly module?: string;
  readonly types?: string;
  readonly bin?: Target;
  readonly exports: Readonly<Record<string, Target>>;
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

function targetsOf(target: Target): string[] {
  return typeof target === 'string' ? [target.replace('./', '')] : Object.values(target).flatMap(targetsOf);
}

interface SourceMap {
  readonly sources: readonly string[];
  readonly sourcesContent: readonly string[];
}

function readMap(path: string): SourceMap {
  return JSON.parse(readFileSync(path, 'utf8')) as SourceMap;
}
