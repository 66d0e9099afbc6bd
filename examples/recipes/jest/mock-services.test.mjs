/**
 * Tests with Jest 30. Each test has its own fake server, so tests share no data. The client calls it without a network.
 *
 * Jest needs a flag of Node for tests that are ES modules, such as this file:
 *
 *     NODE_OPTIONS=--experimental-vm-modules npx jest
 *
 * Tests in CommonJS need no flag, unless they use the MSW handlers.
 */
import { createFakeServer } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { createClient } from '@mock-services/sdk';

/** Creates a fake server and a client that calls it. */
function setUp(options = {}) {
  const fake = createFakeServer(options);
  return { fake, client: createClient({ baseUrl: fake.baseUrl, fetch: fake.fetch, maxRetries: 0 }) };
}

test('list returns the mock services of the fake server', async () => {
  const { client, fake } = setUp();
  const { id } = fake.mockServices.add({ title: 'Orders' });
  expect(await client.mockServices.list()).toEqual([expect.objectContaining({ id, title: 'Orders' })]);
  fake.journal.assertClean();
});

test('list rejects with an ApiError after a 503', async () => {
  const { client, fake } = setUp();
  fake.faults.add({ operation: 'listMockServices', status: 503, times: 1 });
  await expect(client.mockServices.list()).rejects.toMatchObject({ name: 'ApiError', status: 503 });
  expect(await client.mockServices.list()).toEqual([]);
  expect(fake.journal.find({ operation: 'listMockServices' })).toHaveLength(2);
});

test('a client can call the fake server on a port', async () => {
  const running = await serve(createFakeServer());
  try {
    expect(await createClient({ baseUrl: running.url }).workspaces.list()).toEqual([]);
  } finally {
    await running.close();
  }
});
