/** Tests the creation, isolation and deletion of worlds, which are fake servers with names. */
import {
  createFakeServer,
  createWorlds,
  type FakeServer,
  type WireRequest,
  type Worlds,
  type WorldsStorage,
} from '@mock-services/fake-server/core';
import { openWorldFile } from '@mock-services/fake-server/node';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { errorWith, failureOf } from '../support/failure.ts';
import { mockServicePath, mockServicesPath as list, workspacesPath } from '../support/paths.ts';
import { input, mockService } from '../support/samples.ts';
import { send, wireRequest } from '../support/wire.ts';
import { ClassStorage } from './class-storage.ts';
import { get, seed, startWorlds } from './start-worlds.ts';

const countIn = (fake: FakeServer) => fake.mockServices.list().length;

describe('worlds', () => {
  test('worlds share no state, and each world behaves like a separate fake server', () => {
    const names = fc.constantFrom('default', 'a', 'b');
    const act = fc.constantFrom<(fake: FakeServer, request: (to: WireRequest) => unknown) => unknown>(
      (_, send) => send(wireRequest('POST', mockServicePath, input())),
      (_, send) => send(get(list)),
      (_, send) => send({ method: 'DELETE', path: `${list}/${mockService(1).id}` }),
      (_, send) => send(get('/nothing')),
      (fake) => fake.clock.advance('1h'),
      (fake) => void fake.faults.add({ operation: 'listMockServices', status: 503, times: 1 }),
      (fake) => fake.workspaces.add(),
      (fake) => fake.reset(),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(names, act), { maxLength: 30 }), (steps) => {
        const worlds = startWorlds();
        const alone = new Map<string, FakeServer>();
        for (const [name, perform] of steps) {
          const model = alone.get(name) ?? createFakeServer({ seed });
          alone.set(name, model);
          const inWorld = perform(worlds.get(name), (to) =>
            worlds.handle({ ...to, path: `/worlds/${name}${to.path}` }),
          );
          const expected = perform(model, (to) => model.handle(to));
          expect(inWorld).toEqual(expected);
        }
        for (const [name, model] of alone) {
          expect(worlds.get(name).snapshot()).toEqual(model.snapshot());
        }
      }),
    );
  });

  test('the first request with a new world name creates the world', () => {
    const create = vi.fn<(name: string) => FakeServer>(() => createFakeServer());
    const worlds = startWorlds({ create });
    expect(create).not.toHaveBeenCalled();
    const first = worlds.get('a');
    worlds.handle(get(`/worlds/a${list}`));
    expect(worlds.get('a')).toBe(first);
    expect(create.mock.calls).toEqual([['a']]);
  });

  test('`worlds.fetch` creates the world that the URL names and sends it the request', async () => {
    const worlds = startWorlds();
    const response = await worlds.fetch(`https://any.test/worlds/a${list}`);
    expect([response.status, worlds.names()]).toEqual([200, ['a']]);
  });

  test('`worlds.baseUrl` is the `baseUrl` option without a trailing slash', () => {
    const create = vi.fn(() => createFakeServer({ baseUrl: 'https://a.test/api' }));
    const worlds = startWorlds({ create, baseUrl: 'https://a.test/api/' });
    expect(worlds.baseUrl).toBe('https://a.test/api');
    expect(startWorlds().baseUrl).toBe('https://mock-services.test');
    expect(create).not.toHaveBeenCalled();
  });

  test('a world is rejected if its base URL path differs from the `baseUrl` option', () => {
    const worlds = startWorlds({ create: () => createFakeServer({ baseUrl: 'https://a.test/api' }) });
    expect(() => worlds.get('a')).toThrow(errorWith('invalid-option'));
    expect(() => worlds.get('a')).toThrow('create returned a world with the URL https://a.test/api');
    expect(worlds.names()).toEqual([]);
  });

  test('a world that cannot be created causes a 500 response or an error', () => {
    const worlds = startWorlds({
      create: () => {
        throw new Error('no fake today');
      },
    });
    expect(worlds.handle(get(list))).toMatchObject({
      status: 500,
      body: expect.stringContaining('no fake today') as string,
    });
    expect(() => worlds.get('a')).toThrow('no fake today');
    expect(worlds.names()).toEqual([]);
  });

  test('a malformed request to a world gets a 500', () => {
    const worlds = startWorlds();
    for (const wrong of [undefined, {}, { method: 'GET', path: 7 }]) {
      expect(worlds.handle(wrong as unknown as WireRequest).status).toBe(500);
    }
  });

  test.each([
    ['max', { max: 0 }],
    ['max', { max: 1.5 }],
    ['idle', { idle: 'soon' as '1h' }],
    ['maxBodyBytes', { maxBodyBytes: -1 }],
    ['baseUrl', { baseUrl: 'https://a.test/worlds/b' }],
  ])('`createWorlds` rejects an invalid option %s: %j', (option, wrong) => {
    expect(() => startWorlds(wrong)).toThrow(errorWith('invalid-option'));
    expect(() => startWorlds(wrong)).toThrow(option);
  });
});

