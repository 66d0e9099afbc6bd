/** Tests the page at the base path, by which tools recognize that a server is ready. */
import { createFakeServer, createHandler, createWorlds } from '@mock-services/fake-server/core';
import { operationIds, endpoints } from '@mock-services/sdk/contract';
import { describe, expect, test } from 'vitest';
import { startServer } from './start-server.ts';

const methods = ['GET', 'HEAD'];

describe('the page at the base path', () => {
  test.each(['https://a.test', 'https://a.test/api/v1&2'])(
    'GET and HEAD of the base path get 200 at the base URL %s, and leave no trace',
    async (baseUrl) => {
      const fake = createFakeServer({ baseUrl });
      fake.faults.add({ operation: operationIds, status: 503 });
      const before = fake.snapshot();
      const { url, fetch } = await startServer({}, fake);
      for (const method of methods) {
        for (const end of ['', '/', '?ready=1', '/?a=/b#c']) {
          const response = await fetch(url + end, { method });
          expect([response.status, response.headers.get('content-type')]).toEqual([
            200,
            'text/html; charset=utf-8',
          ]);
          const page = await response.text();
          expect(page === '').toBe(method === 'HEAD');
          expect(Number(response.headers.get('content-length'))).toBeGreaterThan(1000);
        }
      }
      expect(fake.snapshot()).toEqual(before);
      expect(() => fake.journal.assertClean()).toThrow('was never applied');
    },
  );

  test('the page lists all endpoints, and links those that a browser can open', async () => {
    const { url, fetch } = await startServer(
      { admin: true },
      createFakeServer({ baseUrl: 'https://a.test/a&b' }),
    );
    const page = await (await fetch(url)).text();
    for (const id of operationIds) {
      const { method, path } = endpoints[id];
      expect(page).toContain(`<code>${method} /a&amp;b${path}</code>`);
    }
    const links = Array.from(page.matchAll(/href="([^"]*)"/g), ([, path = '']) => path.replace('&amp;', '&'));
    expect(links).toEqual([
      '/a&b/configuration/mock-services',
      '/a&b/configuration/workspaces',
      '/a&b/__fake/',
    ]);
    for (const link of links) expect((await fetch(new URL(link, url))).status).toBe(200);
    const { url: other, fetch: fetchOther } = await startServer();
    expect(await (await fetchOther(other)).text()).not.toContain('__fake');
  });

  test('the page needs no token and reflects nothing of the request', async () => {
    const { url, fetch } = await startServer({ requiredToken: 'secret', corsOrigin: 'https://page.test' });
    const plain = await fetch(url);
    const headers = { authorization: 'Bearer canary', 'x-canary': 'canary', 'x-mock-services-world': '%' };
    const response = await fetch(`${url}/?canary=<canary>`, { headers });
    const headersOf = ({ headers: all }: Response) => Array.from(all).filter(([name]) => name !== 'date');
    expect(headersOf(response)).toEqual(headersOf(plain));
    expect(await response.text()).toBe(await plain.text());
    expect((await fetch(`${url}/configuration/workspaces`)).status).toBe(401);
    const allowed = await fetch(url, { headers: { origin: 'https://page.test' } });
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://page.test');
    expect((await fetch(url, { headers: { origin: 'https://other.test' } })).status).toBe(403);
  });

  test('a world has the same page, which creates none', async () => {
    const worlds = createWorlds({ create: () => createFakeServer() });
    worlds.get('used');
    const { url, fetch } = await startServer({ admin: true }, worlds);
    for (const path of ['/', '/worlds/ghost', '/worlds/used/'])
      expect((await fetch(url + path)).status).toBe(200);
    expect(worlds.names()).toEqual(['used']);
    expect(worlds.get('used').journal.entries()).toEqual([]);
  });

  test('other methods and paths are handled as before', async () => {
    const { url, fetch, fake } = await startServer({}, createFakeServer({ baseUrl: 'https://a.test/api' }));
    expect((await fetch(url, { method: 'POST' })).status).toBe(404);
    for (const path of ['/', '/apis', '/api/index.html'])
      expect((await fetch(new URL(path, url))).status).toBe(404);
    expect(fake.journal.problems()).toHaveLength(4);
  });
});

test('`fetch` and `handle` have no page at the base path', async () => {
  const fake = createFakeServer();
  const worlds = createWorlds({ create: () => fake });
  for (const { fetch, handle, baseUrl } of [fake, worlds]) {
    expect((await fetch(baseUrl)).status).toBe(404);
    expect(handle({ method: 'GET', path: '/' }).status).toBe(404);
  }
  expect((await createHandler(fake)(new Request(fake.baseUrl))).status).toBe(200);
});
