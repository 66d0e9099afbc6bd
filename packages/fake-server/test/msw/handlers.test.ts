import { endpoints, operationIds } from '@mock-services/sdk/contract';
import { createFakeServer, createWorlds, type FakeServerOptions } from '@mock-services/fake-server';
import type { FakeServer } from '@mock-services/fake-server/core';
import { getResponse, http, type HttpHandler } from 'msw';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { idOf } from '../support/samples.ts';

const path = '/configuration/workspaces';

describe('the handlers of a fake server', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('`fake.handlers` has one handler, which responds to all operations', async () => {
    const { handlers, baseUrl, journal } = createFakeServer();
    expect(handlers).toHaveLength(1);
    for (const id of operationIds) {
      const { method, path: template } = endpoints[id];
      await getResponse(handlers, new Request(baseUrl + template.replace(/:\w+/, 'a-%20.~b'), { method }));
    }
    expect(journal.entries().map(({ operation }) => operation)).toEqual(operationIds);
  });

  test('`fake.handlers` ignores URLs outside the base URL', async () => {
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
  ])('`fake.handlers` responds to requests below the base URL %s', async (baseUrl) => {
    const { handlers } = createFakeServer({ baseUrl });
    expect((await getResponse(handlers, new Request(`${baseUrl}${path}?page=2`)))?.status).toBe(200);
    expect((await getResponse(handlers, new Request(`${baseUrl}/nothing`)))?.status).toBe(404);
    expect((await getResponse(handlers, new Request(baseUrl)))?.status).toBe(404);
    expect((await getResponse(handlers, new Request(baseUrl + path, { method: 'PURGE' })))?.status).toBe(405);
  });

  test('an endpoint can be overridden by an earlier MSW handler', async () => {
    const { handlers, baseUrl } = createFakeServer();
    const own = http.get(baseUrl + path, () => new Response('mine'));
    const response = await getResponse([own, ...handlers], new Request(baseUrl + path));
    expect(await response?.text()).toBe('mine');
  });

  test('`fake.handlers` ignores application pages on the same origin', async () => {
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

  test('MSW handlers respond to every path below a base path or on another origin', async () => {
    vi.stubGlobal('location', { origin: 'http://localhost:5173' });
    for (const baseUrl of ['http://localhost:5173/api', 'http://localhost:3000']) {
      const { handlers } = createFakeServer({ baseUrl });
      expect((await getResponse(handlers, new Request(`${baseUrl}/mistake`)))?.status).toBe(404);
    }
  });
});

describe('requests of pages', () => {
  const origin = 'http://localhost:3000';
  const corsOf = ({ headers }: Response) =>
    Object.fromEntries(Array.from(headers).filter(([name]) => /^access-control|^vary/.test(name)));

  async function responseTo(
    given: Pick<FakeServer, 'baseUrl'> & { handlers: HttpHandler[] },
    init: RequestInit,
    at = path,
  ) {
    const response = await getResponse(given.handlers, new Request(given.baseUrl + at, init));
    if (response === undefined) throw new Error('no handler matches');
    return response;
  }

  test('`fake.handlers` sends no CORS headers without an Origin', async () => {
    const fake = createFakeServer();
    for (const init of [{}, { method: 'OPTIONS', headers: { 'access-control-request-method': 'GET' } }])
      expect(corsOf(await responseTo(fake, init))).toEqual({});
  });

  test.each([origin, 'null', 'https://other.test:8443'])(
    '`fake.handlers` allows pages of the origin %s to read each response',
    async (from) => {
      const fake = createFakeServer();
      fake.faults.add({
        operation: 'listWorkspaces',
        status: 429,
        headers: { 'retry-after': '1' },
        times: 1,
      });
      for (const [status, at] of [
        [429, path],
        [200, path],
        [404, '/nothing'],
        [405, '/configuration/mock-service'],
      ] as const) {
        const response = await responseTo(fake, { headers: { origin: from } }, at);
        const exposed = { 429: '*, retry-after', 405: '*, allow' }[status as number] ?? '*';
        expect([response.status, corsOf(response)]).toEqual([
          status,
          {
            'access-control-allow-origin': from,
            'access-control-allow-credentials': 'true',
            'access-control-expose-headers': exposed,
            vary: 'origin',
          },
        ]);
      }
    },
  );

  test.each(['GET', 'DELETE', 'PATCH'])(
    'a preflight for %s is allowed and leaves no trace',
    async (method) => {
      const fake = createFakeServer({ requiredToken: 'secret' });
      fake.faults.add({ operation: operationIds, status: 503 });
      const before = fake.snapshot();
      for (const at of [path, '/nothing']) {
        const headers = {
          origin,
          'access-control-request-method': method,
          'access-control-request-headers': 'authorization,x-other',
        };
        const response = await responseTo(fake, { method: 'OPTIONS', headers }, at);
        expect([response.status, await response.text()]).toEqual([204, '']);
        const allowed = corsOf(response);
        expect(allowed).toMatchObject({
          'access-control-allow-origin': origin,
          'access-control-allow-credentials': 'true',
          'access-control-allow-headers': 'authorization,x-other',
        });
        expect(allowed['access-control-allow-methods']?.split(', ')).toContain(method);
      }
      expect(fake.snapshot()).toEqual(before);
    },
  );

  test('a preflight creates no world', async () => {
    const worlds = createWorlds({ create: () => createFakeServer() });
    const headers = { origin, 'access-control-request-method': 'GET' };
    expect((await responseTo(worlds, { method: 'OPTIONS', headers }, `/worlds/a${path}`)).status).toBe(204);
    expect(worlds.names()).toEqual([]);
  });

  test('an OPTIONS request that is not a preflight gets 405', async () => {
    const fake = createFakeServer();
    expect((await responseTo(fake, { method: 'OPTIONS', headers: { origin } })).status).toBe(405);
    expect(fake.journal.problems()).toHaveLength(1);
  });

  test('a page can read why a request whose body was already read failed', async () => {
    const { handlers, baseUrl } = createFakeServer();
    const reader = http.post(baseUrl + path, async ({ request }) => void (await request.text()));
    const request = new Request(baseUrl + path, { method: 'POST', body: 'x', headers: { origin } });
    const response = await getResponse([reader, ...handlers], request);
    expect([response?.status, response?.headers.get('access-control-allow-origin')]).toEqual([500, origin]);
  });
});

describe('MSW handlers of several worlds', () => {
  const list = '/configuration/mock-services';

  test.each(['https://a.test', 'https://a.test/api'])(
    '`worlds.handlers` responds to requests below the base URL %s',
    async (baseUrl) => {
      const worlds = createWorlds({ baseUrl, create: () => createFakeServer({ baseUrl }) });
      const status = async (path: string, headers = {}) =>
        (await getResponse(worlds.handlers, new Request(baseUrl + path, { headers })))?.status;
      expect(await status(list)).toBe(200);
      expect(await status(`/worlds/a${list}`)).toBe(200);
      expect(await status('/worlds/a/nothing')).toBe(404);
      expect(await status('/worlds/a%20b/configuration/workspaces')).toBe(400);
      expect(await status(list, { 'x-mock-services-world': 'b' })).toBe(200);
      expect(worlds.names()).toEqual(['default', 'a', 'b']);
      expect(
        worlds
          .get('a')
          .journal.entries()
          .map(({ response }) => response.statusCode),
      ).toEqual([200, 404]);
    },
  );

  test('`worlds.handlers` ignores URLs outside the base URL', async () => {
    const { handlers } = createWorlds({ create: () => createFakeServer(), baseUrl: 'https://a.test/api' });
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    onTestFinished(() => void vi.restoreAllMocks());
    for (const url of ['https://b.test/api/worlds/a/x', `https://a.test${list}`, 'https://a.test/worlds/a']) {
      expect(await getResponse(handlers, new Request(url))).toBeUndefined();
    }
  });

  test('reading `worlds.handlers` creates no world before the first request', () => {
    const worlds = createWorlds({ create: () => createFakeServer() });
    expect(worlds.handlers).toBe(worlds.handlers);
    expect(worlds.names()).toEqual([]);
  });
});

describe('a request to another base URL', () => {
  /**
   * Sends requests to the given URLs through the handlers of a fake server. Returns the warnings of the fake server.
   */
  async function warningsOf(urls: readonly string[], options: FakeServerOptions = {}): Promise<string[]> {
    const onWarning = vi.fn<(message: string) => void>();
    const { handlers } = createFakeServer({ onWarning, ...options });
    for (const url of urls) expect(await getResponse(handlers, new Request(url))).toBeUndefined();
    return onWarning.mock.calls.flat();
  }

  test('a request to another base URL causes one warning, which omits the query string', async () => {
    const url = `http://localhost:5173/api${path}`;
    expect(await warningsOf([`${url}?key=canary`, url, `http://localhost:3000${path}`])).toEqual([
      `GET ${url} is outside this fake server's base URL, https://mock-services.test. Use the same base URL for both: create the fake server with baseUrl: 'http://localhost:5173/api', or the client with baseUrl: 'https://mock-services.test'.`,
    ]);
  });

  test.each([path, `/v1${path}`, `/workspace/${idOf(1)}/activity`])(
    'a request to %s outside the base URL on the same origin causes a warning',
    async (elsewhere) => {
      const [warning] = await warningsOf([`https://a.test${elsewhere}`], { baseUrl: 'https://a.test/api' });
      expect(warning).toMatch(
        /^GET https:\/\/a\.test\/.* is outside this fake server's base URL, https:\/\/a\.test\/api\./,
      );
    },
  );

  test('unrelated requests do not suppress the base URL warning of a later request', async () => {
    const urls = [`https://b.test${path}`, 'https://a.test/', `https://a.test${path}`];
    const [warning, ...others] = await warningsOf(urls, { baseUrl: 'https://a.test/api' });
    expect([warning, others]).toEqual([expect.stringContaining(`GET https://a.test${path} is outside`), []]);
  });

  test('unrelated requests cause no warning about the base URL', async () => {
    const others = ['http://localhost:5173/', 'http://localhost:5173/configuration', 'data:,x'];
    expect(await warningsOf(others)).toEqual([]);
    expect(await warningsOf([`https://b.test${path}`], { baseUrl: 'https://a.test' })).toEqual([]);
  });
});
