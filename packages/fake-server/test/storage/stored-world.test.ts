/** Tests how a storage saves and loads a world, and how storages report errors. */
import {
  createFakeServer,
  createWorlds,
  emptyWorld,
  type Change,
  type ClockSource,
  type FakeServer,
  type FakeServerOptions,
  type Row,
  type RowKind,
  type WorldsStorage,
  type WorldStorage,
  isFakeServerError,
} from '@mock-services/fake-server/core';
import { openWorldFile } from '@mock-services/fake-server/node';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { errorWith, failureOf } from '../support/failure.ts';
import { activityPath, mockServicePath, mockServicesPath, workspacesPath } from '../support/paths.ts';
import { activityEntry, idOf, input, mockService, workspace } from '../support/samples.ts';
import { jsonHeaders, send } from '../support/wire.ts';
import { MemoryStorage } from './memory-storage.ts';

const seed = {
  mockServices: [mockService(1), mockService(2), mockService(3)],
  workspaces: [workspace(1), workspace(2)],
  activity: { [idOf(1)]: [activityEntry(1), activityEntry(2)] },
};

/** Starts a fake server with the storage, which a fake server before it may have used. */
function start(storage: WorldStorage, options: FakeServerOptions = {}): FakeServer {
  storage.release?.();
  return createFakeServer({ seed, maxActivityEntries: 3, storage, ...options });
}

type Act = (fake: FakeServer) => unknown;

/** Ignores errors of fixture functions, because the tests compare the resulting worlds. */
const attempt = (act: Act) => (fake: FakeServer) => {
  try {
    act(fake);
  } catch (error) {
    if (!isFakeServerError(error, 'invalid-fixture')) throw error;
  }
};

const acts: Record<string, Act> = {
  create: (fake) => send(fake, 'POST', mockServicePath, input()),
  replace: (fake) => send(fake, 'PUT', `${mockServicePath}/${idOf(2)}`, { data: input({ title: 'Other' }) }),
  delete: (fake) => send(fake, 'DELETE', `${mockServicesPath}/${idOf(1)}`),
  'delete the last one': ({ mockServices }) => mockServices.delete(String(mockServices.list().at(-1)?.id)),
  'create it again': ({ mockServices }) => mockServices.add({ id: idOf(1), title: 'Again' }),
  list: (fake) => send(fake, 'GET', mockServicesPath),
  'a wrong path': (fake) => send(fake, 'GET', '/nothing?token=secret'),
  'a wrong body': (fake) => send(fake, 'POST', mockServicePath, {}),
  'clear a log': (fake) => send(fake, 'DELETE', activityPath(idOf(1))),
  record: ({ activity }) => activity.record(idOf(1), {}),
  'record with an id in upper case': ({ activity }) => activity.record(idOf(1).toUpperCase(), {}),
  'remove an entry': ({ activity }) => activity.delete(idOf(1), idOf(2)),
  'add a workspace': ({ workspaces }) => workspaces.add({ name: 'New' }),
  'update a workspace': ({ workspaces }) => workspaces.update(idOf(1), { name: 'Renamed' }),
  'remove a workspace': ({ workspaces }) => workspaces.delete(idOf(1)),
  'add it again': ({ workspaces }) => workspaces.add({ id: idOf(1) }),
  'advance the clock': ({ clock }) => clock.advance('1h'),
  'set the clock': ({ clock }) => clock.set('2030-05-05T05:05:05.005Z'),
  'add a fault': ({ faults }) => faults.add({ operation: 'listMockServices', status: 503, times: 1 }),
  'remove a fault': ({ faults }) => faults.remove('listMockServices'),
  'remove all faults': ({ faults }) => faults.clear(),
  'clear the journal': ({ journal }) => journal.clear(),
  reset: (fake) => fake.reset(),
  restore: (fake) => fake.restore(createFakeServer({ seed: emptyWorld() }).snapshot()),
};
const anyActs = fc.array(fc.constantFrom(...Object.keys(acts)), { maxLength: 25 });
const perform = (fake: FakeServer, name: string) => attempt(acts[name] ?? (() => {}))(fake);

