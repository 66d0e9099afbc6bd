/** Tests which requests a fault applies to. Also tests how faults are listed, removed, saved and watched. */
import { operationIds } from '@mock-services/sdk/contract';
import { createFakeServer, type FaultOptions, type UnansweredRequest } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { fakeWithFaults, listWorkspaces } from '../support/faults.ts';
import { mockServicePath, mockServicesPath, workspacesPath } from '../support/paths.ts';
import { idOf } from '../support/samples.ts';
import { send } from '../support/wire.ts';

const operation = 'listWorkspaces';

describe('faults', () => {
  test('a listed fault counts the requests that matched and how often it was applied', () => {
    const fake = fakeWithFaults(
      { delay: 5, times: Number.POSITIVE_INFINITY },
      { operation: 'getMockService', reset: true },
      { status: 500, after: 1, times: 1 },
    );
    for (let i = 0; i < 3; i += 1) listWorkspaces(fake);
    expect(fake.faults.list()).toEqual([
      { id: 1, operation, delay: 5, seen: 2, used: 2 },
      { id: 2, operation: 'getMockService', reset: true, seen: 0, used: 0 },
      { id: 3, operation, status: 500, after: 1, times: 1, seen: 2, used: 1 },
    ]);
  });

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

  test('thousands of faults apply in order, even if some of them are removed', () => {
    const count = 3000;
    const fake = createFakeServer();
    for (let i = 0; i < count; i += 1) {
      fake.faults.add({ operation: i % 2 === 0 ? operation : operationIds, status: 500 + (i % 7), times: 1 });
    }
    const removed = new Set([1, 2, 500, 1500, 1501, 1502, count]);
    for (const id of removed) expect(fake.faults.remove(id)).toBe(true);
    const expected = fake.faults.list().map(({ status }) => status);
    expect(expected).toHaveLength(count - removed.size);
    expect(expected.map(() => listWorkspaces(fake))).toEqual(expected.toReversed());
    expect(listWorkspaces(fake)).toBe(200);
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

  test.each([
    ['a promise', () => Promise.resolve(false), 'object'],
    ['a string', () => 'yes', 'string'],
  ])('is listed with an error if it returns %s instead of a boolean', (_, match, shown) => {
    const fake = fakeWithFaults({ status: 500, match: match as unknown as () => boolean });
    expect(listWorkspaces(fake)).toBe(200);
    expect(fake.faults.list()[0]?.error).toBe(
      `TypeError: The matcher function must return true or false, not ${shown}.`,
    );
    expect(() => fake.journal.assertClean()).toThrow(
      'its `match` function threw TypeError: The matcher function must return',
    );
  });

  test('receives a copy of the request', () => {
    const match = (received: UnansweredRequest): boolean => {
      Reflect.set(received.request.headers, 'x-added', '1');
      Object.assign(received, { request: undefined });
      return false;
    };
    const fake = fakeWithFaults({ status: 500, match });
    fake.handle({ method: 'GET', path: workspacesPath, headers: { accept: '*/*' } });
    expect(fake.journal.entries()).toMatchObject([
      { request: { path: workspacesPath, headers: { accept: '*/*' } }, response: { statusCode: 200 } },
    ]);
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

  test('may name a method in any letter case, also after it was restored', () => {
    const [path, match] = [`${mockServicePath}/${idOf(1)}`, { method: 'get' }];
    const fake = createFakeServer();
    fake.faults.add({ operation: operationIds, status: 503, match });
    const copy = createFakeServer();
    copy.restore(fake.snapshot());
    for (const each of [fake, copy]) {
      const statuses = ['GET', 'PUT'].map((method) => each.handle({ method, path }).status);
      expect([statuses[0], statuses[1] === 503]).toEqual([503, false]);
    }
  });

  test.each([Symbol('a'), Number.NaN, new Map()])('cannot match %o in a body', (value) => {
    const fault = { operation: 'createMockService', status: 418, match: { body: { value } } } as const;
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

describe('the object that `faults.add` returns', () => {
  test('counts uses and can remove the fault', () => {
    const fake = createFakeServer();
    const fault = fake.faults.add({ operation, status: 500 });
    const other = fake.faults.add({ operation: 'getMockService', status: 501 });
    listWorkspaces(fake);
    listWorkspaces(fake);
    expect([fault.id, fault.used, other.used]).toEqual([1, 2, 0]);
    expect([fault.remove(), fault.remove(), fault.used]).toEqual([true, false, 0]);
    expect(fake.faults.list().map(({ id }) => id)).toEqual([other.id]);
  });

  test('breaks only the connections of requests that its fault delays, when it removes it', async () => {
    const fake = createFakeServer();
    const url = `${fake.baseUrl}${workspacesPath}`;
    const other = fake.faults.add({ operation: 'listMockServices', delay: '50ms' });
    const hanging = [
      fake.faults.add({ operation: 'listWorkspaces', hang: true, times: 1 }),
      fake.faults.add({ operation: 'listWorkspaces', delay: '1h', times: 1 }),
    ];
    const responses = [fake.fetch(url), fake.fetch(url)];
    const delayed = fake.fetch(`${fake.baseUrl}${mockServicesPath}`);
    await new Promise(setImmediate);
    for (const fault of hanging) expect(fault.remove()).toBe(true);
    for (const response of responses) await expect(response).rejects.toThrow('fetch failed');
    expect((await delayed).status).toBe(200);
    expect(other.used).toBe(1);
  });
});
