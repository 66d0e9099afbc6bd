import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { at, root } from '../../../tools/lib/paths.ts';

describe.each(inject('packed'))('the tarball of $name', ({ folder, files }) => {
  test('holds the build, the manifest, the readme and the licence, and nothing else', () => {
    const others = files.filter((path) => !/^dist\/.+\.(js|js\.map|d\.ts)$/.test(path));
    expect(others.toSorted()).toEqual(['LICENSE', 'README.md', 'package.json']);
  });

  test('holds every file that the manifest exports', () => {
    const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    const targets = Object.values(exports).flatMap((target) =>
      typeof target === 'string' ? [target] : Object.values(target),
    );
    expect(files).toEqual(expect.arrayContaining(targets.map((path) => path.replace('./', ''))));
  });

  test('has the licence of the project', () => {
    expect(readFileSync(join(folder, 'LICENSE'), 'utf8')).toBe(readFileSync(at('LICENSE'), 'utf8'));
  });

  test('has source maps that carry the sources, which are not in the tarball', () => {
    const maps = files.filter((path) => path.endsWith('.map')).map((path) => readMap(join(folder, path)));
    expect(maps.length).toBeGreaterThan(0);
    for (const { sources, sourcesContent } of maps) expect(sourcesContent).toHaveLength(sources.length);
  });

  test('names no path of the machine that built it', () => {
    const built = files.filter((path) => path.startsWith('dist/'));
    expect(built.filter((path) => readFileSync(join(folder, path), 'utf8').includes(root))).toEqual([]);
  });
});

test('declarations of the fake server refer to those of the SDK instead of repeating them', () => {
  const fake = inject('packed').find(({ name }) => name.endsWith('/fake-server'));
  const declarations = (fake?.files ?? []).filter((path) => path.endsWith('.d.ts'));
  const texts = declarations.map((path) => readFileSync(join(fake?.folder ?? '', path), 'utf8')).join('\n');
  expect(texts).toMatch(/import (type )?\{[^}]*\bMockService\b[^}]*\} from '@mock-services\/sdk\/contract'/);
  expect(texts).not.toMatch(/interface MockService\b/);
});

interface Manifest {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

interface SourceMap {
  readonly sources: readonly string[];
  readonly sourcesContent: readonly string[];
}

function readMap(path: string): SourceMap {
  return JSON.parse(readFileSync(path, 'utf8')) as SourceMap;
}