describe('a world in a storage', () => {
  const storages: Record<string, () => WorldStorage> = {
    'a storage with only the required methods': () => new MemoryStorage(),
    'an SQLite storage': () => openWorldFile(':memory:').world('a'),
  };

  test.each(Object.entries(storages))(
    'a world in %s behaves as in memory and is loaded unchanged',
    (_, create) => {
      fc.assert(
        fc.property(anyActs, fc.boolean(), (names, isGreased) => {
          const options = { grease: isGreased };
          const storage = create();
          const fake = start(storage, options);
          const inMemory = createFakeServer({ seed, maxActivityEntries: 3, ...options });
          for (const name of names) {
            perform(fake, name);
            perform(inMemory, name);
          }
          expect(fake.snapshot()).toEqual(inMemory.snapshot());
          // The state that a read changes is stored with the next write.
          perform(fake, 'create');
          expect(start(storage, { ...options, seed: emptyWorld() }).snapshot()).toEqual(fake.snapshot());
        }),
      );
    },
  );

  test('resetting a stored world restores the seed of the server that loaded it', () => {
    const storage = new MemoryStorage();
    start(storage).mockServices.delete(idOf(1));
    const other = start(storage, { seed: emptyWorld() });
    expect(other.mockServices.list()).toHaveLength(2);
    other.reset();
    expect(start(storage).mockServices.list()).toEqual([]);
  });

  test('resetting a reloaded world restores the last seed passed to `fake.seed`', () => {
    const storage = new MemoryStorage();
    const fake = start(storage);
    fake.seed({ mockServices: [{ title: 'First' }, { title: 'Second' }] });
    fake.seed({
      mockServices: [{ title: 'Orders' }],
      workspaces: [workspace(1)],
      activity: { [idOf(1)]: [activityEntry(1)] },
    });
    const seeded = fake.snapshot();
    perform(fake, 'create');
    const again = start(storage);
    expect(again.mockServices.list()).toHaveLength(2);
    perform(again, 'remove a workspace');
    again.restore(createFakeServer().snapshot());
    again.reset();
    expect(again.snapshot()).toEqual(seeded);
    expect(start(storage).snapshot()).toEqual(seeded);
  });

  test.each<[string, string, ClockSource, ClockSource, now: number]>([
    ['a time', 'another time', 1000, 5000, 3_601_000],
    ['a time', 'a function', 1000, () => 5000, 5000],
    ['a function', 'a time', () => 1000, 5000, 3_605_000],
    ['a function', 'another function', () => 1000, () => 5000, 3_605_000],
  ])('a world whose clock was %s and is then %s continues at the right time', (_, __, clock, later, now) => {
    const storage = new MemoryStorage();
    start(storage, { clock }).clock.advance('1h');
    expect(start(storage, { clock: later }).clock.now()).toBe(now);
  });

  test('limits that are lower when a world is loaded again apply from the next write', () => {
    const storage = new MemoryStorage();
    for (const n of [3, 4, 5]) start(storage).activity.record(idOf(1), { id: idOf(n) });
    const fake = start(storage, { maxActivityEntries: 1 });
    expect(fake.activity.list(idOf(1))).toHaveLength(3);
    fake.activity.record(idOf(1), { id: idOf(6) });
    const left = ({ activity }: FakeServer) => activity.list(idOf(1)).map(({ id }) => id);
    expect(left(fake)).toEqual([idOf(6)]);
    expect(left(start(storage))).toEqual(left(fake));
  });

  test('a stored world contains no credentials and no faults with functions', () => {
    const storage = new MemoryStorage();
    const fake = start(storage);
    fake.faults.add({ operation: 'listWorkspaces', match: () => false, status: 500 });
    fake.faults.add({ operation: 'listWorkspaces', status: 503 });
    const headers = { ...jsonHeaders, authorization: 'Bearer hunter2' };
    fake.handle({ method: 'POST', path: mockServicePath, headers, body: JSON.stringify(input()) });
    expect(start(storage).faults.list()).toMatchObject([{ id: 2, status: 503 }]);
    expect(JSON.stringify([...storage.rows])).not.toContain('hunter2');
  });

  test('the journal does not survive a restart, and `assertClean` says since when it has been listening', () => {
    const storage = new MemoryStorage();
    const first = start(storage);
    expect(() => first.journal.assertClean()).not.toThrow();
    perform(first, 'a wrong path');
    const { journal } = start(storage);
    expect([journal.entries(), journal.problems()]).toEqual([[], []]);
    expect(() => journal.assertClean()).toThrow(
      `the requests before ${journal.since()} are unknown, because the world was loaded from its storage`,
    );
    journal.clear();
    expect(() => journal.assertClean()).not.toThrow();
  });

  const fault = { operation: 'listMockServices', status: 503 } as const;

  test.each([
    ['without `times` and `after`', {}, 0],
    ['with `times`', { times: 9 }, 1],
    ['with `after`', { after: 1 }, 1],
    ['with a function', { times: 9, match: () => true }, 0],
  ])('a read that uses a fault %s saves %o %i times', (_, options, count) => {
    const storage = new MemoryStorage();
    const fake = start(storage);
    const handle = fake.faults.add({ ...fault, ...options });
    storage.saved.length = 0;
    send(fake, 'GET', mockServicesPath);
    expect(storage.saved).toHaveLength(count);
    send(fake, 'GET', mockServicesPath);
    expect(handle.used).toBe('after' in options ? 1 : 2);
  });

  test('a fault with `times: 1` does not apply again if the process is killed', () => {
    const storage = new MemoryStorage();
    const fake = start(storage);
    fake.faults.add({ ...fault, times: 1 });
    expect(send(fake, 'GET', mockServicesPath).status).toBe(503);
    const again = start(storage);
    expect(again.faults.list()).toEqual(fake.faults.list());
    expect(send(again, 'GET', mockServicesPath).status).toBe(200);
  });

  test('a write saves a long fault only if the fault has changed', () => {
    const storage = new MemoryStorage();
    const fake = start(storage);
    for (const title of ['a', 'b', 'c']) fake.faults.add({ ...fault, body: title.repeat(500_000) });
    storage.saved.length = 0;
    perform(fake, 'create');
    fake.faults.add(fault);
    const [write, added] = storage.saved.map((changes) => JSON.stringify(changes).length);
    expect(write).toBeLessThan(2000);
    expect(added).toBeLessThan(2000);
    const longest = Math.max(...storage.load().map(({ value }) => value.length));
    expect(longest).toBeLessThan(501_000);
  });

  test('faults keep their order after a snapshot was restored and the world loaded', () => {
    const storage = new MemoryStorage();
    const fake = start(storage);
    const first = fake.faults.add({ ...fault, status: 500 });
    fake.faults.add(fault);
    const snapshot = fake.snapshot();
    first.remove();
    fake.restore(snapshot);
    const again = start(storage);
    expect(again.faults.list()).toEqual(fake.faults.list());
    expect(send(again, 'GET', mockServicesPath).status).toBe(503);
    expect(again.faults.add(fault).id).toBe(3);
  });

  test('a stored resource can have a field named `number`', () => {
    const storage = new MemoryStorage();
    const fake = start(storage);
    const { id } = JSON.parse(send(fake, 'POST', mockServicePath, { ...input(), number: 5 }).body) as {
      id: string;
    };
    expect(start(storage).mockServices.get(id)).toMatchObject({ number: 5 });
  });

  test('a restored fault is stored even if its id belonged to a fault with a function', () => {
    const storage = new MemoryStorage();
    const fake = start(storage);
    fake.faults.add({ operation: 'listWorkspaces', status: 503 });
    const snapshot = fake.snapshot();
    fake.reset();
    fake.faults.add({ operation: 'listWorkspaces', status: 500, match: () => true });
    fake.restore(snapshot);
    expect(start(storage).faults.list()).toEqual(fake.faults.list());
  });

  test('a storage that calls the fake server while saving cannot change its data', () => {
    const storage = new MemoryStorage();
    const fake = start(storage);
    const save = vi.spyOn(storage, 'save').mockImplementationOnce(() => void fake.mockServices.add());
    expect(() => fake.mockServices.add()).toThrow('A callback changed the fake server');
    expect(fake.mockServices.list()).toHaveLength(4);
    save.mockRestore();
  });

  test('seeding a stored world calls `save` once, and a later reset restores this seed', () => {
    const storage = new MemoryStorage();
    const fake = start(storage);
    storage.saved.length = 0;
    fake.seed({ mockServices: [{ title: 'Orders' }] });
    expect(storage.saved).toHaveLength(1);
    fake.mockServices.add();
    fake.reset();
    expect(start(storage).mockServices.list()).toMatchObject([{ title: 'Orders' }]);
  });

  test('a stored world saves only the rows that a request changed', () => {
    const storage = new MemoryStorage();
    const fake = start(storage);
    storage.saved.length = 0;
    send(fake, 'GET', mockServicesPath);
    send(fake, 'GET', '/nothing');
    expect(storage.saved).toEqual([]);
    send(fake, 'DELETE', `${mockServicesPath}/${idOf(2)}`);
    expect(storage.saved).toEqual([
      [
        { act: 'remove', kind: 'mockService', parent: '', id: idOf(2) },
        { act: 'put', kind: 'state', parent: '', id: 'world', value: expect.any(String) as string },
      ],
    ]);
  });
});

