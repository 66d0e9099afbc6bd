/** A world in a storage: what comes back from it, and what happens when it fails. */
import {
  createFakeServer,
  emptyWorld,
  FixtureError,
  StorageError,
  type FakeServer,
  type FakeServerOptions,
  type JournalEntry,
  type JournalOptions,
  type StoredKind,
  type WorldStorage,
} from '@mock-services/fake-server/core';
import { openWorldFile } from '@mock-services/fake-server/node';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { activityEntry, idOf, input, mockService, workspace } from '../support/samples.ts';
import { send } from '../support/wire.ts';
import { MemoryStorage } from './memory-storage.ts';

const seed = {
  mockServices: [mockService(1), mockService(2), mockService(3)],
  workspaces: [workspace(1), workspace(2)],
  activity: { [idOf(1)]: [activityEntry(1), activityEntry(2)] },
};

const start = (storage: WorldStorage, options: FakeServerOptions = {}): FakeServer =>
  createFakeServer({ seed, maxActivityEntries: 3, journal: { maxEntries: 4 }, storage, ...options });

type Act = (fake: FakeServer) => unknown;

/** Leaves errors of the fixtures aside: what they leave behind is compared. */
const attempt = (act: Act) => (fake: FakeServer) => {
  try {
    act(fake);
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error;
  }
};

