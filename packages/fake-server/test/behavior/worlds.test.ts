import {
  createFakeServer,
  createWorlds,
  demoSeed,
  type FakeServerOptions,
  type Worlds,
} from '@mock-services/fake-server';
import { serve, type RunningServer } from '@mock-services/fake-server/node';
import { afterAll } from 'vitest';
import { adapterSuite } from './adapters.ts';

// Tests with the same base URL share a port, and each test has its own world.
const options: FakeServerOptions[] = [];
const create = (name: string) => createFakeServer({ seed: demoSeed(), ...options[Number(name)] });
const started = new Map<string | undefined, { readonly worlds: Worlds; readonly running: RunningServer }>();

async function start(baseUrl?: string) {
  const worlds = createWorlds({ create, baseUrl });
  const known = started.get(baseUrl) ?? { worlds, running: await serve(worlds) };
  started.set(baseUrl, known);
  return known;
}

afterAll(() => Promise.all(Array.from(started.values(), ({ running }) => running.close())));

adapterSuite('a world on a port', async (own = {}) => {
  const { worlds, running } = await start(own.baseUrl);
  const name = String(options.push(own) - 1);
  const { origin, pathname } = new URL(running.url);
  const baseUrl = `${origin}/worlds/${name}${pathname === '/' ? '' : pathname}`;
  return { fake: worlds.get(name), baseUrl, fetch, close: () => void worlds.delete(name) };
});
