/**
 * This module compares the fake server with other servers. The other servers are MSW handlers that store data in a Map,
 * a server on `node:http`, and json-server. This module measures the memory that the fake server uses for its state.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFakeServer as createWithHandlers } from '@mock-services/fake-server';
import { createFakeServer, createWorlds, type Worlds } from '@mock-services/fake-server/core';
import { endpoints, type MockService } from '@mock-services/sdk/contract';
import { http, HttpResponse, type HttpHandler } from 'msw';
import { setupServer } from 'msw/node';
import { at } from '../lib/paths.ts';
import { resultOf, startServer, type Running, type Script } from './child.ts';
import {
  medianOf,
  processorTime,
  race,
  raceProcesses,
  ratioOf,
  type Contender,
  type Effort,
} from './measure.ts';
import { importFile, peerFile, serversFile } from './peers.ts';
import { id, mockServices, paths, requests, summaryOf } from './samples.ts';
import { costColumn, guardTable, speedColumn, tableOf } from './tables.ts';
import type { Column, Guard, Result } from './tables.ts';

/** Name of the fake server in the tables. */
const fakeServer = 'the fake server';

export async function compareFakeServer(effort: Effort): Promise<Result> {
  const inProcess = await measureInProcess(effort);
  const port = await measurePort(effort);
  const exchanges = await measureExchanges(effort);
  const guards = [await measureReset(effort), ...(await measureWorlds(effort))];
  return {
    tables: {
      'fake-in-process': tableOf(inProcess),
      'fake-port': tableOf(port),
      'fake-memory': tableOf([exchanges]),
      'fake-guards': guardTable(guards),
    },
    guards,
  };
}

/**
 * Measures servers in this process. With MSW, requests are sent with the global `fetch`. Without MSW, requests are sent
 * to `fake.fetch`.
 */
async function measureInProcess(effort: Effort): Promise<readonly Column[]> {
  const fake = createWithHandlers({ seed: { mockServices: mockServices(100) } });
  const server = setupServer();
  server.listen({ onUnhandledFrame: 'error' });
  const columns: Column[] = [];
  for (const [title, { path, ...init }] of Object.entries(requests)) {
    effort.say(`${title}, in one process`);
    const url = fake.baseUrl + path;
    const through = (handlers: readonly HttpHandler[]): Contender => ({
      beforeAll: () => server.resetHandlers(...handlers),
      run: async () => (await fetch(url, init)).text(),
    });
    const contenders = {
      'handlers over a Map': through(handlersOverMap(fake.baseUrl)),
      [fakeServer]: through(fake.handlers),
      'fake.fetch, without MSW': { run: async () => (await fake.fetch(url, init)).text() },
    };
    columns.push(speedColumn(title, await race(contenders, effort, processorTime)));
    fake.reset();
  }
  server.close();
  return columns;
}

/** Creates MSW handlers for the measured operations. The handlers do not validate requests. */
function handlersOverMap(baseUrl: string): HttpHandler[] {
  const rows = new Map(mockServices(100).map((service) => [service.id, service]));
  return [
    http.get(baseUrl + endpoints.getMockService.path, ({ params }) =>
      HttpResponse.json({ data: rows.get(String(params['mockServiceId'])) }),
    ),
    http.get(baseUrl + endpoints.listMockServices.path, () =>
      HttpResponse.json({ data: [...rows.values()].slice(0, 100).map(summaryOf) }),
    ),
    http.post(baseUrl + endpoints.createMockService.path, async ({ request }) => {
      const body = (await request.json()) as Pick<MockService, 'type' | 'title' | 'config'>;
      const id = crypto.randomUUID();
      const now = new Date().toISOString();
      rows.set(id, { ...body, id, createdAt: now, updatedAt: now });
      return HttpResponse.json({ id }, { status: 201 });
    }),
  ];
}

/** The part of autocannon's interface that this module uses. */
type Autocannon = (options: object) => Promise<{
  readonly duration: number;
  readonly '2xx': number;
  readonly non2xx: number;
  readonly errors: number;
}>;

/**
 * Measures servers in separate processes. Sends requests over ten connections at the same time, and measures how long
 * each server takes to start.
 */
async function measurePort(effort: Effort): Promise<readonly Column[]> {
  const { default: autocannon } = await importFile<{ default: Autocannon }>(
    peerFile('node_modules/autocannon/autocannon.js'),
  );
  const folder = mkdtempSync(join(tmpdir(), 'mock-services-bench-'));
  const scripts = scriptsIn(folder);
  const servers = new Map<string, Running>();
  const load =
    (name: string, { path, ...request }: (typeof requests)[keyof typeof requests]) =>
    async () => {
      const url = `${servers.get(name)?.url}${path}`;
      const result = await autocannon({ url, ...request, connections: 10, duration: effort.ms / 200 });
      if (result.non2xx + result.errors > 0)
        throw new Error(`The server "${name}" failed to respond to ${path}.`);
      return (result.duration * 1000) / result['2xx'];
    };
  const forAll = (measure: (name: string) => () => Promise<number>) =>
    Object.fromEntries(Object.keys(scripts).map((name) => [name, measure(name)]));
  try {
    effort.say('start');
    const start = await raceProcesses(
      forAll((name) => () => firstResponse(scripts[name])),
      effort.rounds,
    );
    for (const [name, script] of Object.entries(scripts)) servers.set(name, await startServer(script));
    const columns: Column[] = [];
    for (const [title, request] of Object.entries(requests)) {
      effort.say(`${title}, on a port`);
      const contenders = forAll((name) => load(name, request));
      columns.push(speedColumn(title, await raceProcesses(contenders, Math.ceil(effort.rounds / 2))));
    }
    return [...columns, costColumn('start', start)];
  } finally {
    for (const server of servers.values()) await server.stop();
    rmSync(folder, { recursive: true });
  }
}

