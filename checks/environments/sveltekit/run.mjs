import assert from 'node:assert/strict';
import { createFakeServer } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { createBuilder, preview } from 'vite';
import { launch } from './chromium.mjs';
import { input } from './input.mjs';

const fake = createFakeServer({ seed: { workspaces: [{}] } });
const service = await serve(fake, { corsOrigin: '*' });
process.env.VITE_SERVICE = service.url;
await (await createBuilder({ logLevel: 'error' })).buildApp();
const server = await preview({ logLevel: 'error', preview: { host: '127.0.0.1', port: 0 } });
const [url] = server.resolvedUrls.local;
const browser = await launch();
const page = await browser.newPage();

/** Opens the page, and returns what it shows once it is interactive. */
async function open(query) {
  fake.faults.clear();
  fake.faults.add({ operation: 'listMockServices', status: 429, headers: { 'retry-after': '7' } });
  const headers = { location: `${service.url}/configuration/workspaces?moved` };
  fake.faults.add({ operation: 'listWorkspaces', status: 307, headers, times: 1 });
  assert.equal((await page.goto(url + query)).status(), 200, query);
  await page.waitForSelector('p.interactive');
  return JSON.parse(await page.textContent('p'));
}

const { title } = input;
// SvelteKit hides headers from a universal `load`, unless the application serializes them.
assert.deepEqual(await open('?'), { limited: [429, null], moved: [307, null], title });
assert.deepEqual(await open('?header=retry-after&header=location'), {
  limited: [429, 7000],
  moved: 1,
  title,
});
assert.deepEqual(await open('?server'), { limited: [429, 7000], moved: 1, title });
// The page does not repeat a request of the server.
assert.equal(fake.mockServices.list().length, 3);
await browser.close();
await server.close();
await service.close({ grace: 0 });
