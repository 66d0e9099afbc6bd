/**
 * This script prints the heap size of a store. The first argument is the store. `fake` stores exchanges in a fake
 * server, `objects` stores exchanges as objects, and `worlds` stores worlds. The second argument is the number of
 * entries. The script requires `node --expose-gc`.
 */
import { createFakeServer, createWorlds } from '@mock-services/fake-server/core';
import type { ActivityEntry } from '@mock-services/sdk/contract';
import { activityEntries, paths } from './samples.ts';

const [store = '', count = '0'] = process.argv.slice(2);
const fake = createFakeServer({ seed: {}, maxActivityEntries: Number.POSITIVE_INFINITY });
const workspace = fake.workspaces.add();
const objects: ActivityEntry[] = [];
const worlds = createWorlds({ create: () => createFakeServer(), max: Number.POSITIVE_INFINITY });
let jsonBytes = 0;

function exchanges(): ActivityEntry[] {
  const entries = activityEntries(1);
  jsonBytes += JSON.stringify(entries).length;
  return entries;
}

const stores: Readonly<Record<string, (n: number) => unknown>> = {
  fake: () => fake.activity.record(workspace.id, { ...exchanges()[0], id: undefined }),
  objects: () => objects.push(...exchanges()),
  worlds: (n) => worlds.handle({ method: 'GET', path: `/worlds/w${n}${paths.service}` }),
};

function heapUsed(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

const add = stores[store];
if (add === undefined)
  throw new Error(
    `Unknown store "${store}". Expected one of these stores: ${Object.keys(stores).join(', ')}.`,
  );
for (let n = 0; n < 100; n += 1) add(n);
jsonBytes = 0;
const before = heapUsed();
for (let n = 100; n < 100 + Number(count); n += 1) add(n);
console.log(JSON.stringify({ heapBytes: heapUsed() - before, jsonBytes }));
// The call to `add` keeps the store in memory until the heap has been measured.
add(0);
