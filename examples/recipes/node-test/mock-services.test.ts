/** With Node's own test runner: `node --test`. One fake server per test, so that no test sees another's data. */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { createFakeServer, type FakeServerOptions } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { createClient, isApiError } from '@mock-services/sdk';

/** A fake server and its client; the test fails at its end if a request broke the contract. */
function setUp(t: TestContext, options: FakeServerOptions = {}) {
  const fake = createFakeServer(options);
  t.after(() => fake.journal.assertClean());
  return { fake, client: createClient({ baseUrl: fake.baseUrl, fetch: fake.fetch, maxRetries: 0 }) };
}

describe('mock services', { concurrency: true }, () => {
  test('exist once they are created', async (t) => {
    const { client, fake } = setUp(t);
    const { id } = fake.mockServices.add({ title: 'Orders' });
    assert.deepEqual(
      (await client.mockServices.list()).map((service) => service.id),
      [id],
    );
  });

  test('cannot be read while the service is down', async (t) => {
    const { client, fake } = setUp(t);
    fake.faults.add({ operation: 'listMockServices', status: 503, times: 1 });
    await assert.rejects(client.mockServices.list(), (error) => isApiError(error) && error.status === 503);
    assert.deepEqual(await client.mockServices.list(), []);
  });

  test('are requested once', async (t) => {
    const { client, fake } = setUp(t);
    await client.mockServices.list();
    assert.equal(fake.journal.find({ operation: 'listMockServices' }).length, 1);
  });

  test('can be served on a port', async (t) => {
    const { fake } = setUp(t);
    const running = await serve(fake);
    t.after(() => running.close());
    const client = createClient({ baseUrl: running.url });
    assert.deepEqual(await client.workspaces.list(), []);
  });
});
