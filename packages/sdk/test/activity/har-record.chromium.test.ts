import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type ActivityEntry, bodyOf, findActivity, fromHar } from '@mock-services/sdk/activity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/launch-chromium.ts';
import { startWireServer, type WireServer } from '../support/wire-server.ts';

const image = Uint8Array.from({ length: 256 }, (_, byte) => byte);

let server: WireServer;
let entries: ActivityEntry[];

/** A page sends some requests while Playwright records a HAR of it. */
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'har-record-'));
  server = await startWireServer(({ target }, response) => {
    if (target === '/image') response.writeHead(200, { 'content-type': 'image/png' }).end(image);
    else if (target === '/gzip') {
      response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'content-encoding': 'gzip' });
      response.end(gzipSync('Grüße'));
    } else if (target.startsWith('/orders')) {
      response.setHeader('set-cookie', ['a=1; Path=/', 'b=2']);
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"made":"é"}');
    } else response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>x</title>');
  });
  const path = join(folder, 'log.har');
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ recordHar: { path, content: 'embed' } });
    const page = await context.newPage();
    await page.goto(server.url);
    await page.evaluate(async () => {
      const read = async (path: string, init?: RequestInit) => (await fetch(path, init)).arrayBuffer();
      await read('/image');
      await read('/gzip');
      await read('/orders?dry=1', { method: 'POST', body: '{"sku":"ü"}', headers: { 'x-trace': '7' } });
    });
    await context.close();
    entries = fromHar(await readFile(path, 'utf8'));
  } finally {
    await browser.close();
    await rm(folder, { recursive: true });
  }
});

afterAll(() => server[Symbol.asyncDispose]());

test('every request that the server received is there, with its path, method and headers', () => {
  const seen = server.requests.filter(({ target }) => target !== '/favicon.ico');
  const { port } = new URL(server.url);
  const read = seen.map(({ method, target }) =>
    findActivity(entries, { method, path: target, host: `127.0.0.1:${port}` }),
  );
  expect(read.map(({ length }) => length)).toEqual([1, 1, 1, 1]);
  expect(findActivity(entries, { method: 'POST', header: { 'x-trace': '7' }, status: 201 })).toHaveLength(1);
});

test('text and binary bodies are those on the wire, without their content-encoding', async () => {
  const [picture, packed, order] = ['/image', '/gzip', '/orders'].map(
    (path) => findActivity(entries, { path })[0],
  );
  expect(picture && bodyOf(picture.response).bytes()).toEqual(image);
  expect(packed && (await bodyOf(packed.response, packed).decoded()).text()).toBe('Grüße');
  expect(order && bodyOf(order.request).json()).toEqual({ sku: 'ü' });
  expect(order && bodyOf(order.response).json()).toEqual({ made: 'é' });
});

test('both cookies are there', () => {
  const [order] = findActivity(entries, { path: '/orders' });
  const cookies = Object.entries(order?.response.headers ?? {}).filter(
    ([name]) => name.toLowerCase() === 'set-cookie',
  );
  expect(cookies.map(([, value]) => value)).toEqual(['a=1; Path=/\nb=2']);
});
