import { createFakeServer, demoWorld, replayHandlers, type Exchange } from '@mock-services/fake-server';
import { gzipSync } from 'node:zlib';
import { getResponse } from 'msw';
import { describe, expect, test } from 'vitest';

const { id } = createFakeServer().workspaces.add();

/** Handlers that replay exchanges as they are recorded, and a way to ask them. */
function replaying(...exchanges: Exchange[]) {
  const fake = createFakeServer({ seed: {} });
  fake.workspaces.add({ id });
  const handlers = replayHandlers(exchanges.map((exchange) => fake.activity.record(id, exchange)));
  return (url: string, init?: RequestInit) => getResponse(handlers, new Request(url, init));
}

describe('replayHandlers', () => {
  test('answer as was recorded', async () => {
    const ask = replaying({
      request: { url: 'https://shop.example/a?b=1', method: 'PUT' },
      response: { statusCode: 201, headers: { etag: '"1"' }, body: { name: 'Zoë' } },
    });
    const response = await ask('https://shop.example/a?b=1', { method: 'PUT', body: 'anything' });
    expect(response?.status).toBe(201);
    expect(Object.fromEntries(response?.headers ?? [])).toMatchObject({
      etag: '"1"',
      'content-type': 'application/json',
    });
    expect(await response?.json()).toEqual({ name: 'Zoë' });
  });

  test('leave to others what was not recorded', async () => {
    const ask = replaying({ request: { url: 'https://shop.example:8443/a?b=1' } });
    expect(await ask('https://shop.example:8443/a?b=1')).toBeDefined();
    for (const url of [
      'https://shop.example/a?b=1',
      'https://shop.example:8443/a',
      'https://shop.example:8443/b?b=1',
      'https://other.example:8443/a?b=1',
    ]) {
      expect(await ask(url)).toBeUndefined();
    }
    expect(await ask('https://shop.example:8443/a?b=1', { method: 'POST' })).toBeUndefined();
    expect(replayHandlers([])).toEqual([]);
  });

  test('answer the same request with one recorded answer after the other, and then with the last', async () => {
    const request = { url: 'http://shop.example/a' };
    const ask = replaying(...['one', 'two'].map((body) => ({ request, response: { body } })));
    const texts = [];
    for (let i = 0; i < 4; i += 1) texts.push(await (await ask('http://shop.example/a'))?.text());
    expect(texts).toEqual(['one', 'two', 'two', 'two']);
  });

  test('replay bodies without their encoding, and as they are where they have none', async () => {
    const headers = { 'content-encoding': 'gzip', 'content-type': 'text/plain' };
    const ask = replaying(
      { request: { path: '/zipped' }, response: { headers, body: Uint8Array.from(gzipSync('hello')) } },
      { request: { path: '/broken' }, response: { headers, body: 'plain' } },
      { request: { path: '/none' }, response: { statusCode: 204, headers: { 'bad name': 'x' } } },
      { request: { path: '/switch' }, response: { statusCode: 101 } },
    );
    const zipped = await ask('https://api.example/zipped');
    expect(zipped?.headers.has('content-encoding')).toBe(false);
    expect(await zipped?.text()).toBe('hello');
    expect(await (await ask('https://api.example/broken'))?.text()).toBe('plain');
    expect((await ask('https://api.example/none'))?.status).toBe(204);
    expect(await ask('https://api.example/switch')).toBeUndefined();
  });

  test('are not made of a body that is no Base64', () => {
    expect(() => replaying({ response: { bodyBase64Encoded: '*' } })).toThrow('Base64');
  });

  test('replay a whole log', async () => {
    const log = demoWorld().activity[demoWorld().workspaces[0]?.id ?? ''] ?? [];
    const handlers = replayHandlers(log);
    for (const { request } of log) {
      const { hostname, port, path, method } = request;
      const asked = new Request(`https://${hostname}:${port}${path}`, { method });
      expect(await getResponse(handlers, asked)).toBeInstanceOf(Response);
    }
  });
});
