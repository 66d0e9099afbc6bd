import {
  createFakeServer,
  JournalError,
  type JournalMatcher,
  OptionError,
} from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { idOf, input, mockService } from '../support/samples.ts';
import { create, send } from '../support/wire.ts';

const single = '/configuration/mock-service';
const json = { 'Content-Type': 'application/json' };

describe('the journal', () => {
  test('has each request, and what became of it', () => {
    const fake = createFakeServer({ seed: { mockServices: [mockService(1)] } });
    fake.faults.add({ operation: 'listWorkspaces', status: 503 });
    const body = JSON.stringify({ data: input() });
    fake.handle({ method: 'PUT', path: `${single}/${idOf(1)}?dry=1`, headers: json, body });
    fake.clock.advance('1h');
    fake.handle({ method: 'GET', path: '/configuration/workspaces' });
    expect(fake.journal.entries).toEqual([
      {
        number: 1,
        time: '2026-01-01T00:00:00.001Z',
        operation: 'updateMockService',
        params: { mockServiceId: idOf(1) },
        method: 'PUT',
        path: `${single}/${idOf(1)}?dry=1`,
        headers: { 'content-type': 'application/json' },
        body,
        status: 200,
      },
      {
        number: 2,
        time: '2026-01-01T01:00:00.001Z',
        operation: 'listWorkspaces',
        params: {},
        method: 'GET',
        path: '/configuration/workspaces',
        headers: {},
        body: '',
        status: 503,
        fault: 1,
      },
    ]);
  });

  test('has no credentials, nor does a snapshot', () => {
    const fake = createFakeServer();
    const names = [
      'Authorization',
      'cookie',
      'Set-Cookie',
      'Proxy-Authorization',
      'X-API-Key',
      'x-auth-token',
    ];
    const headers = Object.fromEntries(names.map((name) => [name, 'hunter2']));
    const path = '/configuration/workspaces?access_token=hunter2&page=2&api_key=hunter2';
    fake.handle({ method: 'GET', path, headers: { ...headers, accept: '*/*' } });
    const text = JSON.stringify([
      fake.journal.entries,
      fake.snapshot().journal,
      fake.journal.explain({ status: 1 }),
    ]);
    expect(text).not.toContain('hunter2');
    expect(fake.journal.entries[0]).toMatchObject({
      headers: { accept: '*/*' },
      operation: 'listWorkspaces',
    });
    expect(fake.journal.entries[0]?.path).toContain('page=2');
  });

  test('keeps the last entries, and problems for longer', () => {
    const fake = createFakeServer({ journal: { maxEntries: 3 } });
    send(fake, 'GET', '/nothing');
    for (let i = 0; i < 5; i += 1) send(fake, 'GET', `/configuration/workspaces?${i}`);
    expect(fake.journal.entries.map(({ number }) => number)).toEqual([4, 5, 6]);
    expect(fake.journal.problems.map(({ number }) => number)).toEqual([1]);
    for (let i = 0; i < 5; i += 1) send(fake, 'GET', '/nothing');
    expect(() => fake.journal.assertClean()).toThrow('3 more requests that broke the contract');
  });

  test('keeps as many bytes as it may, and the beginning of a larger request', () => {
    const fake = createFakeServer({ journal: { maxBytes: 20_000 } });
    for (let i = 0; i < 50; i += 1) send(fake, 'POST', single, input({ title: 'x'.repeat(1000) }));
    const kept = fake.journal.entries.length;
    expect(kept).toBeGreaterThan(3);
    expect(kept).toBeLessThan(10);
    send(fake, 'POST', single, input({ title: 'x'.repeat(100_000) }));
    fake.handle({ method: 'GET', path: `/${'y'.repeat(100_000)}`, headers: { a: 'z'.repeat(100_000) } });
    const [large, long] = fake.journal.entries.slice(-2);
    expect(large).toMatchObject({ operation: 'createMockService', body: '', status: 201 });
    expect(long?.path).toHaveLength(256);
  });

  test('stays flat while requests keep coming', () => {
    const fake = createFakeServer();
    const weight = () => JSON.stringify(fake.journal.entries).length;
    const some = (n: number) => {
      for (let i = 0; i < n; i += 1) fake.handle({ method: 'GET', path: '/configuration/workspaces' });
    };
    some(2000);
    const before = weight();
    some(20_000);
    expect(fake.journal.entries).toHaveLength(1000);
    expect(weight()).toBeLessThan(before * 1.1);
  });

  test('can be switched off', () => {
    const fake = createFakeServer({ journal: false });
    send(fake, 'GET', '/nothing');
    expect([fake.journal.entries, fake.journal.problems, fake.journal.find({})]).toEqual([[], [], []]);
    fake.journal.assertClean();
    fake.restore(fake.snapshot());
  });

  test.each([{ maxEntries: -1 }, { maxBytes: 1.5 }])('rejects a limit of %j', (journal) => {
    expect(() => createFakeServer({ journal })).toThrow(OptionError);
  });

  test('is emptied by clear and reset, and restored with a snapshot', () => {
    const fake = createFakeServer();
    send(fake, 'GET', '/nothing');
    const snapshot = fake.snapshot();
    const entries = fake.journal.entries;
    fake.journal.clear();
    expect(fake.journal.entries).toEqual([]);
    send(fake, 'GET', '/nothing');
    fake.reset();
    expect([fake.journal.entries, fake.journal.problems]).toEqual([[], []]);
    fake.restore(snapshot);
    expect(fake.journal.entries).toEqual(entries);
    expect(fake.journal.problems).toEqual(entries);
    send(fake, 'GET', '/nothing');
    expect(fake.journal.entries.at(-1)?.number).toBe(2);
  });
});

