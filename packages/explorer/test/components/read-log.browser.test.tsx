import { createFakeServer } from '@mock-services/fake-server/core';
import { createClient } from '@mock-services/sdk';
import { expect, test } from 'vitest';
import { readLog } from '../../src/activity/live/use-live-log.ts';

/** Counts how often the page gets a turn until the work is done. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  const { port1, port2 } = new MessageChannel();
  let turns = 0;
  port1.addEventListener('message', () => {
    turns += 1;
    port2.postMessage(undefined);
  });
  port1.start();
  port2.postMessage(undefined);
  await work();
  port1.close();
  return turns;
}

test('a long log is read in chunks, and the page gets a turn between them', async () => {
  const count = 20_000;
  const fake = createFakeServer({ maxActivityEntries: count });
  const { id } = fake.workspaces.add({ name: 'Long' });
  for (let index = 0; index < count; index += 1) fake.activity.record(id, { request: { path: `/${index}` } });
  const client = createClient({ baseUrl: fake.baseUrl, fetch: fake.fetch });
  let read: readonly { readonly id: string }[] = [];
  const turns = await turnsDuring(async () => (read = await readLog(client, id, undefined)));
  expect(read.map((entry) => entry.id)).toEqual(fake.activity.list(id).map((entry) => entry.id));
  expect(turns).toBeGreaterThanOrEqual(10);
});
