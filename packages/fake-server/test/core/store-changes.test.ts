/** The changes that the store reports to its listeners, such as a storage. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Random } from '../../src/core/random.ts';
import { loadSeed, saveSeed } from '../../src/core/seed/load-seed.ts';
import type { Change, StoreData } from '../../src/core/store/change.ts';
import { Store } from '../../src/core/store/store.ts';
import { IdTakenError } from '../../src/core/store/writer.ts';
import { WorldClock } from '../../src/core/time/clock.ts';
import { activityEntry, idOf, input, mockService, workspace } from '../support/samples.ts';

const seeds = [
  { mockServices: [mockService(1)], workspaces: [workspace(1)], activity: { [idOf(1)]: [activityEntry(1)] } },
  { mockServices: [mockService(2), mockService(3)], workspaces: [workspace(2), workspace(1)] },
].map((seed) => loadSeed(seed));
const [first, second] = seeds as [StoreData, StoreData];

function storeOf(data: StoreData): Store {
  const [ids, clock] = [new Random(1), new WorldClock('2026-01-01')];
  const maxWorldBytes = Number.POSITIVE_INFINITY;
  return new Store(data, { ids, clock, maxActivityEntries: 3, maxWorldBytes, keepsUpdatedAt: false });
}

interface Copy {
  mockServices: Map<string, unknown>;
  workspaces: Map<string, unknown>;
  activity: Map<string, Map<string, unknown>>;
}

function copyOf({ mockServices, workspaces, activity }: StoreData): Copy {
  const logs = Array.from(activity.byId, ([id, log]): [string, Map<string, unknown>] => [
    id,
    new Map(log.byId),
  ]);
  return {
    mockServices: new Map(mockServices.byId),
    workspaces: new Map(workspaces.byId),
    activity: new Map(logs),
  };
}

/** The rows of a copy as the store loads them; a store without a limit ignores their `bytes`. */
function dataOf({ mockServices, workspaces, activity }: Copy): StoreData {
  const rows = (byId: Map<string, unknown>) => ({ byId, bytes: 0 });
  const logs = new Map(Array.from(activity, ([id, log]) => [id, rows(log)]));
  const data: unknown = {
    mockServices: rows(mockServices),
    workspaces: rows(workspaces),
    activity: rows(logs),
  };
  return data as StoreData;
}

/** Applies a change to a copy, as a storage does. */
function repeat(copy: Copy, change: Change): void {
  const put = (rows: Map<string, unknown> | undefined, id: string, row: unknown): void => {
    if (row === undefined) rows?.delete(id);
    else rows?.set(id, row);
  };
  switch (change.kind) {
    case 'mockService':
      return put(copy.mockServices, change.id, change.row);
    case 'workspace':
      if (change.row === undefined) copy.activity.delete(change.id);
      else if (!copy.workspaces.has(change.id)) copy.activity.set(change.id, new Map());
      return put(copy.workspaces, change.id, change.row);
    case 'entry':
      return put(copy.activity.get(change.workspaceId), change.id, change.row);
    case 'log':
      return copy.activity.get(change.workspaceId)?.clear();
    case 'all':
      return void Object.assign(copy, copyOf(change.data));
  }
}

/** Performs an act, and ignores its error if an id is taken. */
function attempt(act: () => unknown): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof IdTakenError)) throw error;
  }
}

const acts: ((store: Store, n: number) => unknown)[] = [
  (store) => store.mockServices.create(input()),
  (store, n) => store.mockServices.replace(idOf(n), input({ title: `Title ${n}` })),
  (store, n) => store.mockServices.delete(idOf(n).toUpperCase()),
  (store, n) => attempt(() => store.workspaces.add({ workspace: { id: idOf(n).toUpperCase() } })),
  (store, n) => store.workspaces.update(idOf(n), { workspace: { name: 'New' } }),
  (store, n) => store.workspaces.remove(idOf(n).toUpperCase()),
  (store, n) => {
    const { request, response } = activityEntry(n);
    store.activity.record(idOf(n).toUpperCase(), { request, response, metadata: {} });
  },
  (store, n) => attempt(() => store.activity.recordAll(idOf(1), [activityEntry(n), activityEntry(n + 1)])),
  (store, n) => store.activity.remove(idOf(1).toUpperCase(), idOf(n).toUpperCase()),
  (store, n) => store.activity.clear(idOf(n).toUpperCase()),
  (store, n) => store.load(n % 2 === 0 ? first : second),
];

test('a listener that applies every change has the same rows as the store, in the same order', () => {
  const step = fc.tuple(fc.constantFrom(...acts), fc.integer({ min: 1, max: 4 }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const store = storeOf(first);
      const copy = copyOf(first);
      store.onChange((change) => repeat(copy, change));
      for (const [act, n] of steps) {
        act(store, n);
        expect(JSON.stringify(saveSeed(storeOf(dataOf(copy))))).toBe(JSON.stringify(saveSeed(store)));
      }
    }),
    { numRuns: 200 },
  );
});

test('a write reports its rows to every listener, and nothing if it has no effect', () => {
  const store = storeOf(first);
  const changes: Change[][] = [[], []];
  for (const heard of changes) store.onChange((change) => heard.push(change));
  const row = store.mockServices.create(input());
  store.mockServices.delete(idOf(404));
  store.activity.remove(idOf(1), idOf(404));
  attempt(() => store.mockServices.create(input(), { id: idOf(1) }));
  store.activity.clear(idOf(1));
  const expected = [
    { kind: 'mockService', id: row.id, row },
    { kind: 'log', workspaceId: idOf(1) },
  ];
  expect(changes).toEqual([expected, expected]);
});

test('a store without a listener makes the same changes', () => {
  const [silent, heard] = [storeOf(first), storeOf(first)];
  heard.onChange(() => {});
  for (const n of [1, 2]) {
    for (const act of acts) {
      act(silent, n);
      act(heard, n);
    }
  }
  expect(JSON.stringify(saveSeed(silent))).toBe(JSON.stringify(saveSeed(heard)));
});
