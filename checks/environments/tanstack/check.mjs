import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { createFakeServer } from '@mock-services/fake-server/core';
import { createClient } from '@mock-services/sdk';
import { createQueries } from '@mock-services/sdk/query';

/**
 * Shows a list, and deletes its mock services: the first with a response that is lost, the second with one that arrives, and
 * the third with a 404.
 * @param show - Mounts the list with the adapter, and returns the shown titles and a function that deletes.
 */
export async function check(show) {
  const fake = createFakeServer({ seed: { mockServices: [{ title: 'A' }, { title: 'B' }, { title: 'C' }] } });
  const [a, b, c] = fake.mockServices.list();
  const queries = createQueries(createClient({ baseUrl: fake.baseUrl, fetch: fake.fetch, maxRetries: 0 }));
  const { titles, remove } = await show(queries);
  const reads = () => fake.journal.find({ operation: 'listMockServices' }).length;
  const shown = async (expected, count) => {
    const isShown = () => titles() === expected && reads() >= count;
    for (let tries = 0; !isShown() && tries < 200; tries += 1) await delay(10);
    // A list that is still being read when the next write ends is read once more.
    await delay(50);
    assert.deepEqual([titles(), reads()], [expected, count]);
  };
  await shown('A B C', 1);
  fake.faults.add({ operation: 'deleteMockService', reset: true, takesEffect: true, times: 1 });
  await assert.rejects(remove(a.id), { name: 'NetworkError', mayHaveBeenApplied: true });
  await shown('B C', 2);
  await remove(b.id);
  await shown('C', 3);
  // A colleague was faster.
  fake.faults.add({ operation: 'deleteMockService', status: 404, takesEffect: true, times: 1 });
  await assert.rejects(remove(c.id), { status: 404 });
  await shown('', 4);
  process.exit(0);
}

export const titlesOf = (data) => data?.map(({ title }) => title).join(' ');
