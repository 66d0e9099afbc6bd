/** Tests that pages in which the fake server cannot start say so, in pages that vitest cannot serve. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { chromium } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { launchOptions } from '../../../../tools/lib/chromium.ts';
import { bundleOf } from '../support/bundle.ts';

const worker = readFileSync(createRequire(import.meta.url).resolve('msw/mockServiceWorker.js'), 'utf8');

/** A classic script, because a sandboxed frame may not load modules of the server. */
const code = `
  import * as sdk from '@mock-services/sdk';
  import '@mock-services/sdk/query';
  import { createFakeServer } from '@mock-services/fake-server/core';
  import { showPanel, startFake } from '@mock-services/fake-server/browser';
  const start = async () => {
    const { fake } = await startFake({ persist: true, panel: true, scenarios: { empty: () => {} } });
    fake.mockServices.add({ title: 'Größe 📦' });
    return (await sdk.createClient({ baseUrl: fake.baseUrl }).mockServices.list()).map(({ title }) => title);
  };
  globalThis.started = start().catch(({ name, code }) => [name, code]);
  globalThis.inPage = async () => {
    const fake = createFakeServer();
    (await showPanel(fake))();
    return (await fake.fetch(fake.baseUrl + '/configuration/workspaces')).status;
  };
`;

interface Page {
  readonly started: Promise<string[]>;
  readonly inPage: () => Promise<number>;
}

type File = readonly [type: string, content: string, policy?: string];

const html = '<!doctype html><link rel="icon" href="data:,">';
const script = '<script src="/page.js"></script>';

const files: Record<string, File> = {
  '/': ['text/html', html + script],
  '/mockServiceWorker.js': ['text/javascript', worker],
  '/no-worker': ['text/html', html + script, `worker-src 'none'`],
  '/sandbox': ['text/html', `${html}<iframe sandbox="allow-scripts" src="/"></iframe>`],
};

const server = createServer(({ url }, response) => {
  const [type, content, policy] = files[url ?? ''] ?? ['text/html', ''];
  response.setHeader('content-type', `${type}; charset=utf-8`);
  if (policy !== undefined) response.setHeader('content-security-policy', policy);
  response.end(content);
});

let port: number;
let browser: Awaited<ReturnType<typeof chromium.launch>>;
beforeAll(async () => {
  files['/page.js'] = ['text/javascript', await bundleOf(code, { format: 'iife' })];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as { readonly port: number });
  const args = [...launchOptions.args, '--host-resolver-rules=MAP * 127.0.0.1'];
  browser = await chromium.launch({ ...launchOptions, args });
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

/** Opens a page, and waits until its fake server has started or failed. */
async function open(path: string, host = '127.0.0.1') {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const warnings: string[] = [];
  page.on('console', (message) => void (message.type() === 'warning' && warnings.push(message.text())));
  await page.goto(`http://${host}:${port}${path}`);
  const frame = page.frames().at(-1) ?? page.mainFrame();
  // A sandboxed frame may draw nothing for a long time.
  await frame.waitForFunction(() => 'started' in globalThis, undefined, { polling: 50 });
  const started = await frame.evaluate(() => (globalThis as unknown as Page).started);
  const alert = async () => (await frame.getByRole('alert').allTextContents()).join('');
  return { frame, started, alert, warnings };
}

const titles = ['Größe 📦'];
const blocked = ['FakeServerError', 'worker-blocked'];

test('a sandboxed frame can import the packages, and shows why the fake server does not start', async () => {
  const { frame, started, alert } = await open('/sandbox');
  expect(started).toEqual(blocked);
  expect(await alert()).toContain('a sandboxed frame needs allow-same-origin');
  expect(await frame.evaluate(() => (globalThis as unknown as Page).inPage())).toBe(200);
});

test('a page whose content security policy forbids workers shows that', async () => {
  const { started, alert } = await open('/no-worker');
  expect(started).toEqual(blocked);
  expect(await alert()).toContain(`a Content-Security-Policy without worker-src 'self'`);
});

test('a page of another machine without TLS works, although it has no workers', async () => {
  const { started, alert, warnings } = await open('/', 'machine.test');
  expect([started, await alert(), warnings]).toEqual([titles, '', []]);
});
