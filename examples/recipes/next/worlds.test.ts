/**
 * Tests of pages that Next renders on the server. They run at once, and each has its own world. Start the fake server and
 * the application first:
 *   npx @mock-services/fake-server --worlds --admin
 *   MOCKS_URL=http://127.0.0.1:4600 npx next start
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { connectFake, type RemoteFake } from '@mock-services/fake-server/core';

const app = process.env['APP_URL'] ?? 'http://127.0.0.1:3000';
const server = process.env['MOCKS_URL'] ?? 'http://127.0.0.1:4600';

/** @param act - Gets the fake server of a new world, and a function that reads the page in this world. */
async function inWorld(act: (fake: RemoteFake, read: () => Promise<string>) => Promise<void>): Promise<void> {
  const world = randomUUID();
  const fake = connectFake(server, { world });
  const headers = { 'x-mock-services-world': world };
  try {
    await act(fake, async () => (await fetch(`${app}/worlds`, { headers })).text());
    await fake.assertClean();
  } finally {
    await fake.deleteWorld();
  }
}

void describe('the page of mock services', { concurrency: true }, () => {
  void test('lists the titles', () =>
    inWorld(async (fake, read) => {
      await fake.mockServices.add({ title: 'Orders' });
      assert.match(await read(), /Orders/);
      await fake.journal.expect('listMockServices', { status: 200 }, { times: 1 });
    }));

  void test('says that there are none', () =>
    inWorld(async (fake, read) => {
      await fake.seed({});
      assert.match(await read(), /No mock services/);
    }));

  void test('says that the service is not available', () =>
    inWorld(async (fake, read) => {
      await fake.faults.add({ operation: 'listMockServices', status: 503, times: 1 });
      assert.match(await read(), /Not available/);
    }));
});
