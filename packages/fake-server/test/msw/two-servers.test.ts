import { createFakeServer, demoSeed, type FakeServer } from '@mock-services/fake-server';
import { createClient } from '@mock-services/sdk';
import { getResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterEach, describe, expect, test } from 'vitest';
import { input } from '../support/samples.ts';

describe('two MSW servers', () => {
  const listening: { close: () => void }[] = [];
  afterEach(() => {
    for (const server of listening.splice(0).toReversed()) server.close();
  });

  function listen({ handlers }: Pick<FakeServer, 'handlers'>) {
    const server = setupServer(...handlers);
    server.listen();
    listening.push(server);
  }

  test('two MSW servers that share a fake server handle each request once', async () => {
    const fake = createFakeServer({ seed: {} });
    listen(fake);
    listen(fake);
    const client = createClient({ baseUrl: fake.baseUrl, maxRetries: 0 });
    const { id } = await client.mockServices.create(input());
    expect(await client.mockServices.list()).toMatchObject([{ id }]);
    await client.mockServices.delete(id);
    expect(fake.journal.entries().map(({ response }) => response.statusCode)).toEqual([201, 200, 200]);
  });

  test('two MSW servers that share a fake server apply each fault once', async () => {
    const fake = createFakeServer({ seed: demoSeed() });
    listen(fake);
    listen(fake);
    const client = createClient({ baseUrl: fake.baseUrl, maxRetries: 0 });
    fake.faults.add({ operation: 'listWorkspaces', reset: true, times: 1 });
    await expect(client.workspaces.list()).rejects.toMatchObject({ name: 'NetworkError' });
    fake.faults.add({ operation: 'listWorkspaces', status: 503, times: 1 });
    await expect(client.workspaces.list()).rejects.toMatchObject({ status: 503 });
    expect(await client.workspaces.list()).toHaveLength(4);
    fake.journal.assertClean();
  });
});

test('the same Request object is handled again when it is sent a second time', async () => {
  const { handlers, baseUrl, journal } = createFakeServer({ seed: demoSeed() });
  const request = new Request(`${baseUrl}/configuration/workspaces`);
  for (const count of [1, 2]) {
    expect((await getResponse(handlers, request))?.status).toBe(200);
    expect(journal.entries()).toHaveLength(count);
  }
});

test('a request whose body another MSW handler has read gets a 500 that explains it', async () => {
  const { handlers, baseUrl } = createFakeServer({ seed: demoSeed() });
  const reading = http.all(/./, async ({ request }) => void (await request.text()));
  const request = new Request(`${baseUrl}/configuration/mock-service`, { method: 'POST', body: '{}' });
  const response = await getResponse([reading, ...handlers], request);
  expect(response?.status).toBe(500);
  expect(await response?.text()).toContain('read request.clone() instead');
});
