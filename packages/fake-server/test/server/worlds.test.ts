import { createFakeServer, createWorlds, demoSeed } from '@mock-services/fake-server/core';
import { createClient } from '@mock-services/sdk';
import { expect, test } from 'vitest';
import { ClassStorage } from '../worlds/class-storage.ts';
import { startServer } from './start-server.ts';

const list = '/configuration/mock-services';

async function start(options = {}) {
  const worlds = createWorlds({ create: () => createFakeServer({ seed: demoSeed() }) });
  return { ...(await startServer({ admin: true, ...options }, worlds)), worlds };
}

test('each world has its own base URL and data', async () => {
  const { url, fetch, worlds } = await start();
  const [a, b] = ['a', 'b'].map((name) => createClient({ baseUrl: `${url}/worlds/${name}`, fetch }));
  const before = await a?.mockServices.list();
  await b?.mockServices.delete(String(before?.[0]?.id));
  expect(await a?.mockServices.list()).toEqual(before);
  expect(await b?.mockServices.list()).toEqual(before?.slice(1));
  expect(worlds.names()).toEqual(expect.arrayContaining(['a', 'b']));
});

test('each world has its own admin endpoints', async () => {
  const { url, fetch, worlds } = await start();
  const fault = { operation: 'listMockServices', status: 503 };
  const added = await fetch(`${url}/worlds/a/__fake/faults.add`, {
    method: 'POST',
    body: JSON.stringify(fault),
  });
  expect(added.status).toBe(200);
  const statuses = ['a', 'b'].map(async (name) => (await fetch(`${url}/worlds/${name}${list}`)).status);
  expect(await Promise.all(statuses)).toEqual([503, 200]);
  expect((await fetch(`${url}/worlds/a/__fake/listWorlds`)).status).toBe(404);
  expect(await (await fetch(`${url}/__fake/journal.read`)).json()).toMatchObject({ entries: [] });
  expect(worlds.get('a').faults.list()).toHaveLength(1);
});

test("a world's admin endpoints are available under the path of the base URL", async () => {
  const baseUrl = 'https://a.test/api';
  const worlds = createWorlds({ baseUrl, create: () => createFakeServer({ baseUrl }) });
  const { url, fetch } = await startServer({ admin: true }, worlds);
  expect(new URL(url).pathname).toBe('/api');
  for (const path of ['/api/worlds/a', '/worlds/a/api', '/worlds/a']) {
    const address = new URL(`${path}/__fake/mockServices.add`, url);
    expect((await fetch(address, { method: 'POST', body: '{}' })).status).toBe(200);
  }
  expect(worlds.get('a').mockServices.list()).toHaveLength(3);
  expect(await (await fetch(`${url}/__fake/listWorlds`)).json()).toMatchObject([{ name: 'a' }]);
  expect((await fetch(`${url}/worlds/a/__fake/deleteWorld`, { method: 'POST' })).status).toBe(200);
  expect(worlds.names()).toEqual([]);
});

test('calls list and delete worlds in memory and in the storage', async () => {
  const storage = new ClassStorage();
  const create = () => createFakeServer();
  for (const name of ['a', 'b']) createWorlds({ create, storage }).get(name);
  const { url, fetch } = await startServer({ admin: true }, createWorlds({ create, storage }));
  await fetch(`${url}/worlds/c${list}`);
  const namesAt = async (): Promise<unknown> => (await fetch(`${url}/__fake/listWorlds`)).json();
  const inMemory = { name: 'c', idleMs: expect.any(Number) as number };
  expect(await namesAt()).toEqual(expect.arrayContaining([{ name: 'a' }, { name: 'b' }, inMemory]));
  for (const status of [200, 404])
    expect((await fetch(`${url}/worlds/b/__fake/deleteWorld`, { method: 'POST' })).status).toBe(status);
  expect(storage.names()).not.toContain('b');
  expect(await namesAt()).not.toContainEqual({ name: 'b' });
});

test.each([
  ['GET', '/worlds/ghost/__fake/nothing', 404],
  ['POST', '/worlds/ghost/__fake/seed', 400],
])('an unreadable or unmatched request creates no world: %s %s', async (method, path, status) => {
  const { url, fetch, worlds } = await start();
  const body = method === 'POST' ? '{' : undefined;
  expect((await fetch(url + path, { method, ...(body && { body }) })).status).toBe(status);
  expect(worlds.names()).toEqual([]);
});

test('the list of calls has those for worlds, and the address of the world', async () => {
  const { url, fetch, worlds } = await start();
  const listAt = async (path: string) =>
    (await (await fetch(url + path)).json()) as { how: string; calls: object };
  const [all, one] = [await listAt('/__fake/'), await listAt('/worlds/a/__fake')];
  const namesIn = ({ calls }: typeof all) => Object.keys(calls).filter((name) => name.includes('World'));
  expect([namesIn(all), namesIn(one)]).toEqual([['deleteWorld', 'listWorlds'], ['deleteWorld']]);
  expect(one.how).toContain(`POST ${url}/worlds/a/__fake/<call>`);
  expect(worlds.names()).toEqual([]);
});

test('a CORS preflight creates no world and allows the header that names a world', async () => {
  const { url, fetch, worlds } = await start({ corsOrigin: 'https://app.test' });
  worlds.delete('default');
  const asking = {
    origin: 'https://app.test',
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'x-mock-services-world',
  };
  const { status, headers } = await fetch(url + list, { method: 'OPTIONS', headers: asking });
  expect([status, headers.get('access-control-allow-headers')]).toEqual([204, 'x-mock-services-world']);
  expect(worlds.names()).toEqual([]);
});

test('a request by a page from another origin creates no world', async () => {
  const { url, fetch, worlds } = await start();
  worlds.delete('default');
  for (const path of [`/worlds/a${list}`, '/worlds/a/__fake/data', '/__fake/listWorlds']) {
    const { status } = await fetch(url + path, { headers: { origin: 'https://other.test' } });
    expect(status).toBe(403);
  }
  expect(worlds.names()).toEqual([]);
});
