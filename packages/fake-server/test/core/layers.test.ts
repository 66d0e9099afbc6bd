/** Tests that the folders of the core are layers. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const core = new URL('../../src/core/', import.meta.url);

/** From the lowest layer to the highest. */
const layers = 'time rows world http behavior faults journal fixtures engine worlds server'.split(' ');

test('a folder of the core imports only folders of lower layers', () => {
  const imports = globSync('*/**/*.ts', { cwd: core }).flatMap((file) => {
    const paths = readFileSync(new URL(file, core), 'utf8').matchAll(/from '(\.[^']*)'/g);
    return Array.from(paths, ([, path = '']) => [file, normalize(join(dirname(file), path))] as const);
  });
  const layerOf = (path: string) => layers.indexOf(path.split('/')[0] ?? '');
  const isFolder = (path: string) => path.includes('/') && !path.startsWith('..');
  expect(imports.length).toBeGreaterThan(100);
  expect(imports.filter(([from]) => layerOf(from) < 0)).toEqual([]);
  expect(imports.filter(([from, to]) => isFolder(to) && layerOf(to) > layerOf(from))).toEqual([]);
});
