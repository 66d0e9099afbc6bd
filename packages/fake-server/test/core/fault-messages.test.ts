/** What is said of faults, word for word, and what counts for them. */
import { createFakeServer, type FaultOptions } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { refusalOf } from '../support/refusal.ts';
import { send } from '../support/wire.ts';

const operation = 'listWorkspaces';
const path = '/configuration/workspaces';

const errorOf = (fault: object): string =>
  (refusalOf(() => createFakeServer().faults.add(fault as FaultOptions)) as Error).message;

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
    const error = refusalOf(() => fake.journal.assertClean()) as Error;
    expect(error.message.split('\n').slice(1)).toEqual([
      '  fault 1 for listWorkspaces struck 1 of 2 times, of 2 requests it applied to',
      '  fault 2 for getMockService,clearActivity struck 0 times, of 0 requests it applied to',
      '  fault 3 for listMockServices struck 0 times, of 0 requests it applied to; its `when` threw Error: typo',
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
      .add({ operation, status: 501 });
    expect(fake.faults.remove(operation)).toBe(true);
    expect(fake.faults.remove(operation)).toBe(false);
    expect(fake.faults.remove(7)).toBe(false);
    expect(fake.faults.list().map(({ id }) => id)).toEqual([1]);
    fake.faults.clear();
    fake.faults.add({ operation, status: 502 });
    expect(fake.faults.list().map(({ id }) => id)).toEqual([3]);
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