describe('a received request', () => {
  const fake = createFakeServer({ seed: { mockServices: [mockService(0xabc)] } });
  send(fake, 'GET', '/configuration/mock-services');
  send(fake, 'POST', single, input({ title: 'Catalogue' }));
  fake.handle({ method: 'POST', path: single, headers: { ...json, 'X-Trace': 'a-1' }, body: '{' });
  send(fake, 'GET', `${single}/${idOf(0xabc)}`);

  test.each<[string, JournalMatcher, number[]]>([
    ['the operation', { operation: 'createMockService' }, [2, 3]],
    ['method and status', { method: 'POST', status: 400 }, [3]],
    ['the path', { path: '/configuration/mock-services' }, [1]],
    ['an expression for the path', { path: /mock-service$/g }, [2, 3]],
    ['parameters in any letter case', { params: { mockServiceId: idOf(0xabc).toUpperCase() } }, [4]],
    ['headers in any letter case', { headers: { 'x-TRACE': 'a-1' } }, [3]],
    ['expressions for headers', { headers: { 'content-type': /json/ } }, [2, 3]],
    [
      'fields of the body',
      { body: { title: 'Catalogue', config: { cors: { allowedMethods: ['GET'] } } } },
      [2],
    ],
    ['expressions within the body', { body: { title: /^Cat/ } }, [2]],
    ['the text of the body', { body: '{' }, [3]],
    ['an expression for the body', { body: /^\{$/ }, [3]],
    ['a function', ({ number }) => number > 3, [4]],
    ['nothing in particular', {}, [1, 2, 3, 4]],
    ['a list of another length', { body: { config: { upstreams: [] } } }, []],
    ['a field that is not there', { body: { title: undefined, owner: 'me' } }, []],
  ])('is found by %s', (_, matcher, numbers) => {
    expect(fake.journal.find(matcher).map(({ number }) => number)).toEqual(numbers);
  });

  test('that almost matches is explained, the closest first', () => {
    const sought = { operation: 'createMockService', body: { title: 'Basket', type: 'REST' } } as const;
    const [headline, first, difference] = fake.journal.explain(sought).split('\n');
    expect(headline).toBe(
      'No request {"operation":"createMockService","body":{"title":"Basket","type":"REST"}}. 4 were received; closest:',
    );
    expect(first).toBe(`  #2 POST ${single} → 201 (createMockService)`);
    expect(difference).toBe('    body.title: expected "Basket", received "Catalogue"');
  });

  test('that matches is counted; without requests, none was received', () => {
    expect(fake.journal.explain({ method: 'POST' })).toBe('2 of 4 requests match {"method":"POST"}.');
    expect(createFakeServer().journal.explain({ method: /x/.source })).toContain('none was received');
    expect(fake.journal.explain(() => false)).toContain('for which the function returns true');
  });
});

describe('problems', () => {
  test('are requests that break the contract', () => {
    const fake = createFakeServer({ seed: {} });
    fake.handle({ method: 'POST', path: single, headers: json, body: '{' });
    send(fake, 'POST', single, { type: 'REST' });
    fake.handle({ method: 'POST', path: single, body: '{}' });
    send(fake, 'GET', '/configuration/workspace');
    send(fake, 'DELETE', `${single}/${idOf(1)}`);
    send(fake, 'GET', `${single}/not-a-uuid`);
    expect(fake.journal.problems.map(({ status }) => status)).toEqual([400, 422, 415, 404, 405, 404]);
    const error = (() => {
      try {
        fake.journal.assertClean();
      } catch (thrown) {
        return thrown as JournalError;
      }
      return undefined;
    })();
    expect(error).toBeInstanceOf(JournalError);
    expect(error?.problems).toHaveLength(6);
    expect(error?.message).toContain(
      `#1 POST ${single} → 400 (createMockService): The body is not well-formed JSON.`,
    );
  });

  test('are neither requests for what does not exist nor those that a fault struck', () => {
    const fake = createFakeServer({ seed: {} });
    send(fake, 'GET', `${single}/${idOf(1)}`);
    fake.faults.add({ operation: 'createMockService', status: 500, times: 1 });
    send(fake, 'POST', single, {});
    create(fake);
    expect(fake.journal.problems).toEqual([]);
    fake.journal.assertClean();
  });

  test('are faults that struck less often than planned', () => {
    const fake = createFakeServer();
    fake.faults
      .add({ operation: 'listWorkspaces', status: 500, times: 2 })
      .add({ operation: 'listMockServices', hang: true });
    send(fake, 'GET', '/configuration/workspaces');
    expect(() => fake.journal.assertClean()).toThrow(
      /fault 1 for listWorkspaces struck 1 of 2 times: .*\n.*fault 2 for listMockServices never struck: /,
    );
    send(fake, 'GET', '/configuration/workspaces');
    send(fake, 'GET', '/configuration/mock-services');
    fake.journal.assertClean();
  });
});
