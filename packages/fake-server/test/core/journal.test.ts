/**
 * Tests which requests the journal records, how many requests it keeps, and which requests it reports as problems.
 */
import {
  createFakeServer,
  type FakeServer,
  JournalError,
  OptionError,
  type JournalMatcher,
  type Snapshot,
  type WaitOptions,
} from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { mockServicePath, mockServicesPath, workspacesPath } from '../support/paths.ts';
import { idOf, input, mockService } from '../support/samples.ts';
import { create, jsonHeaders, send } from '../support/wire.ts';

describe('journal entries', () => {
  test('a journal entry contains the request, its status and the fault that applied', () => {
    const fake = createFakeServer({ seed: { mockServices: [mockService(1)] } });
    fake.faults.add({ operation: 'listWorkspaces', status: 503 });
    const request = { method: 'PUT', path: `${mockServicePath}/${idOf(1)}?dry=1` };
    const body = JSON.stringify({ data: input() });
    fake.handle({ ...request, headers: { 'Content-Type': 'application/json' }, body });
    fake.clock.advance('1h');
    send(fake, 'GET', workspacesPath);
    expect(fake.journal.entries).toEqual([
      {
        ...request,
        number: 1,
        time: '2026-01-01T00:00:00.000Z',
        operation: 'updateMockService',
        params: { mockServiceId: idOf(1) },
        headers: jsonHeaders,
        body,
        status: 200,
      },
      {
        number: 2,
        time: '2026-01-01T01:00:00.001Z',
        operation: 'listWorkspaces',
        params: {},
        method: 'GET',
        path: workspacesPath,
        headers: {},
        body: '',
        status: 503,
        fault: 1,
      },
    ]);
  });

  test('a journal entry contains no credentials, even in snapshots and explanations', () => {
    const fake = createFakeServer();
    const secret = 'Authorization cookie Set-Cookie Proxy-Authorization X-API-Key x-auth-token'.split(' ');
    const headers = Object.fromEntries(secret.map((name) => [name, 'hunter2']));
    const path = `${workspacesPath}?access_token=hunter2&page=2&api_key=hunter2`;
    fake.handle({ method: 'GET', path, headers: { ...headers, accept: '*/*' } });
    const { entries } = fake.journal;
    const everything = [entries, fake.snapshot().journal, fake.journal.explain({ status: 1 })];
    expect(JSON.stringify(everything)).not.toContain('hunter2');
    expect(entries).toMatchObject([{ headers: { accept: '*/*' }, operation: 'listWorkspaces' }]);
    expect(entries[0]?.path).toContain('page=2');
  });

  test('if the same request is sent several times, changing one journal entry does not change the other entries', () => {
    const fake = createFakeServer();
    const headers = { accept: '*/*', authorization: 'Bearer canary' };
    const get = (token: string) =>
      fake.handle({ method: 'GET', path: `${mockServicesPath}?token=${token}`, headers });
    for (let i = 0; i < 3; i += 1) get('canary');
    Object.assign(fake.journal.entries[0]?.headers ?? {}, { accept: 'changed' });
    const redacted = {
      path: `${mockServicesPath}?token=REDACTED`,
      headers: { ...headers, authorization: 'REDACTED' },
    };
    expect(fake.journal.entries).toMatchObject([redacted, redacted, redacted]);
    // The fake server caches a limited number of redacted paths.
    for (let i = 0; i < 250; i += 1) get(i + 'x'.repeat(i * 40));
    expect(new Set(fake.journal.entries.map(({ path }) => path))).toEqual(new Set([redacted.path]));
    expect(fake.journal.entries).toHaveLength(253);
  });
});

