import { describe, expect, test } from 'vitest';
import { missingFrom, readLockfile } from '../../../tools/lib/lockfile.ts';
import { at } from '../../../tools/lib/places.ts';

describe.each(['package-lock.json', '.ci/checkers/package-lock.json', 'tools/peers/package-lock.json'])(
  '%s',
  (path) => {
    const lockfile = readLockfile(at(path));

    test('names no registry', () => {
      const fromElsewhere = Array.from(lockfile).filter(
        ([, { resolved, link }]) => resolved !== undefined && !link,
      );
      expect(fromElsewhere).toEqual([]);
    });

    test('holds the builds for every platform', () => {
      expect(lockfile.size).toBeGreaterThan(100);
      expect(missingFrom(lockfile)).toEqual([]);
    });
  },
);

test('a build that is not locked is noticed', () => {
  const builds = { 'tool-linux': '1.0.0', 'tool-darwin': '1.0.0' };
  const lockfile = new Map([
    ['node_modules/tool', { optionalDependencies: builds }],
    ['node_modules/tool-linux', { optionalDependencies: {} }],
  ]);
  expect(missingFrom(lockfile)).toEqual(['node_modules/tool needs tool-darwin']);
});
