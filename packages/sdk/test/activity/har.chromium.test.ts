import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import {
  type ActivityEntry,
  bodyOf,
  decodeBodies,
  findActivity,
  fromHar,
  toHar,
} from '@mock-services/sdk/activity';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anExchange, base64, type ExchangeChanges } from '../support/activity-entries.ts';
import { launchChromium } from '../support/launch-chromium.ts';
import { startWireServer, type WireServer } from '../support/wire-server.ts';

describe('a HAR file that Playwright records', () => {
  const image = Uint8Array.from({ length: 256 }, (_, byte) => byte);

  let server: WireServer;
  let entries: ActivityEntry[];

  /** Sends requests from a page while Playwright records them. */
  const record = async (): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'har-record-'));
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
      return await readFile(path, 'utf8');
    } finally {
      await browser.close();
      await rm(folder, { recursive: true });
    }
  };

  beforeAll(async () => {
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
    entries = fromHar(await record());
  });

  afterAll(() => server[Symbol.asyncDispose]());

  test('fromHar reads the path, method and headers of requests recorded by Playwright', () => {
    const seen = server.requests.filter(({ target }) => target !== '/favicon.ico');
    const { port } = new URL(server.url);
    const read = seen.map(({ method, target }) =>
      findActivity(entries, { method, path: target, host: `127.0.0.1:${port}` }),
    );
    expect(read.map(({ length }) => length)).toEqual([1, 1, 1, 1]);
    expect(findActivity(entries, { method: 'POST', headers: { 'x-trace': '7' }, status: 201 })).toHaveLength(
      1,
    );
  });

  test('fromHar reads uncompressed text and binary bodies recorded by Playwright', async () => {
    const [picture, packed, order] = ['/image', '/gzip', '/orders'].map(
      (path) => findActivity(entries, { path })[0],
    );
    expect(picture && bodyOf(picture, 'response').bytes()).toEqual(image);
    expect(packed && (await bodyOf(packed, 'response').decoded()).text()).toBe('Grüße');
    expect(order && bodyOf(order, 'request').json()).toEqual({ sku: 'ü' });
    expect(order && bodyOf(order, 'response').json()).toEqual({ made: 'é' });
  });
});

describe('a HAR file that Playwright replays', () => {
  const origin = 'https://shop.test';
  const image = Uint8Array.from({ length: 256 }, (_, byte) => byte);

  const exchange = (
    path: string,
    contentType: string,
    body: string | Uint8Array,
    changes: ExchangeChanges = {},
  ) =>
    anExchange({
      request: { hostname: 'shop.test', path, headers: {}, ...changes.request },
      response: {
        headers: { 'content-type': contentType, ...changes.response?.headers },
        bodyBase64Encoded: base64(body),
        statusCode: changes.response?.statusCode ?? 200,
      },
    });

  const recorded = [
    exchange('/', 'text/html', '<!doctype html><title>Recorded</title>'),
    exchange('/words?lang=de&tag=a%20b', 'text/plain; charset=utf-8', 'Grüße ✓'),
    exchange('/old', 'text/plain; charset=latin1', Buffer.from('Grüße', 'latin1')),
    exchange('/image', 'image/png', image),
    exchange('/orders', 'application/json', '{"made":1}', {
      request: {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        bodyBase64Encoded: base64(image),
      },
      response: { statusCode: 201 },
    }),
    exchange('/br', 'text/plain', brotliCompressSync('was br'), {
      response: { headers: { 'content-encoding': 'br' } },
    }),
    exchange('/gone', 'application/json', '{"error":"gone"}', { response: { statusCode: 410 } }),
  ];

  let browser: Browser;
  let page: Page;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'har-replay-'));
    const file = join(folder, 'log.har');
    // Without credentials, the HTML page would be empty.
    const har = toHar(await decodeBodies(recorded), { includeCredentials: true });
    await writeFile(file, JSON.stringify(har));
    browser = await launchChromium();
    page = await browser.newPage();
    await page.routeFromHAR(file, { notFound: 'abort' });
    await page.goto(`${origin}/`);
  });

  afterAll(async () => {
    await browser.close();
    await rm(folder, { recursive: true });
  });

  /** Returns the response that the page receives when it requests a path. */
  async function fetched(
    path: string,
    sent?: Uint8Array,
  ): Promise<{ status: number; text: string; bytes: number[] }> {
    return page.evaluate(
      async ([path, sent]) => {
        const post = sent && { method: 'POST', body: new Uint8Array(sent) };
        const response = await fetch(path, post ?? undefined);
        const bytes = new Uint8Array(await response.arrayBuffer());
        const charset = /charset=(.*)/.exec(response.headers.get('content-type') ?? '')?.[1];
        return { status: response.status, text: new TextDecoder(charset).decode(bytes), bytes: [...bytes] };
      },
      [path, sent && [...sent]] as const,
    );
  }

  test('Playwright replays a page from a HAR file that toHar wrote', async () => {
    await expect(page.title()).resolves.toBe('Recorded');
  });

  test.each([
    ['/words?lang=de&tag=a%20b', 200, 'Grüße ✓'],
    ['/old', 200, 'Grüße'],
    ['/br', 200, 'was br'],
    ['/gone', 410, '{"error":"gone"}'],
  ])(
    'Playwright replays %s from a HAR file with the recorded status and text',
    async (path, status, text) => {
      await expect(fetched(path)).resolves.toMatchObject({ status, text });
    },
  );

  test('Playwright replays the recorded bytes of an image from a HAR file', async () => {
    await expect(fetched('/image')).resolves.toMatchObject({ status: 200, bytes: [...image] });
  });

  test('Playwright replays a POST from a HAR file only if the request body matches', async () => {
    await expect(fetched('/orders', image)).resolves.toMatchObject({ status: 201, text: '{"made":1}' });
    await expect(fetched('/orders', image.slice(1))).rejects.toThrow(/Failed to fetch/);
  });

  test('a request that the HAR file does not contain fails during the replay', async () => {
    await expect(fetched('/nothing')).rejects.toThrow(/Failed to fetch/);
  });
});
