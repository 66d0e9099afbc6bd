import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { createFakeServer } from '@mock-services/fake-server/core';
import { launch } from './chromium.mjs';

const browser = await launch();
for (const caching of [{ 'cache-control': 'max-age=60' }, { 'last-modified': new Date(0).toUTCString() }]) {
  const [first, second] = ['first', 'second'].map((name) =>
    createFakeServer({ seed: { workspaces: [{ name }] } }),
  );
  const [{ id: workspace }] = first.workspaces.list();
  let reads = 0;
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    if (url === '/')
      return response.setHeader('content-type', 'text/html').end('<script src="bundle.js"></script>');
    if (url === '/bundle.js') return response.end(await readFile('bundle.js'));
    if (url.endsWith('/activity') && (reads += 1) === 3)
      first.activity.record(workspace, { request: { url: 'https://shop.test/later' } });
    const { fetch, baseUrl } = headers.authorization === 'Bearer second' ? second : first;
    const init = { method, headers: { 'content-type': headers['content-type'] ?? '' } };
    const answer = await fetch(
      baseUrl + url,
      method === 'GET' ? init : { ...init, body: await text(request) },
    );
    const body = await answer.text();
    response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), ...caching }).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const page = await browser.newPage();
  await page.exposeFunction('colleague', (id) => {
    first.mockServices.update(id, { config: { cors: { allowedMethods: ['PATCH'] } } });
  });
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const right = { added: 1, methods: ['PATCH'], names: ['second'], found: '/later', failure: 404 };
  assert.deepEqual(await page.evaluate((id) => run(id), workspace), right, Object.keys(caching)[0]);
  server.close();
}
await browser.close();
