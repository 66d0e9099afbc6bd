/** Tests the faults that a fake server rejects, and the messages about invalid and unused faults. */
import { operationIds } from '@mock-services/sdk/contract';
import { createFakeServer, type FakeServerError, type FaultOptions } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { fakeWithFaults, listWorkspaces } from '../support/faults.ts';
import { mockServicesPath } from '../support/paths.ts';
import { send } from '../support/wire.ts';

const operation = 'listWorkspaces';

const errorOf = (fault: unknown): FakeServerError =>
  failureOf(() => createFakeServer().faults.add(fault as FaultOptions), 'invalid-fault');

describe('the error about an invalid fault', () => {
  test('shows expected and received values', () => {
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
      params: {},
      staus: 503,
    };
    expect(errorOf(wrong).message.split('\n')).toEqual([
      'The fault has 15 problems:',
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
      expect.stringMatching(
        /^- params: .*, received another field\. To select requests, use match: \{ params: … \}\.$/,
      ),
      expect.stringMatching(/^- staus: expected one of .*, received another field\. Did you mean status\?$/),
    ]);
  });

  test('names the headers that cannot be sent', () => {
    const headers = {
      'a b': 'c',
      'Proxy-Connection': 'close',
      'x-a': 'b\r\nc: d',
      'x-fine': '\t ~\u0080\u00ff',
    };
    expect(errorOf({ operation, headers }).message.split('\n')).toEqual([
      'The fault has 3 problems:',
      '- headers["a b"]: expected a valid header name, received an invalid name',
      '- headers["Proxy-Connection"]: expected a header that describes the response, received a connection header, which the server sets itself',
      '- headers["x-a"]: expected a header value of Latin-1 characters without control characters, received a value with other characters',
    ]);
  });

  test('lists the operations and suggests a similar one', () => {
    const { message } = errorOf({ operation: ['listWorkspaces', 'getMockServices'], status: 500 });
    expect(message).toMatch(/received "getMockServices"\. Did you mean getMockService\?$/);
    for (const id of operationIds) expect(message).toContain(id);
    expect(errorOf({ operation: [], status: 500 }).message).toContain('expected a list with an operation');
  });

  test.each([
    [{ param: {} }, 'Unknown matcher field `param`. Did you mean `params`?'],
    [{ status: 200 }, 'The matcher cannot have the field `status`. When a fault is chosen, there is no'],
  ])('says what is wrong with the matcher %j', (match, message) => {
    expect(errorOf({ operation, status: 500, match }).message).toContain(
      `The fault has 1 problem:\n- match: expected fields of a request, or a function, received an invalid matcher. ${message}`,
    );
  });

  test.each<[string, object | null, string]>([
    ['null', null, ''],
    ['a fault without an operation', { status: 500 }, 'operation'],
    ['a duration that no timer can wait for', { operation, delay: '25d' }, 'delay'],
  ])('has the path of its problem, and no fault is added: %s', (_, fault, path) => {
    const fake = createFakeServer();
    const error = failureOf(() => fake.faults.add(fault as FaultOptions), 'invalid-fault');
    expect(error.issues.map((issue) => issue.path)).toEqual([path]);
    expect(fake.faults.list()).toEqual([]);
  });

  test('lists all effects if there is none, and the ones that conflict', () => {
    expect(errorOf({ operation, hang: false }).message).toContain(
      'expected one of status, body, headers, contentType, notJson, delay, hang, reset, truncated, received none of them',
    );
    expect(errorOf({ operation, hang: true, truncated: 5 }).message).toContain(
      'expected one of hang, reset, truncated, received hang and truncated',
    );
  });
});

describe('the error about unused faults', () => {
  test('lists only the faults that were applied less often than planned, with the reason', () => {
    const throws = () => {
      throw new Error('typo');
    };
    const fake = fakeWithFaults(
      { status: 500, times: 2, after: 1 },
      { operation: ['getMockService', 'clearActivity'], hang: true },
      { operation: 'listMockServices', status: 500, match: throws },
      { status: 500, match: () => false },
      { status: 501, times: 1 },
    );
    for (let i = 0; i < 3; i += 1) listWorkspaces(fake);
    send(fake, 'GET', mockServicesPath);
    const unused = [
      '  fault 1 for listWorkspaces was applied 1 of 2 times: matching requests: 2; the first 1 pass through (after)',
      '  fault 2 for getMockService, clearActivity was never applied: no request for its operation arrived, or a later fault was applied instead',
      '  fault 3 for listMockServices was never applied: its `match` function threw Error: typo',
      '  fault 4 for listWorkspaces was never applied: no request matched its `match`, or a later fault was applied instead',
    ];
    expect(failureOf(() => fake.journal.assertClean(), 'not-clean').message.split('\n')).toEqual([
      'The journal is not clean:',
      ...unused,
    ]);
    send(fake, 'GET', '/nothing');
    expect(failureOf(() => fake.faults.assertClean(), 'not-clean').message.split('\n')).toEqual([
      'Not every fault was applied as often as planned:',
      ...unused,
    ]);
  });

  test('is not thrown when each fault was applied as often as planned', () => {
    const fake = fakeWithFaults({ status: 500, times: 2 }, { operation: 'listMockServices', hang: true });
    for (let i = 0; i < 2; i += 1) listWorkspaces(fake);
    expect(() => fake.journal.assertClean()).toThrow('fault 2');
    send(fake, 'GET', mockServicesPath);
    expect(() => fake.journal.assertClean()).not.toThrow();
    expect(() => fake.faults.assertClean()).not.toThrow();
  });
});
