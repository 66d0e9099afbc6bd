import { createFakeServer, replayHandlers, type Exchange } from '@mock-services/fake-server';
import { demoSeed } from '@mock-services/fake-server/demo';
import { gzipSync } from 'node:zlib';
import { getResponse } from 'msw';
import { describe, expect, test } from 'vitest';

const { id } = createFakeServer().workspaces.add();

/** Records exchanges. Returns a function that sends requests to the replay handlers of these exchanges. */
function replaying(...exchanges: Exchange[]) {
  const fake = createFakeServer({ seed: {} });
  fake.workspaces.add({ id });
  const handlers = replayHandlers(exchanges.map((exchange) => fake.activity.record(id, exchange)));
  return (url: string, init?: RequestInit) => getResponse(handlers, new Request(url, init));
}

describe('replayHandlers', () => {
  test('`replayHandlers` replays the recorded response to a request', async () => {
    const send = replaying({
      request: { url: 'https://shop.example/a?b=1', method: 'PUT' },
      response: { statusCode: 201, headers: { etag: '"1"' }, body: { name: 'Zoë' } },
    });
    const response = await send('https://shop.example/a?b=1', { method: 'PUT', body: 'anything' });
    expect(response?.status).toBe(201);
    expect(Object.fromEntries(response?.headers ?? [])).toMatchObject({
      etag: '"1"',
      'content-type': 'application/json',
    });
    expect(await response?.json()).toEqual({ name: 'Zoë' });
  });

  test('`replayHandlers` ignores requests that were not recorded', async () => {
    const send = replaying({ request: { url: 'https://shop.example:8443/a?b=1' } });
    expect(await send('https://shop.example:8443/a?b=1')).toBeDefined();
    for (const url of [
      'https://shop.example/a?b=1',
      'https://shop.example:8443/a',
      'https://shop.example:8443/b?b=1',
      'https://other.example:8443/a?b=1',
    ]) {
      expect(await send(url)).toBeUndefined();
    }
    expect(await send('https://shop.example:8443/a?b=1', { method: 'POST' })).toBeUndefined();
    expect(replayHandlers([])).toEqual([]);
  });

  test('`replayHandlers` replays several responses in order and then repeats the last response', async () => {
    const request = { url: 'http://shop.example/a' };
    const send = replaying(...['one', 'two'].map((body) => ({ request, response: { body } })));
    const texts = [];
    for (let i = 0; i < 4; i += 1) texts.push(await (await send('http://shop.example/a'))?.text());
    expect(texts).toEqual(['one', 'two', 'two', 'two']);
  });

  test('`replayHandlers` decodes bodies, or replays the recorded bytes of undecodable bodies', async () => {
    const headers = { 'content-encoding': 'gzip', 'content-type': 'text/plain' };
    const send = replaying(
      { request: { path: '/zipped' }, response: { headers, body: Uint8Array.from(gzipSync('hello')) } },
      { request: { path: '/unzipped' }, response: { headers, body: 'plain' } },
      {
        request: { path: '/broken' },
        response: { headers: { 'content-encoding': 'unheard-of' }, body: 'coded' },
      },
    );
    const zipped = await send('https://api.example/zipped');
    expect(zipped?.headers.has('content-encoding')).toBe(false);
    expect(await zipped?.text()).toBe('hello');
    expect(await (await send('https://api.example/unzipped'))?.text()).toBe('plain');
    expect(await (await send('https://api.example/broken'))?.text()).toBe('coded');
  });

  test('`replayHandlers` matches the method and host case-insensitively', async () => {
    const send = replaying(
      { request: { hostname: 'Shop.Example', method: 'patch' } },
      { request: { hostname: 'shop.example', method: 'PURGE' } },
    );
    expect(await send('https://shop.example/', { method: 'PATCH' })).toBeDefined();
    expect(await send('https://shop.example/', { method: 'purge' })).toBeDefined();
  });

  test('`replayHandlers` replays headers, except transfer headers and invalid headers', async () => {
    const transfer = {
      Connection: 'keep-alive',
      'Content-Encoding': 'identity',
      'Content-Length': '999',
      'Keep-Alive': 'timeout=5',
      'Transfer-Encoding': 'chunked',
      'bad name': 'x',
      'x-bad-value': 'a\nb',
    };
    const headers = { 'content-type': 'text/plain', 'X-Kept': '1' };
    const send = replaying({ response: { headers: { ...transfer, ...headers }, body: 'four' } });
    const response = await send('https://api.example/');
    expect(Object.fromEntries(response?.headers ?? [])).toEqual({
      'content-length': '4',
      'content-type': 'text/plain',
      'x-kept': '1',
    });
  });

  test.each([204, 205, 304])(
    '`replayHandlers` replays a %i response without its recorded body',
    async (statusCode) => {
      const send = replaying({ response: { statusCode, body: 'recorded' } });
      const response = await send('https://api.example/');
      expect([response?.status, await response?.text()]).toEqual([statusCode, '']);
    },
  );

  test('`replayHandlers` replays only statuses from 200 to 599', async () => {
    const statuses = [101, 199, 200, 599, 600];
    const exchanges = statuses.map((statusCode) => ({
      request: { path: `/${statusCode}` },
      response: { statusCode },
    }));
    const send = replaying(...exchanges);
    const received = await Promise.all(statuses.map((status) => send(`https://api.example/${status}`)));
    expect(received.map((response) => response?.status)).toEqual([undefined, undefined, 200, 599, undefined]);
  });

  test('`replayHandlers` rejects a body that is not Base64', () => {
    expect(() => replaying({ response: { bodyBase64Encoded: '*' } })).toThrow('Base64');
  });

  test('`replayHandlers` replays every entry of an activity log', async () => {
    const log = demoSeed().activity[demoSeed().workspaces[0]?.id ?? ''] ?? [];
    const handlers = replayHandlers(log);
    for (const { request } of log) {
      const { hostname, port, path, method } = request;
      const sent = new Request(`https://${hostname}:${port}${path}`, { method });
      expect(await getResponse(handlers, sent)).toBeInstanceOf(Response);
    }
  });
});
