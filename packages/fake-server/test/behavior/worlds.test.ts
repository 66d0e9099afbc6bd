import {
  createFakeServer,
  createWorlds,
  demoSeed,
  type FakeServerOptions,
  type Worlds,
} from '@mock-services/fake-server';
import { serve, type RunningServer } from '@mock-services/fake-server/node';
import { afterAll, expect, test } from 'vitest';
import { conformanceOf, conforming } from './conformance.ts';
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

test('a world selected by a request header passes every conformance case', async () => {
  const inWorld: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('x-mock-services-world', 'by-header');
    return fetch(input, { ...init, headers });
  };
  const { running } = await start();
  const world = { baseUrl: running.url, fetch: inWorld };
  expect(await conformanceOf(world)).toEqual(conforming);
});
