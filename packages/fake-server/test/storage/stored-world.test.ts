/** Tests how a storage saves and loads a world, and how storages report errors. */
import {
  createFakeServer,
  createWorlds,
  emptyWorld,
  type ClockSource,
  type FakeServer,
  type FakeServerOptions,
  type Row,
  type RowKind,
  type WorldStorage,
  isFakeServerError,
} from '@mock-services/fake-server/core';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { activityPath, mockServicePath, mockServicesPath } from '../support/paths.ts';
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
  return createFakeServer({ seed, maxActivityEntries: 3, storage, ...options });
}

type Act = (fake: FakeServer) => unknown;

/** Ignores errors of fixture functions, because the tests compare the resulting worlds. */
const attempt = (act: Act) => (fake: FakeServer) => {
  try {
    return act(fake);
  } catch (error) {
    if (!isFakeServerError(error, 'invalid-fixture')) throw error;
    return undefined;
  }
};

const acts: Record<string, Act> = {
  create: (fake) => send(fake, 'POST', mockServicePath, input()),
  replace: (fake) => send(fake, 'PUT', `${mockServicePath}/${idOf(2)}`, { data: input({ title: 'Other' }) }),
  delete: (fake) => send(fake, 'DELETE', `${mockServicesPath}/${idOf(1)}`),
  'a wrong path': (fake) => send(fake, 'GET', '/nothing?token=secret'),
  'clear a log': (fake) => send(fake, 'DELETE', activityPath(idOf(1))),
  record: ({ activity }) => activity.record(idOf(1), {}),
  'add a workspace': ({ workspaces }) => workspaces.add({ name: 'New' }),
  'remove a workspace': ({ workspaces }) => workspaces.delete(idOf(1)),
  'advance the clock': ({ clock }) => clock.advance('1h'),
  'add a fault': ({ faults }) => faults.add({ operation: 'listMockServices', status: 503, times: 1 }),
  'remove a fault': ({ faults }) => faults.remove('listMockServices'),
  'remove and restore a fault': (fake) => {
    const before = fake.snapshot();
    fake.faults.remove('listMockServices');
    fake.restore(before);
  },
  seed: (fake) => fake.seed({ mockServices: [{ title: 'Seeded' }] }),
  reset: (fake) => fake.reset(),
  restore: (fake) => fake.restore(createFakeServer({ seed: emptyWorld() }).snapshot()),
};
const perform = (fake: FakeServer, name: string) => attempt(acts[name] ?? (() => {}))(fake);

