/** Prints the bytes that a store takes for so many exchanges, and the length of their JSON. */
import { createFakeServer } from '@mock-services/fake-server/core';
import type { ActivityEntry } from '@mock-services/sdk/contract';
import { heapUsed } from '../../../../tools/bench/measure.ts';
import { mswDataLog } from '../msw-data.ts';

const count = Number(process.argv[3]);
const body = 'x'.repeat(300);

const maker = createFakeServer({ seed: {} });
const { id: workspace } = maker.workspaces.add();
/** One exchange of 1.16 KB, not held by whoever makes it. */
const exchange = (n: number): ActivityEntry => {
  const entry = maker.activity.record(workspace, {
    request: { path: `/products/${n}`, body },
    response: { body },
  });
  maker.activity.clear(workspace);
  return entry;
};

type Store = (entry: ActivityEntry) => unknown;

const stores: Readonly<Record<string, () => Store | Promise<Store>>> = {
  fake: () => {
    const fake = createFakeServer({ seed: {}, maxActivityEntries: Number.POSITIVE_INFINITY });
    const { id } = fake.workspaces.add();
    return (entry) => fake.activity.record(id, { ...entry, id: undefined });
  },
  objects: () => {
    const entries: ActivityEntry[] = [];
    return (entry) => entries.push(entry);
  },
  data: async () => {
    const log = await mswDataLog();
    return (entry) => log.create(entry);
  },
};

const store = await stores[process.argv[2] ?? '']?.();
if (store === undefined) throw new Error('which store?');
let json = 0;
for (let n = 0; n < 100; n += 1) await store(exchange(n));
const before = heapUsed();
for (let n = 0; n < count; n += 1) {
  const entry = exchange(n);
  json += JSON.stringify(entry).length;
  await store(entry);
}
process.stdout.write(JSON.stringify({ held: heapUsed() - before, json }));
// What is measured is held until here.
await store(exchange(0));