/**
 * Returns scripts that start servers with 100 mock services. The data of the servers is stored in `folder`. The first
 * server is the baseline.
 */
function scriptsIn(folder: string): Readonly<Record<string, Script>> {
  const services = mockServices(100);
  const [seed, constants] = [join(folder, 'seed.json'), join(folder, 'constants.json')];
  writeFileSync(seed, JSON.stringify({ mockServices: services }));
  const bodies = { data: services.map(summaryOf) };
  writeFileSync(
    constants,
    JSON.stringify({
      [paths.service]: { data: services[7] },
      [paths.services]: bodies,
      [paths.create]: { id },
    }),
  );
  const fake = {
    file: at('packages/fake-server/dist/node/bin.js'),
    args: ['--port=0', '--quiet', '--seed', seed],
  };
  return {
    'node:http, constants': { file: serversFile, args: ['constants', constants] },
    [fakeServer]: fake,
    'the fake server, data in a file': { ...fake, args: [...fake.args, '--data', join(folder, 'world.db')] },
    'json-server': { file: serversFile, args: ['json-server', seed] },
  };
}

/** Measures the milliseconds from the start of a server process to the end of its first response. */
async function firstResponse(script: Script | undefined): Promise<number> {
  if (script === undefined) throw new Error('There is no script that starts the server.');
  const started = performance.now();
  const server = await startServer(script);
  const response = await fetch(server.url + paths.services);
  await response.text();
  const ms = performance.now() - started;
  await server.stop();
  if (!response.ok)
    throw new Error(`The server ${script.file} responded with the status ${response.status}.`);
  return ms;
}

/** Measures the heap size of `count` entries in a separate process. */
function heapOf(store: string, count: number) {
  const file = at('tools/bench/memory.ts');
  const script = { file, args: [store, String(count)], execArgv: ['--expose-gc'] };
  return resultOf<{ readonly heapBytes: number; readonly jsonBytes: number }>(script);
}

async function measureExchanges(effort: Effort): Promise<Column> {
  effort.say('memory of 100,000 exchanges');
  const [objects, fake] = [await heapOf('objects', 100_000), await heapOf('fake', 100_000)];
  const bytes = {
    'their JSON': objects.jsonBytes,
    'objects in an array': objects.heapBytes,
    [fakeServer]: fake.heapBytes,
  };
  const samples = new Map(Object.entries(bytes).map(([name, size]) => [name, [size / 1024 ** 2]]));
  return costColumn('memory of 100,000 exchanges', samples, 'MiB');
}

async function measureReset(effort: Effort): Promise<Guard> {
  effort.say('reset');
  const rows = 100_000;
  const fake = createFakeServer({ seed: { mockServices: mockServices(rows) } });
  const reset: Contender = {
    beforeEach: () => void fake.handle(requests.create),
    run: () => fake.reset(),
  };
  const ms = medianOf(await race({ reset }, effort, processorTime), 'reset');
  return {
    what: `reset of ${rows.toLocaleString('en')} mock services, per 1,000`,
    measured: (ms * 1000) / rows,
    most: 1,
    unit: 'ms',
  };
}

/** Measures the time and the memory that a new world without a seed needs. */
async function measureWorlds(effort: Effort): Promise<readonly Guard[]> {
  effort.say('a new world');
  const create = () => createFakeServer();
  const one = createFakeServer({ seed: { mockServices: mockServices(1000) } });
  let worlds: Worlds | undefined;
  let n = 0;
  const samples = await race(
    {
      get: { run: () => repeat(100, () => one.handle(requests['GET one'])), calls: 100 },
      'new world': {
        beforeAll: () => {
          worlds = createWorlds({ create, max: Number.POSITIVE_INFINITY });
        },
        run: () =>
          repeat(10, () => worlds?.handle({ method: 'GET', path: `/worlds/w${(n += 1)}${paths.service}` })),
        calls: 10,
      },
    },
    effort,
    processorTime,
  );
  const count = 10_000;
  const { heapBytes } = await heapOf('worlds', count);
  return [
    {
      what: 'new world and its first response, relative to a GET',
      measured: ratioOf(samples, 'new world', 'get'),
      most: 20,
      unit: 'times',
    },
    { what: 'memory of a world', measured: heapBytes / count / 1024, most: 64, unit: 'KiB' },
  ];
}

function repeat(times: number, act: () => unknown): void {
  for (let n = 0; n < times; n += 1) act();
}