describe('the journal', () => {
  test('the journal keeps the latest requests and keeps contract violations longer', () => {
    const fake = createFakeServer({ journal: { maxEntries: 3 } });
    send(fake, 'GET', '/nothing');
    for (let i = 0; i < 5; i += 1) send(fake, 'GET', `${workspacesPath}?${i}`);
    expect(fake.journal.entries.map(({ number }) => number)).toEqual([4, 5, 6]);
    expect(fake.journal.problems.map(({ number }) => number)).toEqual([1]);
    for (let i = 0; i < 5; i += 1) send(fake, 'GET', '/nothing');
    expect(() => fake.journal.assertClean()).toThrow('removed requests that broke the contract: 3');
  });

  test('the journal stores 1,000 requests by default', () => {
    const fake = createFakeServer();
    for (let i = 0; i < 5000; i += 1) send(fake, 'GET', workspacesPath);
    expect(fake.journal.entries).toHaveLength(1000);
    expect(fake.journal.entries.at(-1)?.number).toBe(5000);
  });

  test('the journal stores requests up to `maxBytes` and truncates a larger request', () => {
    const fake = createFakeServer({ journal: { maxBytes: 20_000 } });
    const post = (length: number) =>
      send(fake, 'POST', mockServicePath, input({ title: 'x'.repeat(length) }));
    for (let i = 0; i < 50; i += 1) post(1000);
    const { length } = fake.journal.entries;
    expect(length).toBeGreaterThan(3);
    expect(length).toBeLessThan(10);
    post(100_000);
    expect(fake.journal.entries.at(-1)).toMatchObject({
      operation: 'createMockService',
      body: '',
      status: 201,
    });
    const method = 'M'.repeat(100);
    fake.handle({ method, path: `/${'p'.repeat(100_000)}`, headers: { a: 'z'.repeat(100_000) } });
    expect(fake.journal.entries.at(-1)).toMatchObject({
      method: method.slice(0, 32),
      path: `/${'p'.repeat(255)}`,
    });
  });

  test('the size limit of the journal counts two bytes for each character', () => {
    const storesWhole = (length: number, maxBytes: number) => {
      const fake = createFakeServer({ seed: {}, journal: { maxBytes } });
      fake.handle({ method: 'POST', path: mockServicePath, body: 'x'.repeat(length) });
      return fake.journal.entries[0]?.body.length === length;
    };
    const longest = (maxBytes: number) => {
      let length = 0;
      while (storesWhole(length + 1, maxBytes)) length += 1;
      return length;
    };
    const most = longest(2000);
    expect(most).toBeGreaterThan(100);
    expect([longest(2001), longest(2002)]).toEqual([most, most + 1]);
  });

  test('the option `journal: false` disables the journal', () => {
    const fake = createFakeServer({ journal: false });
    send(fake, 'GET', '/nothing');
    expect([fake.journal.entries, fake.journal.problems, fake.journal.find({})]).toEqual([[], [], []]);
    expect(() => fake.journal.assertClean()).not.toThrow();
    (fake.snapshot().journal.entries as unknown[]).push('x');
    expect(fake.snapshot().journal).toEqual({ next: 1, entries: [], problems: [], droppedProblems: 0 });
    expect(() => fake.restore(fake.snapshot())).not.toThrow();
  });

  test.each([
    ['maxEntries', -1],
    ['maxBytes', -1],
    ['maxBytes', 1.5],
  ])('the `journal` option rejects the limit %s of %d', (name, limit) => {
    const error = failureOf(() => createFakeServer({ journal: { [name]: limit } }), OptionError);
    expect(error.message).toContain(
      `The option journal.${name} must be an integer of at least 0, or Infinity`,
    );
  });

  test('the journal is emptied by `clear` and `reset`, and restored with a snapshot', () => {
    const fake = createFakeServer();
    send(fake, 'GET', '/nothing');
    const snapshot = fake.snapshot();
    const { entries } = fake.journal;
    fake.journal.clear();
    expect(fake.journal.entries).toEqual([]);
    send(fake, 'GET', '/nothing');
    fake.reset();
    expect([fake.journal.entries, fake.journal.problems]).toEqual([[], []]);
    fake.restore(snapshot);
    expect([fake.journal.entries, fake.journal.problems]).toEqual([entries, entries]);
    send(fake, 'GET', '/nothing');
    expect(fake.journal.entries.at(-1)?.number).toBe(2);
  });

  test('restoring a snapshot restores the times of journal entries and the number of the next entry', () => {
    const fake = createFakeServer();
    send(fake, 'GET', '/nothing');
    const entries = fake.journal.entries.map((entry) => ({ ...entry, time: '2026-01-01T00:00:00.123456Z' }));
    fake.restore({ ...fake.snapshot(), journal: { next: 9, entries, problems: [], droppedProblems: 0 } });
    expect(fake.journal.entries).toEqual(entries);
    send(fake, 'GET', '/nothing');
    expect(fake.journal.entries.at(-1)?.number).toBe(9);
  });

  test('an invalid journal in a snapshot is rejected', () => {
    const fake = createFakeServer();
    send(fake, 'GET', '/nothing');
    const { journal, ...others } = fake.snapshot();
    const [entry] = fake.journal.entries;
    for (const changes of [{ next: -1 }, { entries: [{ ...entry, status: '404' }] }, { problems: [7] }]) {
      const snapshot = { ...others, journal: { ...journal, ...changes } } as Snapshot;
      expect(() => fake.restore(snapshot)).toThrow(
        'The snapshot has 1 problem:\n- journal: expected journal of a snapshot, received object',
      );
    }
    expect(fake.journal.entries).toEqual([entry]);
  });
});

