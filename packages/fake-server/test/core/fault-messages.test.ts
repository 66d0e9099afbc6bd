/** What is said of faults, word for word, and what counts for them. */
import { createFakeServer, type FaultOptions, type JournalError } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { input } from '../support/samples.ts';
import { send } from '../support/wire.ts';

const operation = 'listWorkspaces';
const path = '/configuration/workspaces';

const errorOf = (fault: object): string =>
  (failureOf(() => createFakeServer().faults.add(fault as FaultOptions)) as Error).message;

describe('the error of an invalid fault', () => {
  test('says of each field what it takes and what it got', () => {
    const wrong = {
      operation,
      times: 0,
      after: -1,
      when: 1,
      status: 600,
      body: 1n,
      headers: { a: 1 },
      contentType: 1,
      notJson: 1,
      delay: 'soon',
      hang: 'yes',
      reset: 0,
      truncated: -1,
      applied: null,
    };
    expect(errorOf(wrong).split('\n')).toEqual([
      'The fault has 13 problems:',
      '- times: expected whole number, 1 or more, received 0',
      '- after: expected whole number, 0 or more, received -1',
      '- when: expected function, received 1',
      '- status: expected whole number from 200 to 599, received 600',
      '- body: expected what JSON can hold, received bigint',
      '- headers: expected object of strings, received object',
      '- contentType: expected string, received 1',
      '- notJson: expected boolean, received 1',
      '- delay: expected milliseconds, or a number with ms, s, m, h or d; at most 2147483647 ms, received "soon"',
      '- hang: expected boolean, received "yes"',
      '- reset: expected boolean, received 0',
      '- truncated: expected boolean or whole number, 0 or more, received -1',
      '- applied: expected boolean, received null',
    ]);
  });

  test('says which effects there are, and which exclude each other', () => {
    expect(errorOf({ operation })).toContain(
      'expected one of status, body, headers, contentType, notJson, delay, hang, reset, truncated, received a fault without an effect',
    );
    expect(errorOf({ operation, hang: true, truncated: 5 })).toContain(
      'expected one of hang, reset, truncated, received hang and truncated',
    );
  });
});

describe('the journal', () => {
  test('says how often a fault struck, was to strike, and could have, and what went wrong', () => {
    const fake = createFakeServer();
    fake.faults
      .add({ operation, status: 500, times: 2, after: 1 })
      .add({ operation: ['getMockService', 'clearActivity'], hang: true })
      .add({
        operation: 'listMockServices',
        status: 500,
        when: () => {
          throw new Error('typo');
        },
      });
    for (let i = 0; i < 2; i += 1) send(fake, 'GET', path);
    send(fake, 'GET', '/configuration/mock-services');
    const error = failureOf(() => fake.journal.assertClean()) as Error;
    expect(error.message.split('\n')).toEqual([
      'The fake server was used incorrectly:',
      '  fault 1 for listWorkspaces struck 1 of 2 times: requests for it: 2, of which it lets 1 pass first (after)',
      '  fault 2 for getMockService, clearActivity never struck: no request for it came, or an earlier fault took it',
      '  fault 3 for listMockServices never struck: its `when` threw Error: typo',
    ]);
  });

  test('says it in the number of times', () => {
    const fake = createFakeServer();
    fake.faults
      .add({ operation, status: 500, times: 5, when: ({ path }) => path.endsWith('?slow') })
      .add({ operation, status: 500, times: 2, after: 3, when: () => true })
      .add({ operation, status: 500, when: () => false });
    for (const query of ['?slow', '?slow', '?slow', '']) send(fake, 'GET', path + query);
    const { problems } = failureOf(() => fake.journal.assertClean()) as JournalError;
    expect(problems).toEqual([
      '  fault 1 for listWorkspaces struck 3 of 5 times: requests for it that its `when` chooses: 3',
      '  fault 2 for listWorkspaces never struck: requests for it that its `when` chooses: 1, of which it lets 3 pass first (after)',
      '  fault 3 for listWorkspaces never struck: no request for it came that its `when` chooses, or an earlier fault took it',
    ]);
  });
});

