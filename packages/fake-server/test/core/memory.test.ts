/** Logs that are gone leave nothing behind. */
import { createFakeServer } from '@mock-services/fake-server/core';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { idOf, workspace } from '../support/samples.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Megabytes on the heap. */
function heap(): number {
  collect();
  return process.memoryUsage().heapUsed / 1e6;
}

const seed = { workspaces: [workspace(1)] };

test.each<[string, (fake: ReturnType<typeof createFakeServer>) => void]>([
  ['reset', (fake) => fake.reset()],
  ['clear', (fake) => fake.activity.clear(idOf(1))],
  ['restore', (fake) => fake.restore(createFakeServer({ seed }).snapshot())],
  ['the removal of their workspace', (fake) => fake.workspaces.remove(idOf(1))],
])('entries do not stay in memory after %s', (_, act) => {
  const fake = createFakeServer({ seed });
  fake.activity.record(idOf(1));
  const before = heap();
  const body = 'x'.repeat(3000);
  for (let i = 0; i < 5000; i += 1) fake.activity.record(idOf(1), { request: { body } });
  expect(heap() - before).toBeGreaterThan(15);
  act(fake);
  expect(heap() - before).toBeLessThan(5);
  expect(fake.clock.now()).toBeGreaterThan(0);
});
