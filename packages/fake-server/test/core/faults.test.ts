import { operationIds } from '@mock-services/sdk/contract';
import {
  createFakeServer,
  FaultError,
  type FaultOptions,
  OptionError,
  SnapshotError,
} from '@mock-services/fake-server/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { input } from '../support/samples.ts';
import { create, send } from '../support/wire.ts';

const path = '/configuration/workspaces';
const operation = 'listWorkspaces';

describe('faults', () => {
  test('are listed with how often they struck, and removed by id or operation', () => {
    const fake = createFakeServer();
    fake.faults
      .add({ operation, status: 500, after: 1, times: 1 })
      .add({ operation: 'getMockService', reset: true })
      .add({ operation, delay: 5 });
    for (let i = 0; i < 3; i += 1) send(fake, 'GET', path);
    expect(fake.faults.list()).toEqual([
      { id: 1, operation, status: 500, after: 1, times: 1, seen: 2, used: 1 },
      { id: 2, operation: 'getMockService', reset: true, seen: 0, used: 0 },
      { id: 3, operation, delay: 5, seen: 2, used: 2 },
    ]);
    expect(fake.faults.remove(2)).toBe(true);
    expect(fake.faults.remove(2)).toBe(false);
    expect(fake.faults.remove(operation)).toBe(true);
    expect(fake.faults.list()).toEqual([]);
  });

  test('strike in the order in which they were added', () => {
    const fake = createFakeServer();
    fake.faults.add({ operation, status: 500, times: 1 }).add({ operation: operationIds, status: 502 });
    const statuses = [path, path, '/configuration/mock-services'].map((at) => send(fake, 'GET', at).status);
    expect(statuses).toEqual([500, 502, 502]);
  });

  test('go on striking when others before and after them are used up', () => {
    const fake = createFakeServer();
    const when: FaultOptions['when'] = ({ headers }) => headers?.['x-chosen'] === 'yes';
    fake.faults
      .add({ operation, status: 500, when })
      .add({ operation, status: 501, times: 1 })
      .add({ operation, status: 502 });
    const statusOf = (chosen: string) =>
      fake.handle({ method: 'GET', path, headers: { 'x-chosen': chosen } }).status;
    expect(['no', 'no', 'no', 'yes', 'no', 'yes'].map(statusOf)).toEqual([501, 502, 502, 500, 502, 500]);
  });

  test('that were removed by id are not there to be removed by operation', () => {
    const fake = createFakeServer();
    fake.faults.add({ operation: 'getMockService', status: 500 });
    for (const status of [501, 502]) fake.faults.add({ operation, status });
    expect([fake.faults.remove(1), fake.faults.remove('getMockService')]).toEqual([true, false]);
  });

  test('do not strike a request while which they are cleared', () => {
    const fake = createFakeServer();
    const when = () => {
      fake.faults.clear();
      return false;
    };
    fake.faults.add({ operation, status: 500, when }).add({ operation, status: 501 });
    expect(send(fake, 'GET', path).status).toBe(200);
  });

  test('have the response that they describe', () => {
    const fake = createFakeServer();
    fake.faults
      .add({ operation, status: 429, headers: { 'Retry-After': '3' }, times: 1 })
      .add({ operation, body: 'plain', times: 1 })
      .add({ operation, status: 204, times: 1 })
      .add({ operation, headers: { 'x-extra': 'yes' }, contentType: 'text/csv', times: 1 });
    const responses = [1, 2, 3, 4].map(() => send(fake, 'GET', path));
    const details = { type: 'about:blank', status: 429, detail: 'A fault of the fake server.' };
    expect(responses[0]).toMatchObject({
      status: 429,
      headers: { 'content-type': 'application/problem+json', 'retry-after': '3' },
      body: JSON.stringify(details),
    });
    expect(responses[1]).toMatchObject({ status: 200, body: 'plain' });
    expect(responses[2]).toMatchObject({ status: 204, headers: {}, body: '' });
    expect(responses[3]).toMatchObject({ headers: { 'content-type': 'text/csv', 'x-extra': 'yes' } });
    expect(responses[3]?.body).toBe(send(fake, 'GET', path).body);
  });

  test('describe what each face has to act out', () => {
    const fake = createFakeServer({ latency: '1s' });
    fake.faults
      .add({ operation, hang: true, delay: 5, times: 1 })
      .add({ operation, truncated: 10, times: 1 })
      .add({ operation, truncated: 1e9, times: 1 });
    const { length } = send(createFakeServer(), 'GET', path).body;
    expect([1, 2, 3, 4].map(() => send(fake, 'GET', path).fault)).toMatchObject([
      { delayMs: 1005, ending: 'hang' },
      { delayMs: 1000, ending: 10 },
      { delayMs: 1000, ending: length - 1 },
      { delayMs: 1000, ending: undefined },
    ]);
  });

  test('whose function throws do not strike, and show the error', () => {
    const fake = createFakeServer();
    const when = (): boolean => {
      throw new Error('typo');
    };
    fake.faults.add({ operation, status: 500, when });
    expect(send(fake, 'GET', path).status).toBe(200);
    expect(fake.faults.list()[0]?.error).toBe('Error: typo');
    expect(() => fake.journal.assertClean()).toThrow('typo');
  });

  test.each([
    ['a promise', () => Promise.resolve(false), 'object'],
    ['a text', () => 'yes', '"yes"'],
  ])('whose function returns %s do not strike, and say so', (_, when, shown) => {
    const fake = createFakeServer();
    fake.faults.add({ operation, status: 500, when: when as unknown as () => boolean });
    expect(send(fake, 'GET', path).status).toBe(200);
    expect(fake.faults.list()[0]?.error).toBe(`TypeError: it has to return true or false, not ${shown}`);
    expect(() => fake.journal.assertClean()).toThrow('its `when` threw TypeError: it has to return');
  });

  test('that only change the response let the operation take effect', () => {
    const fake = createFakeServer();
    const before = fake.mockServices.list().length;
    fake.faults.add({ operation: 'createMockService', status: 500, times: 1 });
    send(fake, 'POST', '/configuration/mock-service', input());
    fake.faults.add({ operation: 'createMockService', delay: 1, times: 1 });
    create(fake);
    fake.faults.add({ operation: 'createMockService', status: 500, applied: true, times: 1 });
    expect(send(fake, 'POST', '/configuration/mock-service', input()).status).toBe(500);
    expect(fake.mockServices.list()).toHaveLength(before + 2);
  });

  test('are part of a snapshot; their functions only in the fake server that took it', () => {
    const fake = createFakeServer();
    const when: FaultOptions['when'] = ({ path }) => path.includes('chosen');
    fake.faults.add({ operation, status: 500, times: 2, when }).add({ operation, status: 502, times: 1 });
    send(fake, 'GET', `${path}?chosen`);
    const snapshot = structuredClone(fake.snapshot());
    const play = () => ['?chosen', '', '?chosen', ''].map((query) => send(fake, 'GET', path + query).status);
    const expected = play();
    expect(expected).toEqual([500, 502, 200, 200]);
    fake.restore(snapshot);
    expect(play()).toEqual(expected);
    expect(() => createFakeServer().restore(snapshot)).toThrow(SnapshotError);
  });
});