describe('a fault', () => {
  test.each([
    [{ status: 200 }, 200],
    [{ status: 599 }, 599],
    [{ body: 'x' }, 200],
    [{ notJson: true }, 200],
  ])('of %o alone is one', (effect, status) => {
    const fake = createFakeServer();
    fake.faults.add({ operation, ...effect });
    expect(send(fake, 'GET', path).status).toBe(status);
  });

  test.each([
    { reset: true },
    { truncated: true },
    { truncated: 0 },
    { delay: 0 },
    { hang: true, reset: false },
  ])('of %o alone is one too', (effect) => {
    const fake = createFakeServer();
    fake.faults.add({ operation, ...effect });
    send(fake, 'GET', path);
    expect(fake.faults.list()).toEqual([{ id: 1, operation, ...effect, seen: 1, used: 1 }]);
  });

  test('for several operations, one of them twice, strikes once a request', () => {
    const fake = createFakeServer();
    fake.faults.add({ operation: [operation, operation, 'listMockServices'], status: 500, times: 2 });
    const statuses = [path, '/configuration/mock-services', path].map((at) => send(fake, 'GET', at).status);
    expect(statuses).toEqual([500, 500, 200]);
  });

  test('of infinite times is listed without a number', () => {
    const fake = createFakeServer();
    fake.faults.add({ operation, status: 500, times: Number.POSITIVE_INFINITY });
    expect(fake.faults.list()).toEqual([{ id: 1, operation, status: 500, seen: 0, used: 0 }]);
  });

  test('can be removed by its operation only if it has no other', () => {
    const fake = createFakeServer();
    fake.faults
      .add({ operation: [operation, 'getMockService'], status: 500 })
      .add({ operation, status: 501 })
      .add({ operation: [operation], status: 503 })
      .add({ operation: [operation, operation], status: 504 });
    expect(fake.faults.remove(operation)).toBe(true);
    expect(fake.faults.remove(operation)).toBe(false);
    expect(fake.faults.remove(7)).toBe(false);
    expect(fake.faults.list().map(({ id }) => id)).toEqual([1]);
    fake.faults.clear();
    fake.faults.add({ operation, status: 502 });
    expect(fake.faults.list().map(({ id }) => id)).toEqual([5]);
  });

  test('that its own function adds strikes only later requests, and one that it removes strikes no more', () => {
    const fake = createFakeServer();
    fake.faults.add({
      operation,
      status: 500,
      times: 1,
      when: () => {
        fake.faults.add({ operation, status: 501, times: 1 }).remove(1);
        return true;
      },
    });
    expect([1, 2, 3].map(() => send(fake, 'GET', path).status)).toEqual([200, 501, 200]);
  });

  test('gives its function a request of its own', () => {
    const fake = createFakeServer();
    fake.faults.add({
      operation,
      status: 500,
      when: (request) => {
        Reflect.set(request, 'path', '/other');
        Reflect.set(request.headers ?? {}, 'x-added', '1');
        return false;
      },
    });
    fake.handle({ method: 'GET', path, headers: { accept: '*/*' } });
    expect(fake.journal.entries).toMatchObject([{ path, headers: { accept: '*/*' }, status: 200 }]);
    expect(fake.journal.entries[0]?.headers).not.toHaveProperty('x-added');
  });
});

describe('the headers of a fault', () => {
  test('that cannot be sent are named, with the reason', () => {
    const headers = {
      'a b': 'c',
      'Proxy-Connection': 'close',
      'x-a': '\u0001',
      'x-fine': '\t ~\u0080\u00ff',
    };
    expect(errorOf({ operation, headers, contentType: '\u0100' }).split('\n')).toEqual([
      'The fault has 4 problems:',
      '- headers["a b"]: expected name of a header, received another name',
      '- headers["Proxy-Connection"]: expected header of the response itself, received one of the connection, which the server sets',
      '- headers["x-a"]: expected value that HTTP can carry, received one with a control character or beyond Latin-1',
      '- contentType: expected value that HTTP can carry, received one with a control character or beyond Latin-1',
    ]);
  });
});

describe('the response of a fault', () => {
  const responseTo = (fault: object) => {
    const fake = createFakeServer({ seed: {} });
    fake.faults.add({ operation, ...fault });
    return send(fake, 'GET', path);
  };
  const list = '{"data":[]}';

  test.each([
    [
      { notJson: true },
      200,
      'text/html; charset=utf-8',
      '<!doctype html>\n<title>Sign in</title>\n<p>This page is not what was asked for.</p>\n',
    ],
    [{ body: 'text' }, 200, 'text/plain; charset=utf-8', 'text'],
    [{ body: null, status: 500 }, 500, 'application/json', 'null'],
    [{ status: 399 }, 399, undefined, ''],
    [
      { status: 400 },
      400,
      'application/problem+json',
      '{"type":"about:blank","status":400,"detail":"A fault of the fake server."}',
    ],
    [{ contentType: 'text/csv' }, 200, 'text/csv', list],
    [{ notJson: false, headers: { 'Content-Type': 'a/b' } }, 200, 'a/b', list],
  ])('of %j has its type and its body, and arrives at once', (fault, status, type, body) => {
    const headers = type === undefined ? {} : { 'content-type': type };
    expect(responseTo(fault)).toEqual({ status, headers, body, fault: undefined });
  });

  test.each([
    [{ truncated: true }, 5],
    [{ truncated: 0 }, 0],
    [{ truncated: 10 }, 10],
    [{ truncated: 11 }, 10],
    [{ truncated: true, body: '' }, 0],
    [{ truncated: true, body: 'äöü' }, 3],
    [{ truncated: false, delay: 1 }, undefined],
    [{ hang: true }, 'hang'],
    [{ reset: true }, 'reset'],
  ])('of %j ends so', (fault, ending) => {
    expect(responseTo(fault).fault?.ending).toBe(ending);
  });

  test.each([
    [{ truncated: 1 }, 1],
    [{ delay: 1 }, 1],
    [{ contentType: 'a/b' }, 1],
    [{ status: 201 }, 0],
    [{ body: {} }, 0],
    [{ notJson: true }, 0],
    [{ hang: true }, 0],
    [{ reset: true }, 0],
    [{ reset: true, applied: false }, 0],
    [{ reset: true, applied: true }, 1],
    [{ notJson: true, applied: true }, 1],
  ])('of %j lets the operation take effect, or does not', (fault, created) => {
    const fake = createFakeServer({ seed: {} });
    fake.faults.add({ operation: 'createMockService', ...fault });
    send(fake, 'POST', '/configuration/mock-service', input());
    expect(fake.mockServices.list()).toHaveLength(created);
  });
});
