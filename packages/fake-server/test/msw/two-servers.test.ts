import { createFakeServer, demoSeed } from '@mock-services/fake-server';
import { createClient } from '@mock-services/sdk';
import { setupServer } from 'msw/node';
import { expect, onTestFinished, test } from 'vitest';
import { input } from '../support/samples.ts';

test('two MSW servers that share a fake server handle each request and apply each fault once', async () => {
  const fake = createFakeServer({ seed: demoSeed() });
  for (const server of [setupServer(...fake.handlers), setupServer(...fake.handlers)]) {
    server.listen();
    onTestFinished(() => server.close());
  }
  const client = createClient({ baseUrl: fake.baseUrl, maxRetries: 0 });
  await client.mockServices.create(input());
  fake.faults.add({ operation: 'listWorkspaces', status: 503, times: 1 });
  fake.faults.add({ operation: 'listWorkspaces', reset: true, times: 1 });
  await expect(client.workspaces.list()).rejects.toMatchObject({ name: 'NetworkError' });
  await expect(client.workspaces.list()).rejects.toMatchObject({ status: 503 });
  expect(await client.workspaces.list()).toHaveLength(4);
  expect(fake.mockServices.list()).toHaveLength(6);
  expect(fake.journal.entries()).toHaveLength(4);
  fake.journal.assertClean();
});
