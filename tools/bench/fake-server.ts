/** Compares the fake server with static MSW handlers, a server on `node:http`, and itself. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFakeServer as createWithHandlers } from '@mock-services/fake-server';
import { createFakeServer, createWorlds, type FakeServer } from '@mock-services/fake-server/core';
import { openWorldFile } from '@mock-services/fake-server/node';
import { http, HttpResponse, type HttpHandler } from 'msw';
import { setupServer } from 'msw/node';
import { at } from '../lib/paths.ts';
import { median, race, type Contender, type Guard } from './measure.ts';
import { constantServer, importPeer, startServer } from './peers.ts';
import { id, mockServices, paths, requests, summaryOf } from './samples.ts';

export async function measureFakeServer(): Promise<Guard[]> {
  return [
    ...(await measureHandlers()),
    ...(await measurePort()),
    await measureWaiting(),
    await measureWorldFile(),
    ...(await measureWorlds()),
  ];
}

async function measureHandlers(): Promise<Guard[]> {
  const fake = createWithHandlers({ seed: { mockServices: mockServices(100) } });
  const server = setupServer();
  server.listen({ onUnhandledFrame: 'error' });
  const url = fake.baseUrl + paths.service;
  const [service] = mockServices(8).slice(7);
  const through = (...handlers: readonly HttpHandler[]): Contender => ({
    beforeAll: () => server.resetHandlers(...handlers),
    run: async () => (await fetch(url)).text(),
  });
  const ratio = await race({
    static: through(http.get(url, () => HttpResponse.json({ data: service }))),
    handlers: through(...fake.handlers),
    'fake.fetch': { run: async () => (await fake.fetch(url)).text() },
  });
  server.close();
  return [
    {
      what: 'GET through MSW: time relative to a static handler',
      measured: ratio('handlers', 'static'),
      atMost: 1.11,
    },
    {
      what: 'GET with fake.fetch: time relative to a static handler through MSW',
      measured: ratio('fake.fetch', 'static'),
      atMost: 1 / 12,
    },
  ];
}

type Autocannon = (options: object) => Promise<{ '2xx': number; non2xx: number; errors: number }>;

/** Compares the fake server's port with a server that sends prepared buffers, over ten connections. */
async function measurePort(): Promise<Guard[]> {
  const peer = await importPeer<{ default: Autocannon }>('node_modules/autocannon/autocannon.js');
  const folder = mkdtempSync(join(tmpdir(), 'mock-services-bench-'));
  const services = mockServices(100);
  writeFileSync(join(folder, 'seed.json'), JSON.stringify({ mockServices: services }));
  const program = at('packages/fake-server/dist/node/bin.js');
  try {
    using fake = await startServer([program, '--port=0', '--quiet', '--seed', join(folder, 'seed.json')]);
    using limit = await startServer(
      constantServer({
        [paths.service]: { data: services[7] },
        [paths.services]: { data: services.map(summaryOf) },
        [paths.create]: { id },
      }),
    );
    const load = async (origin: string, { path, ...request }: (typeof requests)['create' | 'GET one']) => {
      const url = origin + path;
      const result = await peer.default({ url, ...request, connections: 10, duration: 1 });
      if (result.non2xx + result.errors > 0) throw new Error(`${url} failed to respond.`);
      return result['2xx'];
    };
    const guards: Guard[] = [];
    const least = { 'GET one': 0.25, 'list of 100': 0.15, create: 0.12 } as const;
    for (const title of ['GET one', 'list of 100', 'create'] as const) {
      const ratios: number[] = [];
      for (let round = 0; round < 3; round += 1)
        ratios.push((await load(limit.url, requests[title])) / (await load(fake.url, requests[title])));
      const what = `${title} on a port: time relative to constant responses of node:http`;
      guards.push({ what, measured: median(ratios), atMost: 1 / least[title] });
    }
    return guards;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Compares requests with and without a pending `waitFor`. The journal has 1,000 entries. */
async function measureWaiting(): Promise<Guard> {
  const busy = (fake: FakeServer): Contender => {
    for (let n = 0; n < 1000; n += 1) fake.handle(requests['GET one']);
    return { run: () => repeat(100, () => fake.handle(requests['GET one'])), calls: 100 };
  };
  const create = () =>
    createFakeServer({ seed: { mockServices: mockServices(100) }, journal: { maxEntries: 1000 } });
  const waiting = create();
  const end = waiting.journal.waitFor({ method: 'DELETE' }, { timeout: 600_000 });
  const ratio = await race({ waiting: busy(waiting), alone: busy(create()) });
  // The timer of a pending wait would keep this program alive for ten minutes.
  waiting.handle({ method: 'DELETE', path: paths.services });
  await end;
  return {
    what: 'GET while waitFor is pending: relative to without',
    measured: ratio('waiting', 'alone'),
    atMost: 1.2,
  };
}

async function measureWorldFile(): Promise<Guard> {
  const folder = mkdtempSync(join(tmpdir(), 'mock-services-bench-'));
  const getting = (fake: FakeServer): Contender => ({
    run: () => repeat(100, () => fake.handle(requests['GET one'])),
    calls: 100,
  });
  const seed = { mockServices: mockServices(100) };
  const file = openWorldFile(join(folder, 'world.db'));
  try {
    const ratio = await race({
      stored: getting(createFakeServer({ seed, storage: file.world('bench') })),
      'in memory': getting(createFakeServer({ seed })),
    });
    return {
      what: 'GET with a world file: relative to without',
      measured: ratio('stored', 'in memory'),
      atMost: 2,
    };
  } finally {
    file.close();
    rmSync(folder, { recursive: true });
  }
}

/** Compares a reset of 100,000 rows, and the creation of a world, with a GET request. */
async function measureWorlds(): Promise<Guard[]> {
  const large = createFakeServer({ seed: { mockServices: mockServices(100_000) } });
  const worlds = createWorlds({ create: () => createFakeServer(), max: Number.POSITIVE_INFINITY });
  let n = 0;
  const ratio = await race({
    GET: { run: () => repeat(100, () => large.handle(requests['GET one'])), calls: 100 },
    reset: { beforeEach: () => void large.handle(requests.create), run: () => large.reset() },
    'new world': {
      run: () =>
        repeat(10, () => worlds.handle({ method: 'GET', path: `/worlds/w${(n += 1)}${paths.services}` })),
      calls: 10,
    },
  });
  return [
    {
      what: 'reset of 1,000 mock services: relative to a GET',
      measured: ratio('reset', 'GET') / 100,
      atMost: 250,
    },
    {
      what: 'new world and its first response: relative to a GET',
      measured: ratio('new world', 'GET'),
      atMost: 20,
    },
  ];
}

function repeat(times: number, act: () => unknown): void {
  for (let n = 0; n < times; n += 1) act();
}
