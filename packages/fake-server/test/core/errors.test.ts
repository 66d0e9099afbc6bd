/** Tests the error classes of the fake server and their type guards. */
import * as core from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';

const { createFakeServer } = core;

const failures: [name: core.FakeServerErrorName, fail: () => unknown, guard: (value: unknown) => boolean][] =
  [
    ['OptionError', () => createFakeServer({ latency: -1 }), core.isOptionError],
    ['SeedError', () => createFakeServer({ seed: [] as core.Seed }), core.isSeedError],
    ['SnapshotError', () => createFakeServer().restore({} as core.Snapshot), core.isSnapshotError],
    ['FixtureError', () => createFakeServer().activity.record('nobody', {}), core.isFixtureError],
    ['FaultError', () => createFakeServer().faults.add({ operation: 'listWorkspaces' }), core.isFaultError],
    ['JournalError', () => used().journal.assertClean(), core.isJournalError],
    ['WorldError', () => core.createWorlds({ create: () => createFakeServer() }).get(' '), core.isWorldError],
    ['StorageError', () => createFakeServer({ storage: fullDisk }), core.isStorageError],
  ];

const fullDisk: core.WorldStorage = {
  load: () => [],
  save: () => {
    throw new Error('disk full');
  },
};

function used(): core.FakeServer {
  const fake = createFakeServer();
  fake.handle({ method: 'GET', path: '/nowhere' });
  return fake;
}

describe('an error', () => {
  test.each(failures)(
    'the error class %s extends FakeServerError and is recognized only by its own type guard',
    (name, fail, guard) => {
      const error = failureOf(fail);
      expect(error).toBeInstanceOf(core.FakeServerError);
      expect(error).toMatchObject({ name });
      expect(core.isFakeServerError(error)).toBe(true);
      expect(guard(error)).toBe(true);
      expect(failures.filter(([, , other]) => other(error))).toHaveLength(1);
    },
  );

  test.each([undefined, null, 'SeedError', new Error('SeedError'), { name: 'SeedError' }])(
    'error type guards reject a value that is not an error of this package: %s',
    (value) => {
      expect(core.isFakeServerError(value)).toBe(false);
      expect(failures.some(([, , guard]) => guard(value))).toBe(false);
    },
  );

  test('error type guards recognize an error from a second copy of the package', async () => {
    // Because of the query in the path, Node loads the module a second time.
    const again = '../../src/core/errors.ts?copy';
    const copy = (await import(/* @vite-ignore */ again)) as typeof core;
    const foreign = new copy.SeedError([]);
    expect(foreign).not.toBeInstanceOf(core.SeedError);
    expect(core.isSeedError(foreign)).toBe(true);
    expect(core.isFakeServerError(foreign)).toBe(true);
  });
});
