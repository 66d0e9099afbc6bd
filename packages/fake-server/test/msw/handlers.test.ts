/** Tests `fake.handlers` and `worlds.handlers`. `test/behavior` tests the responses, and `test/dom` tests a page. */
import { operationIds } from '@mock-services/sdk/contract';
import { createFakeServer, createWorlds, type FakeServerOptions } from '@mock-services/fake-server';
import type { FakeServer } from '@mock-services/fake-server/core';
import { getResponse, http, type HttpHandler } from 'msw';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { workspacesPath as path } from '../support/paths.ts';

async function statusOf(handlers: HttpHandler[], url: string, init?: RequestInit) {
  return (await getResponse(handlers, new Request(url, init)))?.status;
}

describe('the handlers of a fake server', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('ignore URLs outside the base URL', async () => {
    const { handlers } = createFakeServer({ baseUrl: 'https://a.test/api', onWarning: () => undefined });
    for (const url of [
      'https://b.test/api/configuration/workspaces',
      `https://a.test${path}`,
      'https://a.test/apiary',
      `http://a.test/api${path}`,
    ]) {
      expect(await statusOf(handlers, url)).toBeUndefined();
    }
  });

  test.each(['https://a.test', 'https://a.test/(v1)/a+b.c/:id/*'])(
    'respond to all requests below the base URL %s',
    async (baseUrl) => {
      const { handlers } = createFakeServer({ baseUrl });
      expect(await statusOf(handlers, `${baseUrl}${path}?page=2`)).toBe(200);
      expect(await statusOf(handlers, `${baseUrl}/nothing`)).toBe(404);
      expect(await statusOf(handlers, baseUrl)).toBe(404);
      expect(await statusOf(handlers, baseUrl + path, { method: 'PURGE' })).toBe(405);
    },
  );

  test('can be overridden by an earlier MSW handler', async () => {
    const { handlers, baseUrl } = createFakeServer();
    const own = http.get(baseUrl + path, () => new Response('mine'));
    const response = await getResponse([own, ...handlers], new Request(baseUrl + path));
    expect(await response?.text()).toBe('mine');
  });

  test('ignore application pages on the same origin, but not below a base path', async () => {
    vi.stubGlobal('location', { origin: 'http://localhost:5173' });
    const { handlers, baseUrl } = createFakeServer({ baseUrl: 'http://localhost:5173' });
    for (const own of ['/', '/index.html', '/src/main.ts', '/configurations', '/workspaces/1']) {
      expect(await statusOf(handlers, baseUrl + own)).toBeUndefined();
    }
    expect(await statusOf(handlers, baseUrl + path)).toBe(200);
    for (const wrong of ['/configuration', '/configuration/mistake', '/workspace/', `${path}/`]) {
      expect(await statusOf(handlers, baseUrl + wrong)).toBe(404);
    }
    const below = createFakeServer({ baseUrl: 'http://localhost:5173/api' });
    expect(await statusOf(below.handlers, `${below.baseUrl}/mistake`)).toBe(404);
  });
});

