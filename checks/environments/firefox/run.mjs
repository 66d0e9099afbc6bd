/** In Firefox, a page starts a fake server, unless the fixture of a Playwright test announces itself. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { build } from 'esbuild';
import { launch } from 'puppeteer-core';
import { createFakeServer } from '@mock-services/fake-server/core';

const executablePath = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(existsSync);
if (executablePath === undefined) {
  console.warn('Firefox was not found, so this check is SKIPPED. Install it (apt-get install firefox-esr).');
  process.exit(process.env.CI === 'true' ? 1 : 0);
}

const { outputFiles } = await build({
  entryPoints: ['main.js'],
  bundle: true,
  format: 'esm',
  write: false,
  logLevel: 'error',
});
const worker = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js');
const files = { '/main.js': outputFiles[0].text, '/mockServiceWorker.js': await readFile(worker, 'utf8') };

/** Answers like the fixture, which needs Playwright's own Firefox. */
const fake = createFakeServer({ seed: { mockServices: [{ title: "the test's" }] } });
const list = JSON.stringify({ data: fake.mockServices.list() });

const html = '<!doctype html><title>running</title><script type="module" src="/main.js"></script>';
const server = createServer(({ url }, response) => {
  const type = url in files ? 'text/javascript' : url.startsWith('/api/') ? 'application/json' : 'text/html';
  response.writeHead(200, { 'content-type': type });
  response.end(files[url] ?? (url.startsWith('/api/') ? list : html));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${server.address().port}`;

const browser = await launch({ browser: 'firefox', executablePath });
try {
  const titleAfter = async (page) => {
    await page.goto(origin);
    await page.waitForFunction(() => document.title !== 'running', { timeout: 120_000 });
    return page.title();
  };
  const workers = (page) =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

  const page = await browser.newPage();
  assert.equal(await titleAfter(page), "the page's own");
  assert.equal(await workers(page), 1);

  const printed = [];
  page.on('console', (message) => printed.push(message.text()));
  await page.evaluateOnNewDocument(() => {
    globalThis.__mockServicesFixture = async () => ({ baseUrl: `${location.origin}/api` });
  });
  assert.equal(await titleAfter(page), "the test's");
  assert.equal(await workers(page), 0);
  assert.match(printed.join('\n'), /startFake registers no worker/);
} finally {
  await browser.close();
  server.close();
}
