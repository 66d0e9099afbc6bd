/** Compares `connectFake` with the functions of the fake server that it controls. */
import {
  createFakeServer,
  createWorlds,
  type FakeServer,
  type FaultOptions,
} from '@mock-services/fake-server/core';
import { connectFake, type ConnectOptions, type RemoteFake } from '@mock-services/fake-server/remote';
import { createClient } from '@mock-services/sdk';
import { HarError, toHar } from '@mock-services/sdk/activity';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { MemoryStorage } from '../storage/memory-storage.ts';
import { failureOf, rejectionOf } from '../support/failure.ts';
import { activityEntry, idOf, input, mockService, workspace } from '../support/samples.ts';
import { startServer } from './start-server.ts';

const seed = {
  mockServices: [mockService(1), mockService(2)],
  workspaces: [workspace(1)],
  activity: { [idOf(1)]: [activityEntry(1), activityEntry(2)] },
};

const create = () => createFakeServer({ seed, clock: '2026-03-01T12:00:00Z' });

async function connected(options: ConnectOptions = {}) {
  const { fake, url, fetch } = await startServer({ admin: true }, create());
  return { fake, url, fetch, remote: connectFake(url, { fetch, ...options }) };
}

/** A call of the same function in the process and from afar. */
type Both = (fake: FakeServer | RemoteFake) => unknown;

const har = toHar([activityEntry(7)]);

const calls: Record<string, Both> = {
  'mockServices.add without fields': ({ mockServices }) => mockServices.add(),
  'mockServices.add': ({ mockServices }) => mockServices.add({ title: 'Größe 📦', id: idOf(0xabc) }),
  'mockServices.add with a taken id': ({ mockServices }) => mockServices.add({ id: idOf(1) }),
  'mockServices.add with an invalid field': ({ mockServices }) =>
    mockServices.add({ config: { upstreams: [{ name: 'a', url: 7 as never }] } }),
  'mockServices.get': ({ mockServices }) => mockServices.get(idOf(1)),
  'mockServices.get of an unknown id': ({ mockServices }) => mockServices.get(idOf(9)),
  'mockServices.list': ({ mockServices }) => mockServices.list(),
  'mockServices.update': ({ mockServices }) => mockServices.update(idOf(1), { title: 'New' }),
  'mockServices.update of an unknown id': ({ mockServices }) => mockServices.update(idOf(9), {}),
  'mockServices.delete': ({ mockServices }) => mockServices.delete(idOf(1)),
  'mockServices.delete of an unknown id': ({ mockServices }) => mockServices.delete(idOf(9)),
  'workspaces.add': ({ workspaces }) => workspaces.add({ name: 'New', configuration: { title: 'Own' } }),
  'workspaces.get': ({ workspaces }) => workspaces.get(idOf(1)),
  'workspaces.get of an unknown id': ({ workspaces }) => workspaces.get(idOf(9)),
  'workspaces.getConfiguration': ({ workspaces }) => workspaces.getConfiguration(idOf(1)),
  'workspaces.getConfiguration of an unknown id': ({ workspaces }) => workspaces.getConfiguration(idOf(9)),
  'workspaces.list': ({ workspaces }) => workspaces.list(),
  'workspaces.update': ({ workspaces }) => workspaces.update(idOf(1), { configuration: { title: 'B' } }),
  'workspaces.delete': ({ workspaces }) => workspaces.delete(idOf(1)),
  'workspaces.delete of an unknown id': ({ workspaces }) => workspaces.delete(idOf(9)),
  'activity.record': ({ activity }) =>
    activity.record(idOf(1), { request: { url: 'https://a.test/b?c=1', body: { d: 'ü' } } }),
  'activity.list': ({ activity }) => activity.list(idOf(1)),
  'activity.clear': ({ activity }) => activity.clear(idOf(1)),
  'activity.delete': ({ activity }) => activity.delete(idOf(1), idOf(1)),
  'activity.delete of an unknown entry': ({ activity }) => activity.delete(idOf(1), idOf(9)),
  'activity.delete in an unknown workspace': ({ activity }) => activity.delete(idOf(9), idOf(1)),
  'activity.fromHar': ({ activity }) => activity.fromHar(idOf(1), har),
  'activity.fromHar of text': ({ activity }) => activity.fromHar(idOf(1), JSON.stringify(har)),
  'activity.fromHar of no HAR': ({ activity }) => activity.fromHar(idOf(1), { log: 7 }),
  seed: (fake) => fake.seed({ mockServices: [{ title: 'Seeded' }] }),
  'seed that is invalid': (fake) => fake.seed({ mockServices: [{ title: 7 as never }] }),
  reset: (fake) => fake.reset(),
  snapshot: (fake) => fake.snapshot(),
  'restore that is invalid': (fake) => fake.restore({} as never),
  'clock.now': ({ clock }) => clock.now(),
  'clock.advance': ({ clock }) => clock.advance('1h'),
  'clock.set to a Date': ({ clock }) => clock.set(new Date('2030-01-01T00:00:00Z')),
  'faults.add that is invalid': ({ faults }) => faults.add({ operation: 'listWorkspaces', status: 7 }),
  'faults.list': ({ faults }) => faults.list(),
  'faults.remove of an unknown id': ({ faults }) => faults.remove(9),
  'faults.assertClean': ({ faults }) => faults.assertClean(),
  'journal.problems': ({ journal }) => journal.problems(),
  'journal.find with a misspelled field': ({ journal }) => journal.find({ stauts: 1 } as never),
  'journal.expect': ({ journal }) => journal.expect('listWorkspaces', {}, { times: 0 }),
  'journal.expect of a request that was not received': ({ journal }) =>
    journal.expect('listWorkspaces', { status: 200 }, { times: 2 }),
  'journal.expect of an unknown operation': ({ journal }) => journal.expect('listServices' as never),
  'journal.expect with an unknown field': ({ journal }) =>
    journal.expect('listWorkspaces', { stauts: 1 } as never),
  'journal.expect with an unknown option': ({ journal }) =>
    journal.expect('listWorkspaces', {}, { time: 1 } as never),
  'journal.assertClean': ({ journal }) => journal.assertClean(),
  'activity.fromHar of text that is not JSON': ({ activity }) => activity.fromHar(idOf(1), '{'),
  'faults.remove of an unknown operation': ({ faults }) => faults.remove('listServices' as never),
  'clock.advance by no duration': ({ clock }) => clock.advance('soon' as never),
  'clock.set to no time': ({ clock }) => clock.set('yesterday'),
  'journal.waitFor with an invalid timeout': ({ journal }) =>
    journal.waitFor({}, { timeout: 'soon' as never }),
};

