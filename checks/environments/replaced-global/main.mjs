import assert from 'node:assert/strict';
import { createFakeServer } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { createClient } from '@mock-services/sdk';
import { input } from './input.mjs';

const names = ['node-fetch-2', 'node-fetch-3', 'cross-fetch', 'undici-6', 'undici-7'];

const fake = createFakeServer();
const running = await serve(fake);
const client = createClient({ baseUrl: running.url });
const operation = 'listMockServices';

for (const name of names) {
  const module = await import(name);
  globalThis.fetch = module.fetch ?? module.default;
  const { id } = await client.mockServices.create(input);
  await client.mockServices.modify(id, (old) => ({ ...old, title: 'ü' }));
  assert.equal((await client.mockServices.get(id)).title, 'ü', name);
  fake.faults.add({ operation, status: 503, times: 1, headers: { 'retry-after': '0' } });
  assert.equal((await client.mockServices.list().withResponse()).attempts, 2, name);
  fake.faults.add({ operation, reset: true, times: 1 });
  await assert.rejects(client.mockServices.list({ maxRetries: 0 }), { name: 'NetworkError' }, name);
  fake.faults.add({ operation, hang: true, times: 1 });
  await assert.rejects(client.mockServices.list({ timeout: 200 }), { name: 'TimeoutError' }, name);
}
fake.journal.assertClean();
await running.close();

globalThis.fetch = (url, init) =>
  url.includes('/workspaces') && init.method === 'GET'
    ? Promise.resolve(Response.json({ data: [] }))
    : Promise.resolve(new Response('', { status: 404 }));
assert.deepEqual(await client.workspaces.list(), []);
await assert.rejects(client.mockServices.list(), { name: 'ApiError', status: 404 });