describe('worlds.delete', () => {
  test('`worlds.delete` deletes a world, and the next request creates a new world', () => {
    const worlds = startWorlds();
    worlds.handle(wireRequest('POST', `/worlds/a${mockServicePath}`, input()));
    expect([worlds.delete('a'), worlds.delete('a'), worlds.names()]).toEqual([true, false, []]);
    expect(countIn(worlds.get('a'))).toBe(2);
  });

  test('`worlds.delete` throws and keeps the world if the storage fails', () => {
    const storage = new ClassStorage();
    const worlds = startWorlds({ create: () => createFakeServer({ seed }), storage });
    const fake = worlds.get('a');
    storage.failure = new Error('database or disk is full');
    expect(failureOf(() => worlds.delete('a'), 'storage-unsaved')).toMatchObject({
      message: 'The storage could not delete the world a: Error: database or disk is full',
    });
    storage.failure = undefined;
    expect(worlds.get('a')).toBe(fake);
    fake.mockServices.add();
    expect(worlds.delete('a')).toBe(true);
  });

  test.each([
    ['in memory', {}],
    ['in memory', { times: 2 }],
    ['in a storage', {}],
    ['in a storage', { times: 2 }],
  ])('`worlds.delete` ends hanging requests, but not delayed ones: %s, %j', async (place, limit) => {
    const storage = place === 'in memory' ? undefined : new ClassStorage();
    const worlds = startWorlds({ create: () => createFakeServer({ seed }), storage });
    worlds.get('a').faults.add({ operation: 'listMockServices', hang: true, ...limit });
    worlds.get('a').faults.add({ operation: 'listWorkspaces', delay: '20ms', ...limit });
    const to = (path: string) => [
      worlds.fetch(`https://any.test/worlds/a${path}`),
      worlds.get('a').fetch(`https://any.test${path}`),
    ];
    const errors: string[] = [];
    for (const response of to(list)) response.catch((error: unknown) => errors.push(String(error)));
    const delayed = to(workspacesPath);
    await new Promise(setImmediate);
    expect(worlds.delete('a')).toBe(true);
    for (const response of delayed) expect((await response).status).toBe(200);
    expect(errors).toEqual(['TypeError: fetch failed', 'TypeError: fetch failed']);
    expect(worlds.names()).toEqual([]);
  });
});

describe('worlds with a storage', () => {
  const start = (storage: WorldsStorage, max = 10) =>
    startWorlds({ create: () => createFakeServer({ seed }), storage, max, idle: 0 });

  test('worlds are stored even if the storage is an instance of a class', () => {
    const storage = new ClassStorage();
    const worlds = start(storage);
    expect(worlds.handle(wireRequest('POST', `/worlds/a${mockServicePath}`, input())).status).toBe(201);
    const again = start(storage);
    expect(again.names()).toEqual(['a']);
    expect(countIn(again.get('a'))).toBe(3);
  });

  test('`createWorlds` stores what `create` prepares, and later loads the stored world', () => {
    const storage = new ClassStorage();
    let created = 0;
    const create = () => {
      const fake = createFakeServer();
      created += 1;
      fake.mockServices.add({ title: `World ${created}` });
      fake.faults.add({ operation: 'listWorkspaces', status: 503, match: () => true });
      return { ...fake, extra: created };
    };
    const titles = ({ mockServices }: Pick<FakeServer, 'mockServices'>) =>
      mockServices.list().map(({ title }) => title);
    const first = createWorlds({ create, storage }).get('a');
    expect([titles(first), first.faults.list().length]).toEqual([['World 1'], 1]);
    first.mockServices.add({ title: 'Added' });
    expect(titles(createWorlds({ create, storage }).get('a'))).toEqual(['World 1', 'Added']);
    expect(storage.names()).toEqual(['a']);
  });

  test.each<[string, (worlds: Worlds) => unknown]>([
    ['removed', (worlds) => worlds.delete('a')],
    [
      'evicted',
      async (worlds) => {
        await vi.waitUntil(() => (worlds.list().find(({ name }) => name === 'a')?.idleMs ?? 0) > 0);
        worlds.get('b');
      },
    ],
  ])('a world cannot be changed through an old reference after it was %s', async (_, end) => {
    const worlds = start(new ClassStorage(), 1);
    const old = worlds.get('a');
    await end(worlds);
    expect(() => old.mockServices.add()).toThrow(errorWith('storage-unsaved'));
    expect(send(old, 'POST', mockServicePath, input()).status).toBe(507);
  });

  test.each<[string, () => WorldsStorage]>([
    ['in memory', () => new ClassStorage()],
    ['in SQLite', () => openWorldFile(':memory:')],
  ])('a world evicted during a hanging request keeps its faults in a storage %s', async (_, create) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const worlds = start(create(), 1);
    const { faults, fetch } = worlds.get('a');
    faults.add({ operation: 'listMockServices', hang: true, times: 3 });
    faults.add({ operation: 'listWorkspaces', status: 503 });
    faults.add({ operation: 'createMockService', hang: true, after: 1 });
    const hanging = fetch(`https://any.test${list}`).catch(String);
    await new Promise(setImmediate);
    const before = faults.list();
    expect(before[0]).toMatchObject({ used: 1 });
    vi.advanceTimersByTime(1);
    worlds.get('b'); // Evicts the world `a`.
    expect(await hanging).toBe('TypeError: fetch failed');
    vi.advanceTimersByTime(1);
    expect(worlds.get('a').faults.list()).toEqual(before);
  });

  test('a request that matches no endpoint does not load a world from the storage', () => {
    const storage = new ClassStorage();
    const worlds = start(storage);
    const reads = [vi.spyOn(storage, 'names'), vi.spyOn(storage, 'world')];
    expect(worlds.handle(get('/worlds/a/nothing')).status).toBe(404);
    for (const read of reads) expect(read).not.toHaveBeenCalled();
  });
});