/** The result as JSON, or the name, code, message and issues of the error. */
async function outcomeOf(act: () => unknown): Promise<unknown> {
  let result: unknown;
  const error = await rejectionOf((async () => (result = await act()))());
  if (error === undefined) return { result: JSON.stringify(result) };
  const { name, code, message, issues } = error as Error & { code?: string; issues?: unknown };
  return { name, code, message, issues };
}

describe('a fake server in another process', () => {
  test.each(Object.entries(calls))('`%s` has the same result from afar', async (_, call) => {
    const { fake, remote } = await connected();
    const twin = create();
    const first = await outcomeOf(() => call(remote));
    expect(first).toEqual(await outcomeOf(() => call(twin)));
    expect(await remote.snapshot()).toEqual(fake.snapshot());
    expect(fake.snapshot()).toEqual(twin.snapshot());
  });

  test('a fault can be added, counted and removed', async () => {
    const { remote, url, fetch } = await connected();
    const client = createClient({ baseUrl: url, fetch, maxRetries: 0 });
    const fault = await remote.faults.add({ operation: 'listMockServices', status: 503, times: 1 });
    await expect(remote.faults.assertClean()).rejects.toMatchObject({ code: 'not-clean' });
    await expect(client.mockServices.list()).rejects.toMatchObject({ status: 503 });
    expect([await fault.used(), (await remote.faults.list()).length]).toEqual([1, 1]);
    await remote.assertClean();
    expect([await fault.remove(), await fault.remove(), await fault.used()]).toEqual([true, false, 0]);
    {
      await using other = await remote.faults.add({ operation: 'listWorkspaces', status: 500 });
      expect(await other.used()).toBe(0);
    }
    expect(await remote.faults.list()).toEqual([]);
  });

  test('the journal can be searched, explained, checked and cleared', async () => {
    const { fake, remote, url, fetch } = await connected();
    const client = createClient({ baseUrl: url, fetch, token: 'hunter2', maxRetries: 0 });
    await client.mockServices.create(input({ title: 'Orders' }));
    const matcher = { operation: 'createMockService', headers: { authorization: 'Bearer hunter2' } } as const;
    expect(await remote.journal.find(matcher)).toMatchObject([{ number: 1 }]);
    expect(await remote.journal.entries()).toEqual(JSON.parse(JSON.stringify(fake.journal.entries())));
    const other = { body: { title: 'Payments' } };
    expect(await remote.journal.explain(other)).toBe(fake.journal.explain(other));
    expect(await remote.journal.since()).toBe(fake.journal.since());
    await fetch(`${url}/nothing`);
    await expect(remote.assertClean()).rejects.toThrow('The journal is not clean:\n  #2 GET /nothing → 404');
    await remote.journal.clear();
    await remote.assertClean();
  });

  test('`journal.waitFor` waits for a request, and explains why none matched', async () => {
    const { fake, remote, url, fetch } = await connected();
    const waiting = remote.journal.waitFor({ operation: 'listWorkspaces' }, { timeout: '10s' });
    await fetch(`${url}/configuration/mock-services`);
    await fetch(`${url}/configuration/workspaces`);
    expect(await waiting).toMatchObject({ operation: 'listWorkspaces' });
    const none = { operation: 'deleteMockService' } as const;
    const error = await rejectionOf(remote.journal.waitFor(none, { timeout: 10 }));
    expect(error).toMatchObject({ code: 'no-match' });
    expect((error as Error).message).toContain(fake.journal.explain(none));
  });

  test('the time that `journal.waitFor` waits is added to the time limit of a call', async () => {
    const { remote } = await connected({ timeout: 200 });
    const error = rejectionOf(remote.journal.waitFor({ operation: 'listWorkspaces' }, { timeout: 500 }));
    expect(await error).toMatchObject({ code: 'no-match' });
    await expect(remote.journal.waitFor({}, 5 as never)).rejects.toMatchObject({ code: 'invalid-option' });
  });

  test('functions, regular expressions, dates and asymmetric matchers are rejected before they get lost', async () => {
    const { remote } = await connected();
    const wrong = [
      { path: /a/ },
      () => true,
      { body: { title: expect.any(String) as unknown } },
      { since: new Date() },
    ];
    for (const matcher of wrong) {
      await expect(remote.journal.find(matcher as never)).rejects.toMatchObject({ code: 'invalid-option' });
      const fault = { operation: 'listWorkspaces', status: 500, match: matcher } as FaultOptions;
      await expect(remote.faults.add(fault as never)).rejects.toThrow(
        'because it is sent to another process',
      );
    }
    expect(await remote.faults.list()).toEqual([]);
  });

  test('each world is controlled alone', async () => {
    const { fake: worlds, url, fetch } = await startServer({ admin: true }, createWorlds({ create }));
    const [a, b] = ['a', 'b'].map((world) => connectFake(url, { fetch, world })) as [RemoteFake, RemoteFake];
    await a.mockServices.add({ title: 'Only here' });
    expect([(await a.mockServices.list()).length, (await b.mockServices.list()).length]).toEqual([3, 2]);
    expect(a.baseUrl).toBe(`${url}/worlds/a`);
    const waiting = a.journal.waitFor({ operation: 'listWorkspaces' });
    await createClient({ baseUrl: a.baseUrl, fetch }).workspaces.list();
    expect(await waiting).toMatchObject({ number: 1 });
    expect(worlds.get('b').journal.entries()).toEqual([]);
    expect(() => connectFake(url, { world: '..' })).toThrow('The name of a world');
  });
});

