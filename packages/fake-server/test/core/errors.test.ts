/** Tests the error class of the fake server and its type guard. */
import * as core from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';

const { createFakeServer, isFakeServerError } = core;

const failures: [code: core.FakeServerErrorCode, fail: () => unknown][] = [
  ['invalid-option', () => createFakeServer({ latency: -1 })],
  ['invalid-seed', () => createFakeServer({ seed: [] as core.Seed })],
  ['invalid-snapshot', () => createFakeServer().restore({} as core.Snapshot)],
  ['invalid-fixture', () => createFakeServer().activity.record('nobody', {})],
  ['invalid-fault', () => createFakeServer().faults.add({ operation: 'listWorkspaces' })],
  ['invalid-matcher', () => createFakeServer().journal.find(1 as never)],
  ['not-clean', () => used().journal.assertClean()],
  ['world-name', () => core.createWorlds({ create: () => createFakeServer() }).get(' ')],
  ['storage-unsaved', () => createFakeServer({ storage: fullDisk })],
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
  test.each(failures)('an error with the code %s is recognized with this code only', (code, fail) => {
    const error = failureOf(fail);
    expect(error).toBeInstanceOf(core.FakeServerError);
    expect(error).toMatchObject({ name: 'FakeServerError', code });
    expect(isFakeServerError(error)).toBe(true);
    expect(failures.filter(([other]) => isFakeServerError(error, other))).toEqual([[code, fail]]);
  });

  test('the type guard rejects values that are no errors of this package', () => {
    const others = [undefined, 'not-clean', new Error('not-clean'), { name: 'FakeServerError' }];
    expect(others.filter((value) => isFakeServerError(value))).toEqual([]);
  });

  test('an error of a second copy of the package is recognized', async () => {
    // Because of the query in the path, Node loads the module a second time.
    const again = '../../src/core/errors.ts?copy';
    const copy = (await import(/* @vite-ignore */ again)) as typeof core;
    const foreign = new copy.FakeServerError('not-clean', '');
    expect(foreign).not.toBeInstanceOf(core.FakeServerError);
    expect(isFakeServerError(foreign, 'not-clean')).toBe(true);
  });
});