describe('a storage that fails', () => {
  const unstored = new Set(['list', 'a wrong path', 'a wrong body', 'clear the journal']);
  const writes = Object.keys(acts).filter((name) => !unstored.has(name));

  test.each(writes)('a failed write to storage leaves the world unchanged: %s', (name) => {
    const storage = new MemoryStorage();
    const fake = start(storage);
    perform(fake, 'add a fault');
    perform(fake, 'record');
    const before = fake.snapshot();
    storage.failure = new Error('disk full');
    let outcome: unknown;
    const error = failureOf(() => {
      outcome = acts[name]?.(fake);
    });
    expect(fake.snapshot()).toEqual(before);
    const changesNothing = ['create it again', 'add it again'].includes(name);
    const isUnsaved = isFakeServerError(error)
      ? error.code === 'storage-unsaved'
      : (outcome as { status?: number } | undefined)?.status === 507;
    expect(isUnsaved || changesNothing).toBe(true);
    storage.failure = undefined;
    perform(fake, 'create');
    expect(start(storage).snapshot()).toEqual(fake.snapshot());
  });

  test('a storage failure is reported in the response to a write; reads succeed', () => {
    const storage = new MemoryStorage();
    const fake = start(storage);
    storage.failure = new Error('disk full');
    const { status, body } = send(fake, 'POST', mockServicePath, input());
    expect(status).toBe(507);
    expect(body).toContain('disk full');
    expect(send(fake, 'GET', mockServicesPath).status).toBe(200);
  });

  test('a read whose fault count cannot be stored gets a 507, and the fault applies later', () => {
    const storage = new MemoryStorage();
    const fake = start(storage);
    const handle = fake.faults.add({ operation: 'listMockServices', status: 503, times: 1 });
    storage.failure = new Error('disk full');
    const response = send(fake, 'GET', mockServicesPath);
    expect([response.status, response.fault, handle.used]).toEqual([507, undefined, 0]);
    storage.failure = undefined;
    expect(send(fake, 'GET', mockServicesPath).status).toBe(503);
    expect(start(storage).faults.list()).toMatchObject([{ used: 1 }]);
  });

  test('a storage with occasional failures contains the world after the next change', () => {
    const anySteps = fc.array(fc.tuple(fc.constantFrom(...Object.keys(acts)), fc.boolean()), {
      minLength: 5,
      maxLength: 25,
    });
    const full = new Error('disk full');
    fc.assert(
      fc.property(anySteps, (steps) => {
        const storage = new MemoryStorage();
        const fake = start(storage);
        for (const [name, isFull] of steps) {
          storage.failure = isFull ? full : undefined;
          const error = failureOf(() => perform(fake, name));
          expect(error === undefined || isFakeServerError(error, 'storage-unsaved')).toBe(true);
        }
        storage.failure = undefined;
        perform(fake, 'create');
        expect(start(storage).snapshot()).toEqual(fake.snapshot());
      }),
    );
  });

  test.each<[string, Act]>([
    ['is followed by a write', (fake) => send(fake, 'POST', mockServicePath, input())],
    ['is removed', ({ faults }) => faults.remove('listMockServices')],
    ['is followed by another', ({ faults }) => faults.add({ operation: 'listWorkspaces', hang: true })],
  ])('a fault that was applied during a failure is stored if it then %s', (_, act) => {
    const storage = new MemoryStorage();
    const fake = start(storage);
    fake.faults.add({ operation: 'listMockServices', status: 503 });
    storage.failure = new Error('disk full');
    send(fake, 'GET', mockServicesPath);
    storage.failure = undefined;
    act(fake);
    expect(start(storage).faults.list()).toEqual(fake.faults.list());
  });

  test.each([
    { headers: { 'x-a': '1' } },
    { delay: 5 },
    { status: 500, takesEffect: true },
    { hang: true, takesEffect: true },
  ])('a request whose change cannot be stored gets a 507 and counts for no fault: %j', (fault) => {
    const storage = new MemoryStorage();
    const fake = start(storage);
    fake.faults.add({ operation: 'createMockService', after: 1, times: 2, ...fault });
    fake.faults.add({ operation: 'createMockService', ...fault });
    const before = fake.faults.list();
    storage.failure = new Error('disk full');
    const response = send(fake, 'POST', mockServicePath, input());
    expect([response.status, response.fault]).toEqual([507, undefined]);
    expect(fake.faults.list()).toEqual(before);
    storage.failure = undefined;
    perform(fake, 'add a workspace');
    expect(start(storage).faults.list()).toEqual(before);
  });

  test('seeding keeps the old data, faults and clock if the seed cannot be stored', () => {
    const storage = new MemoryStorage();
    const fake = start(storage);
    perform(fake, 'add a fault');
    perform(fake, 'advance the clock');
    const before = fake.snapshot();
    storage.failure = new Error('disk full');
    expect(() => fake.seed({ mockServices: [{ title: 'Other' }] })).toThrow(errorWith('storage-unsaved'));
    expect(fake.snapshot()).toEqual(before);
    storage.failure = undefined;
    fake.reset();
    expect(fake.mockServices.list()).toHaveLength(3);
  });

  test('a failed write does not reload the world from storage', () => {
    const storage = new MemoryStorage();
    const fake = start(storage);
    const { loads } = storage;
    storage.failure = new Error('disk full');
    expect(send(fake, 'POST', mockServicePath, input()).status).toBe(507);
    expect(storage.loads).toBe(loads);
  });

  test.each([{ grease: true }, {}])(
    'a storage failure does not affect a GET request, even with an active fault: %j',
    (options) => {
      const storage = new MemoryStorage();
      const fake = start(storage, options);
      fake.faults.add({ operation: 'listWorkspaces', headers: { 'x-a': '1' } });
      storage.failure = new Error('disk full');
      for (const path of [mockServicesPath, workspacesPath]) expect(send(fake, 'GET', path).status).toBe(200);
      expect(fake.journal.entries()).toHaveLength(2);
      storage.failure = undefined;
      perform(fake, 'create');
      expect(start(storage, options).snapshot()).toEqual(fake.snapshot());
    },
  );

  test('`createFakeServer` throws if the storage cannot be read', () => {
    const storage = new MemoryStorage();
    storage.failure = new Error('disk full');
    expect(() => start(storage)).toThrow(errorWith('storage-unsaved'));
    expect(() => start(storage)).toThrow('disk full');
  });
});

