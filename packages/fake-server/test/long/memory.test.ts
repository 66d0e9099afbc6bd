/** Checks that the memory of activity logs is freed. */
import { createFakeServer } from '@mock-services/fake-server/core';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { idOf, workspace } from '../support/samples.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Returns the heap size in megabytes after a garbage collection. */
function heap(): number {
  collect();
  return process.memoryUsage().heapUsed / 1e6;
}

const seed = { workspaces: [workspace(1)] };

test.each<[string, (fake: ReturnType<typeof createFakeServer>) => void]>([
  ['a reset', (fake) => fake.reset()],
  ['the log is cleared', (fake) => fake.activity.clear(idOf(1))],
  ['a restore', (fake) => fake.restore(createFakeServer({ seed }).snapshot())],
  ['the workspace is removed', (fake) => fake.workspaces.delete(idOf(1))],
])('the memory of 5,000 log entries is freed after %s', (_, act) => {
  const fake = createFakeServer({ seed });
  const body = 'x'.repeat(3000);
  for (let i = 0; i < 5000; i += 1) fake.activity.record(idOf(1), { request: { body } });
  const full = heap();
  act(fake);
  // The entries of the log need 20 MB.
  expect(full - heap()).toBeGreaterThan(15);
  expect(fake.clock.now()).toBeGreaterThan(0);
});
