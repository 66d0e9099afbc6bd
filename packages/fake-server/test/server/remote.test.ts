/** Controls fake servers with `connectFake`, as `serve` and `createHandler` serve them. */
import {
  connectFake,
  type ConnectOptions,
  createFakeServer,
  createWorlds,
  type FakeServer,
  type FaultOptions,
  type RemoteFake,
} from '@mock-services/fake-server/core';
import { createClient } from '@mock-services/sdk';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { failureOf, rejectionOf } from '../support/failure.ts';
import { compareCalls, create, options } from '../support/remote-calls.ts';
import { idOf } from '../support/samples.ts';
import { startServer } from './start-server.ts';

async function connected(more: ConnectOptions = {}) {
  const { fake, url, fetch } = await startServer({ admin: true }, create());
  return { fake, url, fetch, remote: connectFake(url, { fetch, ...more }) };
}

compareCalls(connected);

describe('a fake server in another process', () => {
  test('a fault can be added, counted and removed', async () => {
    const { remote, url, fetch } = await connected();
    const client = createClient({ baseUrl: url, fetch, maxRetries: 0 });
    const operation = 'listMockServices';
    const fault = await remote.faults.add({ operation, status: 503, after: 1, times: 1 });
    expect(await client.mockServices.list()).toHaveLength(2);
    await expect(remote.assertClean()).rejects.toMatchObject({ code: 'not-clean' });
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

  test('a scenario can be listed and applied', async () => {
    const scenarios = { empty: (fake: FakeServer) => fake.seed({}) };
    const { fake, url, fetch } = await startServer(
      { admin: true },
      createFakeServer({ ...options, scenarios }),
    );
    const remote = connectFake(url, { fetch });
    expect(await remote.scenarios()).toEqual(fake.scenarios());
    await remote.scenario('empty');
    expect(fake.mockServices.list()).toEqual([]);
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

  const operation = 'listMockServices';
  test.each<[string, readonly unknown[]]>([
    ['journal.entries', [{ operation }]],
    ['journal.entries', [operation]],
    ['journal.problems', [() => true]],
    ['journal.read', [{ status: 400 }]],
    ['journal.clear', [{ operation }]],
    ['faults.list', [{ operation }]],
    ['faults.clear', [operation]],
    ['mockServices.list', [{ title: 'Orders' }]],
    ['workspaces.list', [{ name: 'Checkout' }]],
    ['activity.list', [idOf(1), { status: 503 }]],
    ['activity.clear', [idOf(1), { id: idOf(1) }]],
    ['activity.clear', [idOf(1), idOf(1)]],
    ['faults.clear', [1]],
    ['reset', [{ mockServices: [] }]],
  ])('`%s` rejects the filter or id in %j, here and there, but no other argument', async (name, args) => {
    const { fake, remote } = await connected();
    const functionOf = (owner: object) =>
      name.split('.').reduce<unknown>((part, key) => Reflect.get(part as object, key), owner) as (
        ...given: readonly unknown[]
      ) => unknown;
    const [here, there] = [functionOf(fake), functionOf(remote)];
    const { message } = failureOf(() => here(...args), 'invalid-matcher');
    expect(message).toContain(`fake.${name} does not select by an argument.`);
    await expect(there(...args)).rejects.toMatchObject({ code: 'invalid-matcher', message });
    const others = [...args.slice(0, -1), { queryKey: [], signal: {} }];
    expect(() => here(...others)).not.toThrow();
    await there(...others);
  });

  test('each world is controlled alone', async () => {
    const { url, fetch } = await startServer({ admin: true }, createWorlds({ create }));
    const [a, b] = ['a', 'b'].map((world) => connectFake(url, { fetch, world })) as [RemoteFake, RemoteFake];
    await a.mockServices.add({ title: 'Only here' });
    expect([(await a.mockServices.list()).length, (await b.mockServices.list()).length]).toEqual([3, 2]);
    expect(a.baseUrl).toBe(`${url}/worlds/a`);
    expect(() => connectFake(url, { world: '..' })).toThrow('The name of a world');
  });

  test('worlds can be listed and deleted, also by `await using`', async () => {
    const { url, fetch } = await startServer({ admin: true }, createWorlds({ create }));
    const [server, long] = [connectFake(url, { fetch }), connectFake(url, { fetch, world: 'long' })];
    const names = async () => (await long.listWorlds()).map(({ name }) => name).sort();
    {
      await using fake = connectFake(url, { fetch, world: 'short' });
      await fake.mockServices.add();
      await long.reset();
      expect(await names()).toEqual(['long', 'short']);
    }
    expect(await names()).toEqual(['long']);
    expect([await long.deleteWorld(), await long.deleteWorld()]).toEqual([true, false]);
    await server.reset();
    expect([await server.deleteWorld(), await names()]).toEqual([true, []]);
  });

  test('every call of the list has a function', async () => {
    const { url, fetch } = await startServer({ admin: true }, createWorlds({ create }));
    const remote = connectFake(url, { fetch });
    const names = Object.entries(remote).flatMap(([part, own]: [string, unknown]) => {
      if (typeof own === 'object') return Object.keys(own as object).map((name) => `${part}.${name}`);
      return typeof own === 'function' && part !== 'assertClean' ? [part] : [];
    });
    const { calls: listed } = (await (await fetch(`${url}/__fake/`)).json()) as { calls: object };
    expect(names.toSorted()).toEqual(Object.keys(listed).toSorted());
  });

  test('a warning about a call is printed where the call was made, but only once', async () => {
    const warnings: string[] = [];
    const { remote } = await connected({ onWarning: (message) => warnings.push(message) });
    const printed = vi.spyOn(console, 'warn').mockReturnValue();
    for (const title of ['a', 'b']) await remote.mockServices.add({ titel: title } as object);
    expect(warnings).toEqual(['Unknown field `titel`. Did you mean `title`?']);
    const other = (await connected()).remote;
    await other.mockServices.update(idOf(1), { tilte: 'ü' } as object);
    expect(printed).toHaveBeenLastCalledWith('Unknown field `tilte`. Did you mean `title`?');
    printed.mockRestore();
  });
});

function answering(body: string, status: number, type: string): ConnectOptions & { readonly url: string } {
  const headers = { 'content-type': type };
  return { url: 'http://a.test', fetch: () => Promise.resolve(new Response(body, { status, headers })) };
}

describe('a fake server that cannot be controlled', () => {
  test.each<[string, () => Promise<ConnectOptions & { url: string }>, string]>([
    [
      'has no admin endpoints',
      async () => startServer({}, create()),
      'There are no admin endpoints here. Start the fake server with --admin (',
    ],
    [
      'has no worlds',
      async () => ({ ...(await startServer({ admin: true }, create())), world: 'a' }),
      'There are no admin endpoints here. Start the fake server with --admin and --worlds',
    ],
    [
      'requires a token',
      async () => startServer({ admin: true, requiredToken: 'right' }, create()),
      'The fake server requires a token. Pass the one with which it was started (--token)',
    ],
    [
      'requires another token',
      async () => ({
        ...(await startServer({ admin: true, requiredToken: 'right' }, create())),
        token: 'wrong',
      }),
      'The fake server requires another token. Pass the one with which it was started (--token)',
    ],
    [
      'does not run',
      async () => ({ url: 'http://127.0.0.1:1', fetch: () => Promise.reject(new TypeError('fetch failed')) }),
      'No fake server can be reached at http://127.0.0.1:1/__fake. TypeError: fetch failed. Start it',
    ],
    [
      'is an application that responds to every path',
      async () => answering('<!doctype html>', 200, 'text/html'),
      'got a response that is not JSON (status 200, content type text/html), so it is not from a fake server.',
    ],
    [
      'redirects to another URL',
      async () => answering('', 308, 'text/plain'),
      'failed with status 308. The server redirects the call. Pass the base URL to which it redirects.',
    ],
    [
      'is behind a proxy that cannot reach it',
      async () => answering('Bad Gateway', 502, 'text/plain'),
      'failed with status 502. The response is not from a fake server, but perhaps from a proxy',
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
  ])('the error says what to do if it %s', async (_, start, message) => {
    const { url, ...given } = await start();
    const error = await rejectionOf(connectFake(url, given).mockServices.get(idOf(1)));
    expect(error).toMatchObject({ name: 'FakeServerError', code: 'remote' });
    expect((error as Error).message).toContain(message);
    expect((error as Error).message).not.toContain('wrong');
  });

  test('a server without worlds can neither list nor delete them', async () => {
    const { remote } = await connected();
    for (const call of [remote.listWorlds, remote.deleteWorld])
      await expect(call()).rejects.toThrow('The fake server has no worlds. Start it with --worlds.');
  });

  test('a page of another origin learns which origin to allow', async () => {
    vi.stubGlobal('document', { location: { origin: 'http://localhost:3000' } });
    onTestFinished(() => void vi.unstubAllGlobals());
    const fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const messageAt = async (url: string) =>
      ((await rejectionOf(connectFake(url, { fetch }).reset())) as Error).message;
    const advice = 'For pages of http://localhost:3000, it also needs --cors-origin http://localhost:3000.';
    expect(await messageAt('http://localhost:4600')).toContain(advice);
    expect(await messageAt('http://localhost:3000/api')).not.toContain('cors');
  });

  test.each(['', 'SECRETü€'])('the token %j is rejected and not shown', (token) => {
    const error = failureOf(() => connectFake('http://a.test', { token }), 'invalid-option');
    expect(error.message).not.toContain('SECRET');
  });

  test.each([
    ['127.0.0.1:4600', 'an absolute http or https URL'],
    ['http://a.test/api/__fake/', 'the base URL of the fake server, http://a.test/api; got'],
  ])('the error about the URL %s says which is right', (url, right) => {
    const { message } = failureOf(() => connectFake(url), 'invalid-option');
    expect(message).toContain(`must be ${right}`);
  });
});
