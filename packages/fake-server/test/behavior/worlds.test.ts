import { createFakeServer, createWorlds, type FakeServerOptions } from '@mock-services/fake-server';
import { serve } from '@mock-services/fake-server/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { conformanceOf, conforming } from './conformance.ts';
import { behaviorSuite } from './suite.ts';

// All tests share one port, and each has its own world.
const options: FakeServerOptions[] = [];
const worlds = createWorlds({ create: (name) => createFakeServer(options[Number(name)]) });
let running: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  running = await serve(worlds);
});
afterAll(() => running.close());

behaviorSuite('a world on a port', (own = {}) => {
  const name = String(options.push(own) - 1);
  const fake = worlds.get(name);
  const { pathname } = new URL(fake.baseUrl);
  const baseUrl = `${running.url}/worlds/${name}${pathname === '/' ? '' : pathname}`;
  return { fake, baseUrl, fetch, close: () => void worlds.delete(name) };
});

test('a world that a header names passes every conformance case', async () => {
  const inWorld: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('x-mock-services-world', 'by-header');
    return fetch(input, { ...init, headers });
  };
  const world = { baseUrl: running.url, fetch: inWorld };
  expect(await conformanceOf(world)).toEqual(conforming);
});
