/** Tests the faults that a fake server rejects, and the error messages about invalid faults. */
import { operationIds } from '@mock-services/sdk/contract';
import {
  createFakeServer,
  type FaultOptions,
  type Snapshot,
  type FakeServerError,
} from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { fakeWithFaults, listWorkspaces } from '../support/faults.ts';
import { mockServicesPath } from '../support/paths.ts';
import { cyclicValue, nestedArrays } from '../support/values.ts';
import { send } from '../support/wire.ts';

const operation = 'listWorkspaces';

const errorOf = (fault: unknown): FakeServerError =>
  failureOf(() => createFakeServer().faults.add(fault as FaultOptions), 'invalid-fault');

describe('the error about an invalid fault', () => {
  test('the error about an invalid fault shows expected and received values', () => {
    const wrong = {
      operation,
      times: 0,
      after: -1,
      match: 1,
      status: 600,
      body: 1n,
      headers: { a: 1 },
      contentType: 1,
      notJson: 1,
      delay: 'soon',
      hang: 'yes',
      reset: 0,
      truncated: -1,
      takesEffect: null,
      staus: 503,
    };
    expect(errorOf(wrong).message.split('\n')).toEqual([
      'The fault has 14 problems:',
      '- times: expected integer, 1 or more, received 0',
      '- after: expected integer, 0 or more, received -1',
      '- match: expected object of fields, or a function, received 1',
      '- status: expected integer from 200 to 599, received 600',
      '- body: expected value that can be serialized as JSON, received bigint',
      '- headers.a: expected string, received 1',
      '- contentType: expected string, received 1',
      '- notJson: expected boolean, received 1',
      '- delay: expected milliseconds, or a number with ms, s, m, h or d; at most 2147483647 ms, received "soon"',
      '- hang: expected boolean, received "yes"',
      '- reset: expected boolean, received 0',
      '- truncated: expected boolean or integer, 0 or more, received -1',
      '- takesEffect: expected boolean, received null',
      expect.stringMatching(/^- staus: expected one of .*, received another field\. Did you mean status\?$/),
    ]);
  });

  test('the error about an unknown operation lists the valid operations', () => {
    const { message } = errorOf({ operation: 'getMockServices', status: 500 });
    expect(message).toContain('received "getMockServices"');
    for (const id of operationIds) expect(message).toContain(id);
  });

  test.each([
    ['listMockService', '"listMockService". Did you mean listMockServices?'],
    [['listWorkspaces', 'getMockServices'], '"getMockServices". Did you mean getMockService?'],
    [[], 'operation: expected a list with an operation, received array'],
  ])('the error about the unknown operation `%j` suggests a similar one', (unknown, end) => {
    const { message } = errorOf({ operation: unknown, status: 500 });
    expect(message.slice(-end.length)).toBe(end);
  });

  const invalid = 'match: expected fields of a request, or a function, received an invalid matcher.';
  test.each([
    [{ param: {} }, 'Unknown matcher field `param`. Did you mean `params`?'],
    [
      { params: 'x' },
      'matcher.params: expected a plain object whose keys are parameter names, received "x".',
    ],
    [{ status: 200 }, 'The matcher cannot have the field `status`. When a fault is chosen, there is no'],
    [
      { since: new Date(0) },
      'The matcher cannot have the field `since`. A fault applies to requests that are',
    ],
  ])('the error about the invalid matcher %j is readable', (match, message) => {
    const text = errorOf({ operation, status: 500, match }).message;
    expect(text).toContain(`The fault has 1 problem:\n- ${invalid} ${message}`);
  });

  test('the error about an invalid fault lists all effects and the conflicting effects', () => {
    expect(errorOf({ operation }).message).toContain(
      'expected one of status, body, headers, contentType, notJson, delay, hang, reset, truncated, received none of them',
    );
    expect(errorOf({ operation, hang: true, truncated: 5 }).message).toContain(
      'expected one of hang, reset, truncated, received hang and truncated',
    );
  });

  test('the error about an invalid fault names the headers that cannot be sent', () => {
    const headers = {
      'a b': 'c',
      'Proxy-Connection': 'close',
      'x-a': '\u0001',
      'x-fine': '\t ~\u0080\u00ff',
    };
    expect(errorOf({ operation, headers, contentType: '\u0100' }).message.split('\n')).toEqual([
      'The fault has 4 problems:',
      '- headers["a b"]: expected a valid header name, received an invalid name',
      '- headers["Proxy-Connection"]: expected a header that describes the response, received a connection header, which the server sets itself',
      '- headers["x-a"]: expected a header value of Latin-1 characters without control characters, received a value with other characters',
      '- contentType: expected a header value of Latin-1 characters without control characters, received a value with other characters',
    ]);
  });
});