describe('the `storage` option', () => {
  test('the `storage` option accepts an instance of a class', () => {
    class ArrayStorage implements WorldStorage {
      readonly #storage = new MemoryStorage();

      load(): Row[] {
        return this.#storage.load();
      }

      save(changes: readonly Change[]): void {
        this.#storage.save(changes);
      }
    }
    const storage = new ArrayStorage();
    createFakeServer({ seed: {}, storage }).mockServices.add({ title: 'kept' });
    expect(createFakeServer({ seed: {}, storage }).mockServices.list()).toMatchObject([{ title: 'kept' }]);
  });

  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  const failing = () => Promise.reject(new Error('disk full'));

  test.each<[string, string, object]>([
    ['an async function `load`', 'load', { load: async () => Promise.resolve([]), save: () => {} }],
    ['an async function `save`', 'save', { load: () => [], save: async () => Promise.resolve() }],
    ['a `load` that returns a promise', 'load', { load: failing, save: () => {} }],
    ['a `save` that returns a promise', 'save', { load: () => [], save: failing }],
  ])('the `storage` option rejects %s and leaves no rejected promise unhandled', async (_, name, storage) => {
    process.on('unhandledRejection', note);
    onTestFinished(() => void process.off('unhandledRejection', note));
    const world = storage as WorldStorage;
    const create = (own = world) => createFakeServer({ storage: own });
    const several = { world: () => world, names: () => [], delete: () => false };
    const worlds = createWorlds({ create: () => createFakeServer(), storage: several });
    for (const start of [create, () => worlds.get('a')]) {
      expect(failureOf(start, 'invalid-option').message).toBe(
        `The option storage must be an object whose functions are synchronous, but the function ${name} is asynchronous.`,
      );
    }
    for (let i = 0; i < 5; i += 1) await new Promise(setImmediate);
    expect(unhandled).toEqual([]);
  });

  test('a write fails without changing data if `storage.save` starts to return promises', () => {
    const memory = new MemoryStorage();
    createFakeServer({ seed: {}, storage: memory });
    const storage = { load: () => memory.load(), save: failing as unknown as WorldStorage['save'] };
    const fake = createFakeServer({ seed: {}, storage });
    expect(() => fake.mockServices.add()).toThrow(errorWith('invalid-option'));
    expect(send(fake, 'POST', mockServicePath, input()).status).toBe(500);
    expect(send(fake, 'GET', mockServicesPath).status).toBe(200);
    expect(fake.mockServices.list()).toEqual([]);
  });

  test.each([{}, 'worlds.sqlite', null, { world: () => ({}), names: () => [] }])(
    'the `storage` option of `createWorlds` rejects %j',
    (storage) => {
      const create = () => createFakeServer();
      expect(() => createWorlds({ create, storage: storage as unknown as WorldsStorage })).toThrow(
        errorWith('invalid-option'),
      );
    },
  );

  test('`createWorlds` rejects a fake server that has a storage of its own', () => {
    const storage = { world: () => new MemoryStorage(), names: () => [], delete: () => false };
    const create = () => createFakeServer({ storage: new MemoryStorage() });
    expect(() => createWorlds({ create, storage }).get('a')).toThrow(
      'The option create must be a function that returns a new fake server without the option storage.',
    );
  });

  test('`createWorlds` requires its `storage` option to return a storage for each world', () => {
    const storage = { world: () => ({}) as WorldStorage, names: () => [], delete: () => false };
    const worlds = createWorlds({ create: () => createFakeServer(), storage });
    expect(() => worlds.get('a')).toThrow(
      'The option storage must be an object with the functions load, save',
    );
  });
});

