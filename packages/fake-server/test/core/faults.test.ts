/** Tests which requests a fault applies to. Also tests how faults are removed and saved. */
import { operationIds } from '@mock-services/sdk/contract';
import { createFakeServer, type FaultOptions } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { fakeWithFaults, listWorkspaces } from '../support/faults.ts';
import { mockServicesPath, workspacesPath } from '../support/paths.ts';
import { send } from '../support/wire.ts';

const operation = 'listWorkspaces';

describe('faults', () => {
  test('the most recently added fault that matches a request is applied to it', () => {
    const fake = fakeWithFaults(
      { operation: operationIds, status: 502 },
      { operation: [operation, operation, 'listMockServices'], status: 500, times: 2 },
    );
    const statuses = [workspacesPath, mockServicesPath, workspacesPath, mockServicesPath].map(
      (path) => send(fake, 'GET', path).status,
    );
    expect(statuses).toEqual([500, 500, 502, 502]);
  });

  test('a fault can be removed by its id, or by its operation if it has only one', () => {
    const fake = fakeWithFaults(
      { operation: [operation, 'getMockService'], status: 500 },
      { status: 501 },
      { operation: [operation, operation], status: 504 },
      { operation: 'getMockService', reset: true },
    );
    const idsLeft = () => fake.faults.list().map(({ id }) => id);
    expect([fake.faults.remove(4), fake.faults.remove(4)]).toEqual([true, false]);
    expect(fake.faults.remove('getMockService')).toBe(false);
    expect([fake.faults.remove(operation), fake.faults.remove(operation)]).toEqual([true, false]);
    expect(idsLeft()).toEqual([1]);
    fake.faults.clear();
    fake.faults.add({ operation, status: 502 });
    expect(idsLeft()).toEqual([5]);
  });

  test.each([
    ['listWorkspace', 'Unknown operation "listWorkspace". Did you mean listWorkspaces?'],
    [undefined, 'Unknown operation nothing. The operations are '],
  ])('`faults.remove` rejects the unknown operation `%j`', (unknown, message) => {
    const { faults } = fakeWithFaults({ status: 503 });
    const error = failureOf(() => faults.remove(unknown as 'listWorkspaces'), 'invalid-fault');
    expect(error.message).toContain(message);
    expect(faults.list()).toHaveLength(1);
  });
});

describe('the matcher of a fault', () => {
  test('may throw: the latest error is listed, and the request succeeds', () => {
    const results = ['typo', Symbol('odd'), false, true].values();
    const match = (): boolean => {
      const { value } = results.next();
      if (typeof value === 'boolean') return value;
      const thrown: unknown = typeof value === 'string' ? new Error(value) : value;
      throw thrown;
    };
    const fake = fakeWithFaults({ status: 500, match });
    const seen = Array.from({ length: 4 }, () => [listWorkspaces(fake), fake.faults.list()[0]?.error]);
    expect(seen).toEqual([
      [200, 'Error: typo'],
      [200, 'Symbol(odd)'],
      [200, 'Symbol(odd)'],
      [500, 'Symbol(odd)'],
    ]);
  });

  test('is listed with an error if it returns a promise instead of a boolean', () => {
    const match: unknown = () => Promise.resolve(false);
    const fake = fakeWithFaults({ status: 500, match: match as () => boolean });
    expect(listWorkspaces(fake)).toBe(200);
    expect(fake.faults.list()[0]?.error).toBe(
      'TypeError: The matcher function must return true or false, not object.',
    );
    expect(() => fake.journal.assertClean()).toThrow(
      'its `match` function threw TypeError: The matcher function must return',
    );
  });

  test('must not change the fake server, or the request gets a 500', () => {
    const fake = createFakeServer();
    fake.faults.add({ operation, status: 503, match: () => fake.faults.remove(1) });
    const { status, body } = send(fake, 'GET', workspacesPath);
    expect([status, body]).toEqual([500, expect.stringContaining('Make the change after the callback')]);
    expect(listWorkspaces(fake)).toBe(200);
  });

  test('sees headers as they were sent, including credentials', () => {
    const fake = fakeWithFaults({ status: 403, match: { headers: { authorization: 'Bearer old' } } });
    const statuses = ['Bearer old', 'Bearer new'].map(
      (authorization) =>
        fake.handle({ method: 'GET', path: workspacesPath, headers: { authorization } }).status,
    );
    expect(statuses).toEqual([403, 200]);
  });

  test('cannot match a value in a body that JSON does not have', () => {
    const match = { body: { value: Number.NaN } };
    const fault = { operation: 'createMockService', status: 418, match } as const;
    expect(() => createFakeServer().faults.add(fault)).toThrow('no JSON value equals');
  });

  test.each<[string, FaultOptions['match']]>([
    ['a function', () => true],
    ['a regular expression', { path: /./ }],
    ['an asymmetric matcher', { body: expect.anything() as unknown }],
  ])('keeps its fault out of a snapshot if it is or has %s, which JSON cannot represent', (_, match) => {
    const fake = fakeWithFaults({ status: 500, match }, { operation: 'getMockService', status: 501 });
    const snapshot = fake.snapshot();
    expect(snapshot.faults.map(({ id }) => id)).toEqual([2]);
    fake.restore(snapshot);
    expect(fake.faults.list().map(({ id }) => id)).toEqual([2]);
    expect(listWorkspaces(fake)).toBe(200);
  });
});
