import assert from 'node:assert/strict';
import { msw } from 'msw/vite';
import { createServer } from 'vite';
import { launch } from './chromium.mjs';

const config = {
  base: '/app/',
  plugins: [msw({ mode: 'worker-only' })],
  server: { host: '127.0.0.1', port: 0 },
};
const server = await createServer(config);
await server.listen();
const [url] = server.resolvedUrls.local;
const browser = await launch();

async function read(options, worker) {
  const page = await browser.newPage(options);
  await page.goto(url);
  await page.waitForFunction(() => 'read' in window);
  return page.evaluate(
    (given) => read(given).catch(({ name, code, message }) => ({ name, code, message })),
    worker,
  );
}

const worker = { url: '/app/mockServiceWorker.js' };
assert.deepEqual(await read({}, worker), ['Orders', 503]);
const missing = await read({});
assert.equal(missing.code, 'worker-missing');
assert.match(missing.message, /worker: \{ url: '\/app\/mockServiceWorker\.js' \}/);
const blocked = await read({ serviceWorkers: 'block' }, worker);
assert.equal(blocked.name, 'FakeServerError', JSON.stringify(blocked));
await browser.close();
await server.close();
