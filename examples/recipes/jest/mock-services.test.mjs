/**
 * With Jest 30. A test that is an ES module, as this one, needs a flag of Node's:
 *
 *     NODE_OPTIONS=--experimental-vm-modules npx jest
 *
 * With CommonJS, by `require` or babel-jest, no flag is needed. Only the MSW handlers need it there too, for msw itself.
 *
 * One fake server per test, so that no test sees another's data, and neither network nor MSW between it and the client.
 */
import { createFakeServer } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { createClient } from '@mock-services/sdk';

/** A fake server and its client. */
function setUp(options = {}) {
  const fake = createFakeServer(options);
  return { fake, client: createClient({ baseUrl: fake.baseUrl, fetch: fake.fetch, maxRetries: 0 }) };
}

test('a mock service exists once it is created', async () => {
  const { client, fake } = setUp();
  const { id } = fake.mockServices.add({ title: 'Orders' });
  expect(await client.mockServices.list()).toEqual([expect.objectContaining({ id, title: 'Orders' })]);
  fake.journal.assertClean();
});

test('mock services cannot be read while the service is down', async () => {
  const { client, fake } = setUp();
  fake.faults.add({ operation: 'listMockServices', status: 503, times: 1 });
  await expect(client.mockServices.list()).rejects.toMatchObject({ name: 'ApiError', status: 503 });
  expect(await client.mockServices.list()).toEqual([]);
  expect(fake.journal.find({ operation: 'listMockServices' })).toHaveLength(2);
});

test('a fake server can be served on a port', async () => {
  const running = await serve(createFakeServer());
  try {
    expect(await createClient({ baseUrl: running.url }).workspaces.list()).toEqual([]);
  } finally {
    await running.close();
  }
});