describe('a fake server that cannot be controlled', () => {
  test.each<[string, () => Promise<ConnectOptions & { url: string }>, string]>([
    [
      'has no admin endpoints',
      async () => startServer({}, create()),
      'There are no admin endpoints here. Start the fake server with --admin',
    ],
    [
      'requires another token',
      async () => ({
        ...(await startServer({ admin: true, requiredToken: 'right' }, create())),
        token: 'wrong',
      }),
      'The fake server requires a token. Pass the same token as to the server',
    ],
    [
      'does not run',
      async () => ({ url: 'http://127.0.0.1:1', fetch: () => Promise.reject(new TypeError('fetch failed')) }),
      'No fake server can be reached at http://127.0.0.1:1/__fake. ',
    ],
    [
      'does not respond',
      async () => ({
        url: 'http://127.0.0.1:1',
        timeout: 5,
        fetch: async (_, { signal }) =>
          new Promise((__, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted')))),
      }),
      'It did not respond within 5 ms.',
    ],
    [
      'does not send the whole response',
      async () => ({
        url: 'http://127.0.0.1:1',
        timeout: 50,
        fetch: async (_, { signal }) => {
          const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
            controller.enqueue(new TextEncoder().encode('{'));
            signal?.addEventListener('abort', () => controller.error(new Error('aborted')));
          };
          return new Response(new ReadableStream({ start }));
        },
      }),
      'It did not respond within 50 ms.',
    ],
    [
      'is of another release',
      async () => {
        const detail = 'There is no admin endpoint here. GET /__fake/ lists them.';
        return { url: 'http://a.test', fetch: async () => Response.json({ detail }, { status: 404 }) };
      },
      'The fake server is of another release, which lacks this endpoint.',
    ],
  ])('the error says what to do if it %s', async (_, start, message) => {
    const { url, ...options } = await start();
    const error = await rejectionOf(connectFake(url, options).mockServices.get(idOf(1)));
    expect(error).toMatchObject({ name: 'FakeServerError', code: 'remote' });
    expect((error as Error).message).toContain(message);
    expect((error as Error).message).not.toContain('wrong');
  });

  test('a failing storage rejects with its own code', async () => {
    const storage = new MemoryStorage();
    const { url, fetch } = await startServer({ admin: true }, createFakeServer({ storage }));
    storage.failure = new Error('disk full');
    const error = await rejectionOf(connectFake(url, { fetch }).mockServices.add());
    expect(error).toMatchObject({ name: 'FakeServerError', code: 'storage-unsaved' });
  });

  test.each(['', 'Bearer a', 'a\nSECRET', 'SECRETü€'])('the token %j is rejected and not shown', (token) => {
    const error = failureOf(() => connectFake('http://a.test', { token }), 'invalid-option');
    expect(error.message).not.toContain('SECRET');
  });

  test.each(['127.0.0.1:4600', 'ftp://a.test', 'http://a.test?b=1'])('the URL %j is rejected', (url) => {
    expect(() => connectFake(url)).toThrow('The option baseUrl must be an absolute http or https URL');
  });
});

test('an invalid HAR rejects with a `HarError`', async () => {
  const { remote } = await connected();
  const error = await rejectionOf(remote.activity.fromHar(idOf(1), { log: { entries: [7] } }));
  expect(error).toBeInstanceOf(HarError);
});

test('a remote fake has every function of a fake server but those for its own process', () => {
  type Local = Exclude<keyof FakeServer, 'fetch' | 'handle'>;
  expectTypeOf<Exclude<Local, keyof RemoteFake>>().toEqualTypeOf<never>();
  for (const part of ['mockServices', 'workspaces', 'activity', 'clock', 'faults'] as const)
    expect(Object.keys(connectFake('http://a.test')[part]).sort()).toEqual(
      Object.keys(create()[part]).sort(),
    );
  const { subscribe: _, ...journal } = create().journal;
  expect(Object.keys(connectFake('http://a.test').journal).sort()).toEqual(Object.keys(journal).sort());
});