describe('a stored world', () => {
  /** Returns a storage whose rows are of every kind. */
  const filled = (): MemoryStorage => {
    const storage = new MemoryStorage();
    const fake = start(storage);
    fake.seed({ ...seed, activity: { [idOf(1)]: [activityEntry(1)] } });
    perform(fake, 'add a fault');
    perform(fake, 'a wrong path');
    fake.restore(fake.snapshot()); // Stores every request.
    return storage;
  };
  type Damage = (row: Row) => Partial<Row> | undefined;
  const damages: Record<string, Damage> = {
    'no JSON': () => ({ value: '{' }),
    'an empty object': ({ kind }) => (kind === 'state' ? undefined : { value: '{}' }),
    'another id': ({ kind, parent }) =>
      kind === 'state' || parent === 'ids' || parent === 'configuration ' ? undefined : { id: 'other' },
    'an unknown kind': ({ kind }) => (kind === 'seed' ? { parent: 'other ' } : { kind: 'other' as RowKind }),
  };
  const isNeeded = ({ kind, parent }: Row) =>
    ['state', 'workspace', 'configuration'].includes(kind) || parent === 'ids';

  test('a stored world is rejected and unchanged if any of its rows is damaged or missing', () => {
    const rows = filled().load();
    expect(new Set(rows.map(({ kind }) => kind)).size).toBe(7);
    const outcome = (changed: readonly Row[]) => {
      const storage = new MemoryStorage();
      storage.rows = new Map(changed.map((row, i) => [String(i), row]));
      const error = failureOf(() => start(storage));
      expect(storage.load()).toEqual(changed);
      return isFakeServerError(error) ? error.code : error;
    };
    expect(outcome(rows)).toBeUndefined();
    for (const row of rows) {
      const others = rows.filter((other) => other !== row);
      const codes = Object.entries(damages).map(([name, damage]) => {
        const changes = damage(row);
        return [
          row,
          name,
          changes && outcome(rows.map((one) => (one === row ? { ...row, ...changes } : one))),
        ];
      });
      expect(codes).toEqual(
        Object.entries(damages).map(([name, damage]) => [row, name, damage(row) && 'storage-damaged']),
      );
      expect([row, outcome(others)]).toEqual([row, isNeeded(row) ? 'storage-damaged' : undefined]);
    }
  });

  test.each([
    ['another version', '{"version":1}', 'storage-version'],
    [
      'a generator state that is a string',
      '{"version":3,"ids":"x","random":1,"latestFault":0,"now":1}',
      'storage-damaged',
    ],
    ['an invalid instant', '{"version":3,"ids":1,"random":1,"latestFault":0,"now":1e99}', 'storage-damaged'],
  ] as const)('a stored world whose state has %s is rejected', (_, value, code) => {
    const storage = filled();
    storage.rows = new Map(
      Array.from(storage.rows, ([key, row]) => [key, row.kind === 'state' ? { ...row, value } : row]),
    );
    const before = storage.load();
    failureOf(() => start(storage), code);
    expect(storage.load()).toEqual(before);
  });
});
