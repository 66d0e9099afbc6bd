/** Several worlds, and worlds in a storage. */
import {
  createFakeServer,
  createWorlds,
  type FakeServer,
  type Worlds,
} from '@mock-services/fake-server/core';
import { openWorldFile } from '@mock-services/fake-server/node';
import { constant, linear, type Probe } from '../../../../tools/bench/growth.ts';
import { idOf } from '../samples.ts';
import { json, paths, seedOf } from './world.ts';

const empty = { seed: {} };

/** So many worlds. */
function worldsOf(size: number): Worlds {
  const worlds = createWorlds({ create: () => createFakeServer(empty), max: Number.POSITIVE_INFINITY });
  for (let n = 0; n < size; n += 1) worlds.get(`w${n}`);
  return worlds;
}

/** A world with so many of everything in an SQLite database in memory. */
function storedOf(size: number): FakeServer {
  return createFakeServer({ seed: seedOf(size), storage: openWorldFile(':memory:').world('a') });
}

const get = { method: 'GET', path: paths.mockServices };
const inWorld = (name: string) => ({ ...get, path: `/worlds/${name}${get.path}` });
const create = { method: 'POST', path: paths.create, headers: json };
const body = JSON.stringify({
  type: 'REST',
  title: 'Created',
  config: {
    cors: { allowedOrigins: [], allowedMethods: [], allowedHeaders: [] },
    defaultResponseHeaders: {},
    upstreams: [],
  },
});

export const worldProbes: readonly Probe[] = [
  constant('worlds.handle, of so many worlds', 500, (size) => {
    const worlds = worldsOf(size);
    let n = 0;
    return () => worlds.handle(inWorld(`w${(n += 1) % size}`));
  }),
  constant('worlds.get and delete, of so many worlds', 500, (size) => {
    const worlds = worldsOf(size);
    return () => {
      worlds.get('another');
      worlds.delete('another');
    };
  }),
  constant('worlds.get of a new one, at the maximum', 500, (size) => {
    const worlds = createWorlds({ create: () => createFakeServer(empty), max: size, idle: 0 });
    let n = 0;
    for (; n < size; n += 1) worlds.get(`w${n}`);
    return () => {
      // Until the first of them has been idle.
      for (const begun = performance.now(); performance.now() - begun < 0.001;);
      worlds.get(`w${(n += 1)}`);
    };
  }),
  linear('worlds.list, of so many worlds', 500, (size) => {
    const worlds = worldsOf(size);
    return () => worlds.list();
  }),
  constant('handle: createMockService, in a storage', 500, (size) => {
    const fake = storedOf(size);
    return () => fake.handle({ ...create, body });
  }),
  constant('mockServices.update, in a storage', 500, (size) => {
    const fake = storedOf(size);
    return () => fake.mockServices.update(idOf(Math.floor(size / 2)), { title: 'Other' });
  }),
  linear('createFakeServer with what is stored', 100, (size) => {
    const file = openWorldFile(':memory:');
    createFakeServer({ seed: seedOf(size), storage: file.world('a') });
    return () => createFakeServer({ storage: file.world('a') });
  }),
];