describe('faults.add', () => {
  test.each<[string, object | null, string[]]>([
    ['null', null, ['']],
    ['a fault without an operation', { status: 500 }, ['operation']],
    ['an unknown operation in a list', { operation: ['listWorkspaces', 'list'], status: 500 }, ['operation']],
    ['an effect that is false', { operation, hang: false }, ['']],
    ['a duration that no timer can wait for', { operation, delay: '25d' }, ['delay']],
    ['a match by status', { operation, status: 500, match: { status: 200 } }, ['match']],
    [
      'a parameter and a header that are numbers',
      { operation, status: 500, match: { params: { mockServiceId: 7 }, headers: { 'x-id': 7 } } },
      ['match'],
    ],
    ['a cyclic body', { operation, body: cyclicValue() }, ['body']],
    ['a body of 1,001 levels', { operation, body: nestedArrays(1001) }, ['body']],
  ])('`faults.add` rejects an invalid fault: %s', (_, fault, paths) => {
    const fake = createFakeServer();
    const error = failureOf(() => fake.faults.add(fault as FaultOptions), 'invalid-fault');
    expect(error.issues.map(({ path }) => path)).toEqual(paths);
    expect(fake.faults.list()).toEqual([]);
  });

  test.each(['a\r\nb: c', '💥'])('`faults.add` rejects the header value %j', (value) => {
    expect(errorOf({ operation, headers: { 'x-fault': value } }).issues).toMatchObject([
      { path: 'headers["x-fault"]', pointer: '/headers/x-fault' },
    ]);
    expect(errorOf({ operation, contentType: value }).issues).toMatchObject([
      { path: 'contentType', pointer: '/contentType' },
    ]);
  });

  test.each(['Trailer', 'content-length', '', 'a b', 'é'])(
    '`faults.add` rejects a header with the name %j',
    (name) => {
      expect(errorOf({ operation, headers: { [name]: '1' } }).issues).toMatchObject([
        { path: expect.stringMatching(/^headers\b/) as string },
      ]);
    },
  );
});

describe('restoring a snapshot', () => {
  const fault = { id: 1, operation, status: 500, seen: 0, used: 0 };
  const restoreWith = (faults: object) => {
    const fake = createFakeServer();
    fake.restore({ ...fake.snapshot(), faults } as unknown as Snapshot);
  };

  test.each([{ faults: [fault] }, [{ ...fault, seen: -1 }], [{ ...fault, headers: { trailer: 'x' } }]])(
    'restoring a snapshot rejects these invalid faults: %j',
    (faults) => {
      expect(() => restoreWith([fault])).not.toThrow();
      const error = failureOf(() => restoreWith(faults), 'invalid-snapshot');
      expect(error.message).toMatch(/^The snapshot has 1 problem:\n- faults: expected faults of a snapshot/);
    },
  );
});

describe('faults.assertClean', () => {
  test('`faults.assertClean` lists only the faults that were applied less often than planned', () => {
    const fake = fakeWithFaults(
      { status: 500, times: 1 },
      { operation: 'getMockService', hang: true },
      { status: 501, times: 2 },
    );
    for (let i = 0; i < 2; i += 1) listWorkspaces(fake);
    fake.handle({ method: 'GET', path: '/nothing' });
    const error = failureOf(() => fake.faults.assertClean(), 'not-clean');
    expect(error.message.split('\n')).toEqual([
      'Not every fault was applied as often as planned:',
      '  fault 1 for listWorkspaces was never applied: no request for its operation arrived, or a later fault was applied instead',
      '  fault 2 for getMockService was never applied: no request for its operation arrived, or a later fault was applied instead',
    ]);
  });
});

describe('journal.assertClean', () => {
  test('`journal.assertClean` reports the actual and the planned uses of a fault', () => {
    const throws = () => {
      throw new Error('typo');
    };
    const fake = fakeWithFaults(
      { status: 500, times: 2, after: 1 },
      { operation: ['getMockService', 'clearActivity'], hang: true },
      { operation: 'listMockServices', status: 500, match: throws },
    );
    for (let i = 0; i < 2; i += 1) listWorkspaces(fake);
    send(fake, 'GET', mockServicesPath);
    const error = failureOf(() => fake.journal.assertClean()) as Error;
    expect(error.message.split('\n')).toEqual([
      'The journal is not clean:',
      '  fault 1 for listWorkspaces was applied 1 of 2 times: matching requests: 2; the first 1 pass through (after)',
      '  fault 2 for getMockService, clearActivity was never applied: no request for its operation arrived, or a later fault was applied instead',
      '  fault 3 for listMockServices was never applied: its `match` function threw Error: typo',
    ]);
  });

  test('`journal.assertClean` shows how many requests a fault matcher accepted', () => {
    const fake = fakeWithFaults(
      { status: 500, match: () => false },
      { status: 500, times: 2, after: 3, match: () => true },
      { status: 500, times: 5, match: ({ request }) => request.path.endsWith('?slow') },
    );
    for (const query of ['?slow', '?slow', '?slow', '']) listWorkspaces(fake, query);
    const { message } = failureOf(() => fake.journal.assertClean(), 'not-clean');
    expect(message.split('\n').slice(1)).toEqual([
      '  fault 1 for listWorkspaces was never applied: no request matched its `match`, or a later fault was applied instead',
      '  fault 2 for listWorkspaces was never applied: matching requests: 1; the first 3 pass through (after)',
      '  fault 3 for listWorkspaces was applied 3 of 5 times: matching requests: 3',
    ]);
  });

  test('`journal.assertClean` passes when each fault was applied as often as planned', () => {
    const fake = fakeWithFaults({ status: 500, times: 2 }, { operation: 'listMockServices', hang: true });
    for (let i = 0; i < 2; i += 1) listWorkspaces(fake);
    expect(() => fake.journal.assertClean()).toThrow('fault 2');
    send(fake, 'GET', mockServicesPath);
    expect(() => fake.journal.assertClean()).not.toThrow();
  });
});
