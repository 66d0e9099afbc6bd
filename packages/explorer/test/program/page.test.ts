import { expect, test } from 'vitest';
import { html, serviceOf, start } from '../support/program.ts';

test('the page is served as it was built where there is no service, and /api leads nowhere', async () => {
  const { url, service } = await start();
  expect(service).toBeUndefined();
  const page = await fetch(`${url}?view=activity`);
  expect(await page.text()).toBe(html);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect((await fetch(`${url}api/configuration/workspaces`)).status).toBe(404);
});

test('the page is told its service, without credentials, and may connect to its own server alone', async () => {
  const { url } = await start({ service: 'https://me:secret@mocks.test/a&b/"/' });
  const page = await fetch(url);
  expect(await page.text()).toBe(
    html.replace('<head>', '<head><meta name="service" content="https://mocks.test/a&amp;b/%22">'),
  );
  expect(page.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
});

test('files are served with their types, and with the same protection as the page', async () => {
  const { url } = await start();
  const file = await fetch(`${url}assets/main-1a2b.js`);
  expect(await file.text()).toBe('export {};');
  expect(Object.fromEntries(file.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'max-age=31536000, immutable',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as string,
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  expect((await fetch(url)).headers.get('cache-control')).toBe('no-cache');
});

test('only files of the page are served', async () => {
  const { url } = await start();
  for (const path of ['index.html', 'assets', 'assets/', 'package.json', '..%2fpackage.json', 'assets//x']) {
    expect([path, (await fetch(url + path)).status]).toEqual([path, 404]);
  }
  expect((await fetch(url, { method: 'POST' })).status).toBe(404);
  const head = await fetch(url, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('paths that only look like those of the service are not passed on', async () => {
  let calls = 0;
  const service = await serviceOf((_, outgoing) => {
    calls += 1;
    outgoing.end();
  });
  const { url } = await start({ service });
  expect((await fetch(`${url}apis`)).status).toBe(404);
  expect((await fetch(`${url}x/api/`)).status).toBe(404);
  expect(calls).toBe(0);
});
