import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { decodeBodies, toHar } from '@mock-services/sdk/activity';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/launch-chromium.ts';
import { anExchange, base64, type ExchangeChanges } from '../support/activity-entries.ts';

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
  exchange('/gzip', 'text/plain', gzipSync('was gzip'), {
    response: { headers: { 'content-encoding': 'gzip' } },
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
  await writeFile(file, JSON.stringify(toHar(await decodeBodies(recorded))));
  browser = await launchChromium();
  page = await browser.newPage();
  await page.routeFromHAR(file, { notFound: 'abort' });
  await page.goto(`${origin}/`);
});

afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true });
});

/** The response that the page receives for a path. */
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

test('the page itself comes from the recording', async () => {
  await expect(page.title()).resolves.toBe('Recorded');
});

test.each([
  ['/words?lang=de&tag=a%20b', 200, 'Grüße ✓'],
  ['/old', 200, 'Grüße'],
  ['/gzip', 200, 'was gzip'],
  ['/br', 200, 'was br'],
  ['/gone', 410, '{"error":"gone"}'],
])('%s returns the recorded status and text', async (path, status, text) => {
  await expect(fetched(path)).resolves.toMatchObject({ status, text });
});

test('an image has the recorded bytes', async () => {
  await expect(fetched('/image')).resolves.toMatchObject({ status: 200, bytes: [...image] });
});

test('a POST of the recorded bytes gets a response, a POST of other bytes does not', async () => {
  await expect(fetched('/orders', image)).resolves.toMatchObject({ status: 201, text: '{"made":1}' });
  await expect(fetched('/orders', image.slice(1))).rejects.toThrow(/Failed to fetch/);
});

test('a request that was not recorded gets no response', async () => {
  await expect(fetched('/nothing')).rejects.toThrow(/Failed to fetch/);
});
