import { createFakeServer, createWorlds } from '@mock-services/fake-server';
import { getResponse } from 'msw';
import { expect, onTestFinished, test, vi } from 'vitest';

const list = '/configuration/mock-services';

test.each(['https://a.test', 'https://a.test/api'])('worlds have handlers, below %s', async (baseUrl) => {
  const worlds = createWorlds({ create: () => createFakeServer({ baseUrl }) });
  const status = async (path: string, headers = {}) =>
    (await getResponse(worlds.handlers, new Request(baseUrl + path, { headers })))?.status;
  expect(await status(list)).toBe(200);
  expect(await status(`/worlds/a${list}`)).toBe(200);
  expect(await status(`/worlds/a/nothing`)).toBe(404);
  expect(await status('/worlds/a%20b/configuration/workspaces')).toBe(400);
  expect(await status(list, { 'x-mock-services-world': 'b' })).toBe(200);
  expect(worlds.names()).toEqual(['default', 'a', 'b']);
  expect(worlds.get('a').journal.entries.map(({ status }) => status)).toEqual([200, 404]);
});

test('the handlers of worlds leave other URLs to other handlers', async () => {
  const { handlers } = createWorlds({ create: () => createFakeServer({ baseUrl: 'https://a.test/api' }) });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  onTestFinished(() => void vi.restoreAllMocks());
  for (const url of ['https://b.test/api/worlds/a/x', `https://a.test${list}`, 'https://a.test/worlds/a']) {
    expect(await getResponse(handlers, new Request(url))).toBeUndefined();
  }
});

test('worlds make none before one is used; their handlers use default, whose base URL they handle', () => {
  const worlds = createWorlds({ create: () => createFakeServer(), max: 2 });
  expect(worlds.names()).toEqual([]);
  worlds.get('a');
  expect(worlds.names()).toEqual(['a']);
  const { handlers } = worlds;
  expect(worlds.names()).toEqual(['a', 'default']);
  expect(worlds.handlers).toBe(handlers);
});