describe('a world in a storage', () => {
  test('resetting a reloaded world restores the last seed passed to `fake.seed`', () => {
    const storage = new MemoryStorage();
    const fake = start(storage);
    fake.seed({ mockServices: [{ title: 'First' }, { title: 'Second' }] });
    fake.seed({ mockServices: [{ title: 'Orders' }] });
    const seeded = fake.snapshot();
    perform(fake, 'create');
    const again = start(storage);
    again.reset();
    expect(again.snapshot()).toEqual(seeded);
  });

  test.each<[string, string, ClockSource, ClockSource, now: number]>([
    ['a time', 'another time', 1000, 5000, 3_601_000],
    ['a function', 'another function', () => 1000, () => 5000, 3_605_000],
  ])('a world whose clock was %s and is then %s continues at the right time', (_, __, clock, later, now) => {
    const storage = new MemoryStorage();
    start(storage, { clock }).clock.advance('1h');
    expect(start(storage, { clock: later }).clock.now()).toBe(now);
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
});

describe('a storage that fails', () => {
  test('a failed write changes nothing, and the next one stores the whole world', () => {
    const anyStep = fc.tuple(fc.constantFrom(...Object.keys(acts)), fc.boolean());
    fc.assert(
      fc.property(fc.array(anyStep, { minLength: 5, maxLength: 25 }), (steps) => {
        const storage = new MemoryStorage();
        const fake = start(storage);
        for (const [name, isFull] of steps) {
          const before = fake.snapshot();
          storage.failure = isFull ? new Error('disk full') : undefined;
          let outcome: unknown;
          const error = failureOf(() => (outcome = perform(fake, name)));
          expect(error === undefined || isFakeServerError(error, 'storage-unsaved')).toBe(true);
          const isRefused =
            error !== undefined || (outcome as { status?: number } | undefined)?.status === 507;
          const after = fake.snapshot();
          const unrefused = isFull ? { ...after, data: before.data } : after;
          expect(after).toEqual(isRefused ? before : unrefused);
        }
        storage.failure = undefined;
        perform(fake, 'create');
        expect(start(storage).snapshot()).toEqual(fake.snapshot());
      }),
    );
  });

  test('a request whose change cannot be stored gets a 507 and counts for no fault', () => {
    const storage = new MemoryStorage();
    const fake = start(storage);
    fake.faults.add({ operation: 'createMockService', status: 500, takesEffect: true, times: 2 });
    fake.faults.add({ operation: 'listMockServices', status: 503, times: 1 });
    const before = fake.faults.list();
    storage.failure = new Error('disk full');
    for (const [method, path] of [
      ['POST', mockServicePath],
      ['GET', mockServicesPath],
    ] as const) {
      const response = send(fake, method, path, method === 'POST' ? input() : undefined);
      expect([response.status, response.fault]).toEqual([507, undefined]);
    }
    expect(fake.faults.list()).toEqual(before);
    storage.failure = undefined;
    perform(fake, 'add a workspace');
    expect(start(storage).faults.list()).toEqual(before);
    expect(send(fake, 'GET', mockServicesPath).status).toBe(503);
  });
});

describe('the `storage` option', () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  const failing = () => Promise.reject(new Error('disk full'));

  test.each<[string, string, object]>([
    ['an async function `save`', 'save', { load: () => [], save: async () => Promise.resolve() }],
    ['a `load` that returns a promise', 'load', { load: failing, save: () => {} }],
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

  test('`createWorlds` rejects a fake server that has a storage of its own', () => {
    const storage = { world: () => new MemoryStorage(), names: () => [], delete: () => false };
    const create = () => createFakeServer({ storage: new MemoryStorage() });
    expect(() => createWorlds({ create, storage }).get('a')).toThrow(
      'The option create must be a function that returns a new fake server without the option storage.',
    );
  });
});

describe('a stored world', () => {
  /** Stores rows of every kind, changes them, and returns the error of loading them. */
  const errorAfter = (change: (row: Row) => Row | undefined): unknown => {
    const storage = new MemoryStorage();
    const fake = start(storage);
    fake.seed(seed);
    perform(fake, 'add a fault');
    const rows = storage.load();
    expect(new Set(rows.map(({ kind }) => kind)).size).toBe(7);
    const changed = rows.flatMap((row) => change(row) ?? []);
    storage.rows = new Map(changed.map((row, i) => [String(i), row]));
    const error = failureOf(() => start(storage));
    expect(storage.load()).toEqual(changed);
    return isFakeServerError(error) ? error.code : error;
  };

  test('is loaded if its rows are unchanged', () => {
    expect(errorAfter((row) => row)).toBeUndefined();
  });

  const kinds = ['state', 'mockService', 'workspace', 'configuration', 'entry', 'fault', 'seed'] as const;

  test.each(kinds)('is rejected and unchanged if a row is damaged: %s', (kind) => {
    expect(errorAfter((row) => (row.kind === kind ? { ...row, value: '{' } : row))).toBe('storage-damaged');
  });

  test.each(['state', 'workspace', 'configuration'])('is rejected if a row is missing: %s', (kind) => {
    expect(errorAfter((row) => (row.kind === kind ? undefined : row))).toBe('storage-damaged');
  });

  test('is rejected if a value is invalid, or another version stored it', () => {
    const withValue = (kind: RowKind, value: string) =>
      errorAfter((row) => (row.kind === kind ? { ...row, value } : row));
    expect(withValue('mockService', '{}')).toBe('storage-damaged');
    expect(withValue('state', '{"version":3,"ids":1,"random":1,"latestFault":0,"now":1e99}')).toBe(
      'storage-damaged',
    );
    expect(withValue('state', '{"version":1}')).toBe('storage-version');
  });
});
