import { endpoints, operationIds } from '@mock-services/sdk/contract';
import { createFakeServer } from '@mock-services/fake-server';
import { getResponse, http } from 'msw';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { idOf } from '../support/samples.ts';

const path = '/configuration/workspaces';

describe('fake.handlers', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('are one per endpoint and one that explains mistakes', () => {
    const { handlers } = createFakeServer();
    const methods: string[] = operationIds.map((id) => endpoints[id].method);
    const handled = handlers.map(({ info }) => String(info.method));
    expect(handled.pop()).toBe('/.+/');
    expect(handled.toSorted()).toEqual(methods.toSorted());
  });

  test('leave other URLs to other handlers', async () => {
    const { handlers } = createFakeServer({ baseUrl: 'https://a.test/api', onWarning: () => undefined });
    for (const url of [
      'https://b.test/api/configuration/workspaces',
      `https://a.test${path}`,
      'https://a.test/apiary',
      `http://a.test/api${path}`,
    ]) {
      expect(await getResponse(handlers, new Request(url))).toBeUndefined();
    }
  });

  test.each([
    'https://a.test',
    'https://a.test/api',
    'http://127.0.0.1:3000/v1',
    'http://[::1]:3000',
    'https://a.test/(v1)/a+b.c/:id/*',
  ])('respond below %s', async (baseUrl) => {
    const { handlers } = createFakeServer({ baseUrl });
    expect((await getResponse(handlers, new Request(`${baseUrl}${path}?page=2`)))?.status).toBe(200);
    expect((await getResponse(handlers, new Request(`${baseUrl}/nothing`)))?.status).toBe(404);
    expect((await getResponse(handlers, new Request(baseUrl)))?.status).toBe(404);
    expect((await getResponse(handlers, new Request(baseUrl + path, { method: 'PURGE' })))?.status).toBe(405);
  });

  test('can each be overridden', async () => {
    const { handlers, baseUrl } = createFakeServer();
    const own = http.get(baseUrl + path, () => new Response('mine'));
    const response = await getResponse([own, ...handlers], new Request(baseUrl + path));
    expect(await response?.text()).toBe('mine');
  });

  test.each(operationIds)('match only their own operation: %s', async (id) => {
    const { handlers, baseUrl } = createFakeServer();
    const { method, path: template } = endpoints[id];
    const matching = async (path: string) => {
      const request = () => new Request(baseUrl + path, { method });
      const responses = await Promise.all(handlers.map((handler) => getResponse([handler], request())));
      return handlers.filter((_, i) => responses[i] !== undefined).map(({ info }) => String(info.method));
    };
    const withId = template.replace(/:\w+/, 'a-%20.~b');
    expect(await matching(withId)).toEqual([method, '/.+/']);
    expect(await matching(`${withId}/more`)).toEqual(['/.+/']);
  });

  test('start with the reads that tests send most often', async () => {
    const { handlers, baseUrl } = createFakeServer();
    const received = [`/configuration/mock-service/${idOf(1)}`, '/configuration/mock-services'].map(
      (path, i) => getResponse(handlers.slice(i, i + 1), new Request(baseUrl + path)),
    );
    expect((await Promise.all(received)).map((response) => response?.status)).toEqual([404, 200]);
  });

  test('leave the pages of the application alone on the same origin', async () => {
    vi.stubGlobal('location', { origin: 'http://localhost:5173' });
    const { handlers, baseUrl } = createFakeServer({ baseUrl: 'http://localhost:5173' });
    for (const own of ['/', '/index.html', '/src/main.ts', '/configurations', '/workspaces/1']) {
      expect(await getResponse(handlers, new Request(baseUrl + own))).toBeUndefined();
    }
    expect((await getResponse(handlers, new Request(baseUrl + path)))?.status).toBe(200);
    for (const wrong of ['/configuration', '/configuration/mistake', '/workspace/', `${path}/`]) {
      expect((await getResponse(handlers, new Request(baseUrl + wrong)))?.status).toBe(404);
    }
  });

  test('explain every path below a prefix on the same origin, and every path of another origin', async () => {
    vi.stubGlobal('location', { origin: 'http://localhost:5173' });
    for (const baseUrl of ['http://localhost:5173/api', 'http://localhost:3000']) {
      const { handlers } = createFakeServer({ baseUrl });
      expect((await getResponse(handlers, new Request(`${baseUrl}/mistake`)))?.status).toBe(404);
    }
  });
});