const service = '/configuration/mock-service';
const acts: Record<string, Act> = {
  create: (fake) => send(fake, 'POST', service, input()),
  replace: (fake) => send(fake, 'PUT', `${service}/${idOf(2)}`, { data: input({ title: 'Other' }) }),
  delete: (fake) => send(fake, 'DELETE', `/configuration/mock-services/${idOf(1)}`),
  'delete the last one': ({ mockServices }) => mockServices.remove(String(mockServices.list().at(-1)?.id)),
  'create it anew': ({ mockServices }) => mockServices.add({ id: idOf(1), title: 'Again' }),
  list: (fake) => send(fake, 'GET', '/configuration/mock-services'),
  'a wrong path': (fake) => send(fake, 'GET', '/nothing?token=secret'),
  'a wrong body': (fake) => send(fake, 'POST', service, {}),
  'clear a log': (fake) => send(fake, 'DELETE', `/workspace/${idOf(1)}/activity`),
  record: ({ activity }) => activity.record(idOf(1), {}),
  'record in capitals': ({ activity }) => activity.record(idOf(1).toUpperCase(), {}),
  'remove an entry': ({ activity }) => activity.remove(idOf(1), idOf(2)),
  'add a workspace': ({ workspaces }) => workspaces.add({ name: 'New' }),
  'update a workspace': ({ workspaces }) => workspaces.update(idOf(1), { name: 'Renamed' }),
  'remove a workspace': ({ workspaces }) => workspaces.remove(idOf(1)),
  'add it anew': ({ workspaces }) => workspaces.add({ id: idOf(1) }),
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
/** What a journal keeps: a few requests, those of a few bytes, none, all, or it is off. */
const journals = fc.constantFrom(
  { maxEntries: 4 },
  { maxBytes: 3 },
  { maxEntries: 0 },
  { maxEntries: Number.POSITIVE_INFINITY },
  false as const,
);
const perform = (fake: FakeServer, name: string) => attempt(acts[name] ?? (() => {}))(fake);

describe('a world in a storage', () => {
  const storages: Record<string, () => WorldStorage> = {
    'that is the port alone': () => new MemoryStorage(),
    'of SQLite': () => openWorldFile(':memory:').world('a'),
  };

  test.each(Object.entries(storages))('%s is as one in memory, and comes back as it was', (_, create) => {
    fc.assert(
      fc.property(anyActs, fc.boolean(), journals, (names, isGreased, journal) => {
        const options = { grease: isGreased, journal };
        const storage = create();
        const fake = start(storage, options);
        const inMemory = createFakeServer({ seed, maxActivityEntries: 3, ...options });
        for (const name of names) {
          perform(fake, name);
          perform(inMemory, name);
        }
        const snapshot = fake.snapshot();
        expect(snapshot).toEqual(inMemory.snapshot());
        expect(start(storage, { ...options, seed: emptyWorld() }).snapshot()).toEqual(snapshot);
      }),
    );
  });

  test('goes back to its own seed at a reset, and stays there', () => {
    const storage = new MemoryStorage();
    start(storage).mockServices.remove(idOf(1));
    const other = start(storage, { seed: emptyWorld() });
    expect(other.mockServices.list()).toHaveLength(2);
    other.reset();
    expect(start(storage).mockServices.list()).toEqual([]);
  });

  test('of a clock that follows a function keeps by how much it differs', () => {
    let time = 1000;
    const storage = new MemoryStorage();
    const clock = () => time;
    start(storage, { clock }).clock.advance('1h');
    time = 5000;
    expect(start(storage, { clock }).clock.now()).toBe(3_605_000);
  });

  test('of a clock that stands keeps the instant, whatever the next start says', () => {
    const storage = new MemoryStorage();
    start(storage, { clock: '2030-01-01T00:00:00.000Z' }).clock.advance('1h');
    const { clock } = start(storage, { clock: '2040-01-01T00:00:00.000Z' });
    expect(clock.now()).toBe(Date.parse('2030-01-01T01:00:00.000Z'));
  });

  test('keeps no fault that a function decides about, and says no credentials', () => {
    const storage = new MemoryStorage();
    const fake = start(storage);
    fake.faults.add({ operation: 'listWorkspaces', when: () => false, status: 500 });
    fake.faults.add({ operation: 'listWorkspaces', status: 503 });
    fake.handle({ method: 'GET', path: '/nothing', headers: { authorization: 'Bearer hunter2' } });
    expect(start(storage).faults.list()).toMatchObject([{ id: 2, status: 503 }]);
    expect(JSON.stringify([...storage.rows])).not.toContain('hunter2');
  });

  test.each<[string, JournalOptions]>([
    ['a few requests', { maxEntries: 3 }],
    ['requests of a few bytes', { maxBytes: 1500 }],
    ['a few, of a few bytes', { maxEntries: 5, maxBytes: 1200 }],
    ['none', { maxEntries: 0 }],
    ['all', { maxEntries: Number.POSITIVE_INFINITY }],
  ])('has a row for each request that its journal keeps: %s', (_, journal) => {
    const storage = new MemoryStorage();
    const fake = start(storage, { journal });
    const stored = (kind: StoredKind) =>
      storage
        .load()
        .flatMap((row) => (row.kind === kind ? [JSON.parse(row.value) as JournalEntry] : []))
        .toSorted((a, b) => a.number - b.number);
    for (let i = 0; i < 11; i += 1) {
      send(fake, 'GET', i % 3 === 0 ? '/nothing' : `${service}/${idOf(i)}`);
      expect(stored('request')).toEqual(fake.journal.entries);
      expect(stored('problem')).toEqual(fake.journal.problems);
    }
    const { journal: again } = start(storage, { journal });
    expect([again.entries, again.problems]).toEqual([fake.journal.entries, fake.journal.problems]);
  });

  test('is told rows, and nothing twice', () => {
    const storage = new MemoryStorage();
    const fake = start(storage, { journal: false });
    storage.saved.length = 0;
    send(fake, 'GET', '/configuration/mock-services');
    expect(storage.saved).toEqual([]);
    send(fake, 'DELETE', `/configuration/mock-services/${idOf(2)}`);
    expect(storage.saved).toEqual([
      [
        { act: 'remove', kind: 'mockService', parent: '', id: idOf(2) },
        { act: 'put', kind: 'state', parent: '', id: 'world', value: expect.any(String) as string },
      ],
    ]);
  });
});

describe('a storage that fails', () => {
  const writes = Object.keys(acts).filter((name) => !['list', 'a wrong path', 'a wrong body'].includes(name));

  test.each(writes)('leaves the world as before: %s', (name) => {
    const storage = new MemoryStorage();
    const fake = start(storage);
    perform(fake, 'add a fault');
    perform(fake, 'record');
    const { journal: _, ...before } = fake.snapshot();
    storage.failure = new Error('disk full');
    let outcome: unknown;
    try {
      outcome = acts[name]?.(fake);
    } catch (error) {
      outcome = error;
    }
    const { journal: __, ...after } = fake.snapshot();
    expect(after).toEqual(before);
    const changesNothing = ['create it anew', 'add it anew'].includes(name);
    const isUnsaved =
      outcome instanceof StorageError
        ? outcome.reason === 'unsaved'
        : (outcome as { status?: number }).status === 507;
    expect(isUnsaved || changesNothing).toBe(true);
    storage.failure = undefined;
    perform(fake, 'create');
    const { journal: ___, ...stored } = start(storage).snapshot();
    const { journal: ____, ...present } = fake.snapshot();
    expect(stored).toEqual(present);
  });

  test('says so in the response, and responds to requests that only read', () => {
    const storage = new MemoryStorage();
    const fake = start(storage);
    storage.failure = new Error('disk full');
    const { status, body } = send(fake, 'POST', service, input());
    expect([status, JSON.parse(body)]).toMatchObject([
      507,
      { detail: 'The world could not be stored, and is as before: Error: disk full' },
    ]);
    expect(send(fake, 'GET', '/configuration/mock-services').status).toBe(200);
  });

  test('stores the journal once it can', () => {
    const storage = new MemoryStorage();
    const fake = start(storage);
    storage.failure = new Error('disk full');
    for (let i = 0; i < 3; i += 1) send(fake, 'GET', '/configuration/mock-services');
    storage.failure = undefined;
    send(fake, 'GET', '/configuration/workspaces');
    expect(start(storage).journal.entries).toEqual([]);
    send(fake, 'POST', service, input());
    expect(start(storage).journal.entries).toEqual(fake.journal.entries);
    expect(fake.journal.entries).toHaveLength(4);
  });

  test('at the start is an error', () => {
    const storage = new MemoryStorage();
    storage.failure = new Error('disk full');
    expect(() => start(storage)).toThrow(StorageError);
    expect(() => start(storage)).toThrow('disk full');
  });
});

describe('what is stored', () => {
  const changed = (change: (rows: Map<string, { value: string }>) => void): WorldStorage => {
    const storage = new MemoryStorage();
    start(storage);
    const rows = new Map(Array.from(storage.rows, ([key, row]) => [key, { ...row }]));
    change(rows);
    storage.rows = rows;
    return storage;
  };
  const setValue = (key: string, value: string) => (rows: Map<string, { value: string }>) => {
    const row = rows.get(key);
    if (row === undefined) throw new Error(`there is no row ${key}`);
    row.value = value;
  };

  test.each([
    ['a row that is not JSON', setValue(`mockService  ${idOf(1)}`, '{'), 'damaged'],
    ['a mock service that is none', setValue(`mockService  ${idOf(1)}`, '{}'), 'damaged'],
    ['a workspace without its own', setValue(`workspace  ${idOf(1)}`, '{}'), 'damaged'],
    [
      'identifiers that are none',
      setValue('state  world', '{"version":1,"ids":"x","chance":1,"now":1}'),
      'damaged',
    ],
    [
      'an instant that is none',
      setValue('state  world', '{"version":1,"ids":1,"chance":1,"now":1e99}'),
      'damaged',
    ],
    ['faults that are none', setValue('state  faults', '{"faults":7}'), 'damaged'],
    ['another version', setValue('state  world', '{"version":2}'), 'version'],
    ['no state', (rows: Map<string, unknown>) => void rows.delete('state  world'), 'version'],
  ])('and has %s is refused, and left as it is', (_, change, reason) => {
    const storage = changed(change) as MemoryStorage;
    const before = storage.load();
    let error: unknown;
    try {
      start(storage);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(StorageError);
    expect(error).toMatchObject({ reason });
    expect(storage.load()).toEqual(before);
  });
});