describe('journal.problems', () => {
  test('`journal.problems` contains the requests that break the contract', () => {
    const fake = createFakeServer({ seed: {} });
    const post = { method: 'POST', path: mockServicePath };
    fake.handle({ ...post, headers: jsonHeaders, body: '{' });
    fake.handle({ ...post, headers: jsonHeaders, body: '{"type":"REST"}' });
    fake.handle({ ...post, body: '{}' });
    send(fake, 'GET', '/configuration/workspace');
    send(fake, 'DELETE', `${mockServicePath}/${idOf(1)}`);
    send(fake, 'GET', `${mockServicePath}/not-a-uuid`);
    expect(fake.journal.problems.map(({ status }) => status)).toEqual([400, 422, 415, 404, 405, 404]);
    const error = failureOf(() => fake.journal.assertClean(), JournalError);
    expect(error.problems).toHaveLength(6);
    expect(error.message).toContain(
      `#1 POST ${mockServicePath} → 400 (createMockService): The body is not well-formed JSON.`,
    );
  });

  test('`journal.problems` omits valid requests with an unknown id and requests to which a fault applied', () => {
    const fake = createFakeServer({ seed: {} });
    send(fake, 'GET', `${mockServicePath}/${idOf(1)}`);
    fake.faults.add({ operation: 'createMockService', status: 500, times: 1 });
    send(fake, 'POST', mockServicePath, {});
    create(fake);
    expect(fake.journal.problems).toEqual([]);
    expect(() => fake.journal.assertClean()).not.toThrow();
  });
});

describe('a full journal', () => {
  test.each<[string, (fake: FakeServer) => void]>([
    ['clear', (fake) => fake.journal.clear()],
    ['reset', (fake) => fake.reset()],
  ])('a full journal drops its oldest request, even after it was emptied by a %s', (_, empty) => {
    const fake = createFakeServer({ journal: { maxEntries: 10 } });
    for (let i = 0; i < 15; i += 1) send(fake, 'GET', workspacesPath);
    empty(fake);
    for (let i = 0; i < 11; i += 1) send(fake, 'GET', workspacesPath);
    expect(fake.journal.entries.map(({ number }) => number)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  test('if restored problems exceed the limit of a full journal, the journal counts the excess problems', () => {
    const fake = createFakeServer();
    for (let i = 0; i < 3; i += 1) send(fake, 'GET', '/nothing');
    const small = createFakeServer({ journal: { maxEntries: 1 } });
    small.restore(fake.snapshot());
    expect(() => small.journal.assertClean()).toThrow('removed requests that broke the contract: 2');
  });
});

describe('journal.waitFor', () => {
  const matcher = { operation: 'listWorkspaces' } as const;

  test('`journal.waitFor` resolves to a matching request that was already received', async () => {
    const fake = createFakeServer();
    send(fake, 'GET', workspacesPath);
    send(fake, 'GET', workspacesPath);
    await expect(fake.journal.waitFor(matcher)).resolves.toMatchObject({ number: 1 });
  });

  test('`journal.waitFor` resolves to the first matching request', async () => {
    const fake = createFakeServer();
    const found = fake.journal.waitFor(matcher);
    send(fake, 'GET', '/nothing');
    send(fake, 'GET', workspacesPath);
    await expect(found).resolves.toMatchObject({ number: 2, status: 200 });
  });

  test('`journal.waitFor` rejects after its timeout and shows the closest requests', async () => {
    const fake = createFakeServer();
    send(fake, 'GET', '/nothing');
    const error = fake.journal.waitFor(matcher, { timeout: '10ms' });
    await expect(error).rejects.toThrow(JournalError);
    await expect(error).rejects.toThrow(
      /^No request matched within 10 ms:\n.*1 request was received\. The closest:\n +#1 GET \/nothing/s,
    );
  });

  test.each([
    [{ operations: 'listWorkspaces' }, {}, JournalError],
    [matcher, { timeout: 'soon' }, OptionError],
  ])('`journal.waitFor` rejects the invalid arguments %j and %j', async (given, options, expected) => {
    const wait = createFakeServer().journal.waitFor(given as JournalMatcher, options as WaitOptions);
    await expect(wait).rejects.toBeInstanceOf(expected);
  });
});
