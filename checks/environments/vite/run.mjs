import { cp } from 'node:fs/promises';
import { preview } from 'vite';
import { launch } from './chromium.mjs';

await cp('node_modules/msw/lib/mockServiceWorker.js', 'dist/mockServiceWorker.js');
const server = await preview({ preview: { host: '127.0.0.1', port: 0 } });
const browser = await launch();
try {
  const page = await browser.newPage();
  const [url] = server.resolvedUrls.local;
  await page.goto(`${url}?fake=${encodeURIComponent(process.env.SERVICE)}`);
  await page.waitForFunction(() => document.title !== 'running', undefined, { timeout: 60_000 });
  if ((await page.title()) !== 'passed') throw new Error(await page.title());
} finally {
  await browser.close();
  await server.close();
}
