// Jest needs a flag of Node for tests that are ES modules: NODE_OPTIONS=--experimental-vm-modules npx jest
import { createFakeServer, matchers } from '@mock-services/fake-server/core';
import { createClient } from '@mock-services/sdk';

expect.extend(matchers);

let fake;
let client;

beforeEach(() => {
  fake = createFakeServer();
  client = createClient({ baseUrl: fake.baseUrl, fetch: fake.fetch, maxRetries: 0 });
});
afterEach(() => fake.journal.assertClean());

test('rejects with an ApiError after a 503', async () => {
  fake.faults.add({ operation: 'listMockServices', status: 503, times: 1 });
  await expect(client.mockServices.list()).rejects.toMatchObject({ name: 'ApiError', status: 503 });
  expect(await client.mockServices.list()).toEqual([]);
  expect(fake).toHaveReceived('listMockServices', {}, { times: 2 });
});
