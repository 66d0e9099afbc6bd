const { createFakeServer } = require('@mock-services/fake-server/core');
const { createClient } = require('@mock-services/sdk');
const { runScenario } = require('./scenario.cjs');

test('runs the scenario, with a service on a port', () => runScenario(process.env.SERVICE), 60_000);

test('rejects with an ApiError after a 503', async () => {
  const fake = createFakeServer();
  const client = createClient({ baseUrl: fake.baseUrl, fetch: fake.fetch, maxRetries: 0 });
  fake.faults.add({ operation: 'listMockServices', status: 503, times: 1 });
  await expect(client.mockServices.list()).rejects.toMatchObject({ name: 'ApiError', status: 503 });
  fake.journal.assertClean();
});
