/** Serves the page to Firefox, and opens it. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import { build } from 'esbuild';
import { launch } from 'puppeteer-core';
import { createFakeServer } from '@mock-services/fake-server/core';

const executablePath = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(existsSync);
if (executablePath === undefined) {
  console.warn('Firefox was not found, so this check is SKIPPED. Install it (apt-get install firefox-esr).');
  process.exit(process.env.CI === 'true' ? 1 : 0);
}

/** @param extraPrefsFirefox - Preferences of `about:config`. */
export const launchFirefox = (extraPrefsFirefox = {}) =>
  launch({ browser: 'firefox', executablePath, extraPrefsFirefox });

// A classic script, because a sandboxed frame may not load modules of the server.
const { outputFiles } = await build({
  entryPoints: ['main.js'],
  bundle: true,
  format: 'iife',
  write: false,
  logLevel: 'error',
});
export const worker = '/mockServiceWorker.js';
const common = {
  '/main.js': outputFiles[0].text,
  [worker]: await readFile(createRequire(import.meta.url).resolve(`msw${worker}`), 'utf8'),
};

/** Answers what no worker does, as the fixture of a Playwright test would, which needs Playwright's own Firefox. */
const { mockServices } = createFakeServer({ seed: { mockServices: [{ title: "the server's" }] } });
const service = JSON.stringify({ data: mockServices.list() });

/**
 * Opens a page, and waits until its fake server has started or failed. Each page has an origin of its own, so that no row
 * finds the worker or the data of another one.
 * @param files - Added to the common files. `undefined` removes a file.
 * @param options - Options of the page's fake server. The next reload uses those that `edit` sets.
 */
export async function open(t, browser, { path = '/', body = '', files = {}, options = {} } = {}) {
  const served = { ...common, ...files };
  let current = options;
  const html = () =>
    `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">${body}
    <script>window.options = ${JSON.stringify(current)}</script><script src="/main.js"></script>`;
  const answerTo = (pathname) => {
    if (pathname.startsWith('/api/')) return [200, 'application/json', service];
    if (!pathname.includes('.')) return [200, 'text/html', served[pathname] ?? html()];
    const file = served[pathname];
    return file === undefined ? [404, 'text/plain', 'Not found'] : [200, 'text/javascript', file];
  };
  const server = createServer(({ url }, response) => {
    const [status, type, content] = answerTo(new URL(url, 'http://localhost').pathname);
    response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(content);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const page = await browser.newPage();
  t.after(async () => {
    await page.close();
    server.closeAllConnections();
    server.close();
  });
  const printed = [];
  page.on('console', (message) => printed.push(message.text()));
  // The shadow root of the panel is closed.
  await page.evaluateOnNewDocument(() => {
    const { attachShadow } = Element.prototype;
    Element.prototype.attachShadow = function () {
      return attachShadow.call(this, { mode: 'open' });
    };
  });
  await page.goto(origin + path);
  const frame = page.frames().at(-1);
  const outcome = await frame.evaluate(() => outcome);
  return { page, frame, outcome, origin, printed, edit: (edited) => (current = edited) };
}

/** Waits until `read` returns the expected value. The error compares it with the latest value. */
export async function eventually(read, expected) {
  const end = Date.now() + 20_000;
  for (;;) {
    const actual = await read();
    try {
      return assert.deepEqual(actual, expected);
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await setTimeout(50);
  }
}

/** Clicks a button of the panel with the mouse. */
export async function press(page, name) {
  const button = await page.evaluateHandle((name) => {
    const { shadowRoot } = document.querySelector('mock-services-panel');
    const buttons = Array.from(shadowRoot.querySelectorAll('button'));
    return buttons.find(({ ariaLabel, textContent }) => (ariaLabel ?? textContent) === name);
  }, name);
  assert.ok(button.asElement(), `the panel has a button "${name}"`);
  await button.click();
}
