/** Tests the page at the base path, by which tools recognize that a server is ready. */
import { createFakeServer, createWorlds } from '@mock-services/fake-server/core';
import { operationIds, endpoints } from '@mock-services/sdk/contract';
import { describe, expect, test } from 'vitest';
import { startServer } from './start-server.ts';

describe('the page at the base path', () => {
  test('GET and HEAD of the base path get 200 and leave no trace', async () => {
    const fake = createFakeServer({ baseUrl: 'https://a.test/api/v1' });
    fake.faults.add({ operation: operationIds, status: 503 });
    const before = fake.snapshot();
    const { url, fetch } = await startServer({}, fake);
    for (const method of ['GET', 'HEAD']) {
      for (const end of ['', '/', '?ready=1']) {
        const response = await fetch(url + end, { method });
        const type = response.headers.get('content-type');
        expect([response.status, type]).toEqual([200, 'text/html; charset=utf-8']);
        expect((await response.text()) === '').toBe(method === 'HEAD');
      }
    }
    expect(fake.snapshot()).toEqual(before);
    expect(fake.journal.entries()).toEqual([]);
  });

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

  test('the page needs no token, but is only for allowed origins', async () => {
    const { url, fetch } = await startServer({ requiredToken: 'secret', corsOrigin: 'https://page.test' });
    expect((await fetch(`${url}/configuration/workspaces`)).status).toBe(401);
    const statuses = [{}, { origin: 'https://page.test' }, { origin: 'https://other.test' }].map(
      async (headers: Record<string, string>) => (await fetch(url, { headers })).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 200, 403]);
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
});
