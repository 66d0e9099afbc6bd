import { createFakeServer, createWorlds, type FakeServerOptions } from '@mock-services/fake-server';
import { serve } from '@mock-services/fake-server/node';
import { afterAll, beforeAll } from 'vitest';
import { behaviourSuite } from './suite.ts';

// One port for all tests, and a world for each.
const options: FakeServerOptions[] = [];
const worlds = createWorlds({ create: (name) => createFakeServer(options[Number(name)]) });
let running: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  running = await serve(worlds);
});
afterAll(() => running.close());

behaviourSuite('worlds on a port', (own = {}) => {
  const name = String(options.push(own) - 1);
  const fake = worlds.get(name);
  const { pathname } = new URL(fake.baseUrl);
  const baseUrl = `${running.url}/worlds/${name}${pathname === '/' ? '' : pathname}`;
  return { fake, baseUrl, fetch, close: () => void worlds.delete(name) };
});