describe('an invalid fault', () => {
  test('is an error that names the nine operations', () => {
    const fault = { operation: 'getMockServices', status: 500 };
    // @ts-expect-error no such operation
    const error = failureOf(() => createFakeServer().faults.add(fault)) as FaultError;
    expect(error).toBeInstanceOf(FaultError);
    expect(error.message).toContain('received "getMockServices"');
    for (const id of operationIds) expect(error.message).toContain(id);
  });

  test.each<[string, object | null, string[]]>([
    ['nothing', null, ['']],
    ['no operation', { status: 500 }, ['operation']],
    ['no operations', { operation: [], status: 500 }, ['operation']],
    ['a wrong one of two', { operation: ['listWorkspaces', 'list'], status: 500 }, ['operation']],
    ['no effect', { operation }, ['']],
    ['no effect but one that is false', { operation, hang: false }, ['']],
    ['two endings', { operation, hang: true, reset: true }, ['']],
    ['another field', { operation, status: 500, once: true }, ['once']],
    [
      'wrong values',
      { operation, status: 99, times: 0, after: -1, delay: 'soon', when: 1 },
      ['status', 'times', 'after', 'delay', 'when'],
    ],
    [
      'headers that cannot be sent',
      { operation, headers: { 'a b': 'c' }, contentType: 'a\nb' },
      ['headers["a b"]', 'contentType'],
    ],
    ['no JSON', { operation, body: 1n }, ['body']],
  ])('is an error and is not added: %s', (_, fault, paths) => {
    const fake = createFakeServer();
    const error = failureOf(() => fake.faults.add(fault as unknown as FaultOptions)) as FaultError;
    expect(error).toBeInstanceOf(FaultError);
    expect(error.issues.map(({ path }) => path)).toEqual(paths);
    expect(fake.faults.list()).toEqual([]);
  });

  test('is a FaultError whatever it is, and there is a response to every other', () => {
    const value = fc.oneof(fc.anything(), fc.constantFrom(true, 1, 503, '1s', operation, {}));
    const fields = [
      'status',
      'body',
      'headers',
      'delay',
      'hang',
      'truncated',
      'notJson',
      'times',
      'contentType',
    ];
    const shape = fc.record(Object.fromEntries(fields.map((field) => [field, value])), { requiredKeys: [] });
    fc.assert(
      fc.property(shape, (fault) => {
        const fake = createFakeServer();
        const error = failureOf(() => fake.faults.add({ operation, ...fault }));
        expect(error === undefined || error instanceof FaultError).toBe(true);
        expect(send(fake, 'GET', path).status).toBeGreaterThanOrEqual(200);
        expect(JSON.parse(JSON.stringify(fake.snapshot()))).toBeTypeOf('object');
      }),
      { numRuns: 500 },
    );
  });

  test('an invalid latency is an error', () => {
    expect(() => createFakeServer({ latency: -1 })).toThrow(OptionError);
  });

  test('a delay or a latency that no timer can wait for is an error; their sum is cut to the longest', () => {
    const longest = 2 ** 31 - 1;
    for (const wait of [longest + 1, '25d'] as const) {
      const refused = failureOf(() =>
        createFakeServer().faults.add({ operation, delay: wait }),
      ) as FaultError;
      expect(refused).toBeInstanceOf(FaultError);
      expect(refused.issues).toMatchObject([{ path: 'delay', received: JSON.stringify(wait) }]);
      const option = failureOf(() => createFakeServer({ latency: wait })) as OptionError;
      expect(option).toBeInstanceOf(OptionError);
      expect(option.message).toContain(`at most ${longest} ms`);
    }
    const fake = createFakeServer({ latency: longest });
    fake.faults.add({ operation, delay: longest });
    expect(send(fake, 'GET', path).fault?.delayMs).toBe(longest);
  });
});