describe('requests of pages', () => {
  const origin = 'http://localhost:3000';
  const corsOf = ({ headers }: Response) =>
    Object.fromEntries(Array.from(headers).filter(([name]) => /^access-control|^vary/.test(name)));

  async function responseTo(
    given: Pick<FakeServer, 'baseUrl'> & { handlers: HttpHandler[] },
    init: RequestInit,
    at: string = path,
  ) {
    const response = await getResponse(given.handlers, new Request(given.baseUrl + at, init));
    if (response === undefined) throw new Error('no handler matches');
    return response;
  }

  test('get no CORS headers without an Origin', async () => {
    expect(corsOf(await responseTo(createFakeServer(), {}))).toEqual({});
  });

  test('may read each response', async () => {
    const fake = createFakeServer();
    const headers = { 'retry-after': '1' };
    fake.faults.add({ operation: 'listWorkspaces', status: 429, headers, times: 1 });
    for (const [status, at, exposed] of [
      [429, path, '*, retry-after'],
      [200, path, '*'],
      [405, '/configuration/mock-service', '*, allow'],
    ] as const) {
      const response = await responseTo(fake, { headers: { origin } }, at);
      expect([response.status, corsOf(response)]).toEqual([
        status,
        {
          'access-control-allow-origin': origin,
          'access-control-allow-credentials': 'true',
          'access-control-expose-headers': exposed,
          vary: 'origin',
        },
      ]);
    }
  });

  test('begin with a preflight, which is allowed and leaves no trace', async () => {
    const fake = createFakeServer({ requiredToken: 'secret' });
    fake.faults.add({ operation: operationIds, status: 503 });
    const before = [fake.snapshot(), fake.journal.entries()];
    const headers = {
      origin,
      'access-control-request-method': 'DELETE',
      'access-control-request-headers': 'authorization,x-other',
    };
    for (const at of [path, '/nothing']) {
      const response = await responseTo(fake, { method: 'OPTIONS', headers }, at);
      expect([response.status, await response.text()]).toEqual([204, '']);
      expect(corsOf(response)).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-allow-headers': 'authorization,x-other',
        'access-control-allow-methods': expect.stringContaining('DELETE') as string,
      });
    }
    expect([fake.snapshot(), fake.journal.entries()]).toEqual(before);
    const worlds = createWorlds({ create: () => createFakeServer() });
    expect((await responseTo(worlds, { method: 'OPTIONS', headers }, `/worlds/a${path}`)).status).toBe(204);
    expect(worlds.names()).toEqual([]);
  });

  test('get a readable 500 that explains why, if another MSW handler has read the body', async () => {
    const { handlers, baseUrl } = createFakeServer();
    const reader = http.post(baseUrl + path, async ({ request }) => void (await request.text()));
    const request = new Request(baseUrl + path, { method: 'POST', body: 'x', headers: { origin } });
    const response = await getResponse([reader, ...handlers], request);
    expect([response?.status, response?.headers.get('access-control-allow-origin')]).toEqual([500, origin]);
    expect(await response?.text()).toContain('read request.clone() instead');
  });
});

describe('the handlers of several worlds', () => {
  test.each(['https://a.test', 'https://a.test/api'])(
    'respond to requests below the base URL %s only',
    async (baseUrl) => {
      const worlds = createWorlds({ baseUrl, create: () => createFakeServer({ baseUrl }) });
      vi.spyOn(console, 'warn').mockImplementation(() => undefined);
      onTestFinished(() => void vi.restoreAllMocks());
      const status = (at: string, headers = {}) => statusOf(worlds.handlers, baseUrl + at, { headers });
      expect(worlds.names()).toEqual([]);
      expect(await statusOf(worlds.handlers, `https://b.test/worlds/x${path}`)).toBeUndefined();
      expect(await status(path)).toBe(200);
      expect(await status(`/worlds/a${path}`)).toBe(200);
      expect(await status('/worlds/a/nothing')).toBe(404);
      expect(await status(`/worlds/a%20b${path}`)).toBe(400);
      expect(await status(path, { 'x-mock-services-world': 'b' })).toBe(200);
      expect(worlds.names()).toEqual(['default', 'a', 'b']);
      expect(worlds.get('a').journal.entries()).toHaveLength(2);
    },
  );
});

describe('a request to another base URL', () => {
  /** Sends requests through the handlers of a fake server. Returns the warnings of the fake server. */
  async function warningsOf(urls: readonly string[], options: FakeServerOptions = {}): Promise<string[]> {
    const warnings: string[] = [];
    const { handlers } = createFakeServer({ onWarning: (text) => void warnings.push(text), ...options });
    for (const url of urls) expect(await statusOf(handlers, url)).toBeUndefined();
    return warnings;
  }

  test('causes one warning, which omits the query string', async () => {
    const url = `http://localhost:5173/api${path}`;
    const urls = ['http://localhost:5173/', `${url}?key=canary`, url, `http://localhost:3000${path}`];
    expect(await warningsOf(urls)).toEqual([
      `GET ${url} is outside this fake server's base URL, https://mock-services.test. Use the same base URL for both: create the fake server with baseUrl: 'http://localhost:5173/api', or the client with baseUrl: 'https://mock-services.test'.`,
    ]);
  });

  test('causes no warning if it is unrelated', async () => {
    expect(await warningsOf(['http://localhost:5173/configuration', 'data:,x'])).toEqual([]);
    expect(await warningsOf([`https://b.test${path}`], { baseUrl: 'https://a.test' })).toEqual([]);
  });
});
