/** Tests with Node's test runner: `node --test`. Each test has its own fake server, so tests share no data. */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { createFakeServer, type FakeServerOptions } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { createClient, isApiError } from '@mock-services/sdk';

/** Creates a fake server and a client. After the test, `assertClean` fails the test if a request broke the contract. */
function setUp(t: TestContext, options: FakeServerOptions = {}) {
  const fake = createFakeServer(options);
  t.after(() => fake.journal.assertClean());
  return { fake, client: createClient({ baseUrl: fake.baseUrl, fetch: fake.fetch, maxRetries: 0 }) };
}

describe('client.mockServices.list', { concurrency: true }, () => {
  test('list returns the mock services of the fake server', async (t) => {
    const { client, fake } = setUp(t);
    const { id } = fake.mockServices.add({ title: 'Orders' });
    assert.deepEqual(
      (await client.mockServices.list()).map((service) => service.id),
      [id],
    );
  });

  test('list rejects with an ApiError after a 503', async (t) => {
    const { client, fake } = setUp(t);
    fake.faults.add({ operation: 'listMockServices', status: 503, times: 1 });
    await assert.rejects(client.mockServices.list(), (error) => isApiError(error) && error.status === 503);
    assert.deepEqual(await client.mockServices.list(), []);
  });

  test('list sends one request', async (t) => {
    const { client, fake } = setUp(t);
    await client.mockServices.list();
    assert.equal(fake.journal.find({ operation: 'listMockServices' }).length, 1);
  });

  test('a client can call the fake server on a port', async (t) => {
    const { fake } = setUp(t);
    const running = await serve(fake);
    t.after(() => running.close());
    const client = createClient({ baseUrl: running.url });
    assert.deepEqual(await client.workspaces.list(), []);
  });
});
