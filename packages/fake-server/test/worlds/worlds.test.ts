/** Tests the creation, isolation and deletion of worlds, which are fake servers with names. */
import {
  createFakeServer,
  createWorlds,
  type FakeServer,
  type WireRequest,
  type WorldsStorage,
} from '@mock-services/fake-server/core';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
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

  test.each([
    ['max', { max: 0 }],
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

  test('`worlds.delete` ends hanging requests, but not delayed ones', async () => {
    const worlds = startWorlds();
    const { faults } = worlds.get('a');
    faults.add({ operation: 'listMockServices', hang: true });
    faults.add({ operation: 'listWorkspaces', delay: '20ms' });
    const hanging = worlds.fetch(`https://any.test/worlds/a${list}`).catch(String);
    const delayed = worlds.fetch(`https://any.test/worlds/a${workspacesPath}`);
    await new Promise(setImmediate);
    expect(worlds.delete('a')).toBe(true);
    expect((await delayed).status).toBe(200);
    expect(await hanging).toBe('TypeError: fetch failed');
    expect(worlds.names()).toEqual([]);
  });
});

describe('worlds with a storage', () => {
  const start = (storage: WorldsStorage) =>
    startWorlds({ create: () => createFakeServer({ seed }), storage });

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
      return fake;
    };
    const titles = ({ mockServices }: Pick<FakeServer, 'mockServices'>) =>
      mockServices.list().map(({ title }) => title);
    const first = createWorlds({ create, storage }).get('a');
    expect(titles(first)).toEqual(['World 1']);
    first.mockServices.add({ title: 'Added' });
    expect(titles(createWorlds({ create, storage }).get('a'))).toEqual(['World 1', 'Added']);
  });

  test('a world cannot be changed through an old reference after it was deleted', () => {
    const worlds = start(new ClassStorage());
    const old = worlds.get('a');
    worlds.delete('a');
    expect(() => old.mockServices.add()).toThrow(errorWith('storage-unsaved'));
    expect(send(old, 'POST', mockServicePath, input()).status).toBe(507);
  });
});
