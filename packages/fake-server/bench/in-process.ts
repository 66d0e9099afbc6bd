import { createFakeServer } from '@mock-services/fake-server';
import type { HttpHandler } from 'msw';
import { setupServer } from 'msw/node';
import { setTimeout as wait } from 'node:timers/promises';
import type { BenchPart } from '../../../tools/bench/bench.ts';
import { compare, rate, type Contender } from '../../../tools/bench/measure.ts';
import { installPeers } from '../../../tools/bench/peers.ts';
import type { Reach } from '../../../tools/bench/report.ts';
import { handlersOver, mapStore, staticHandlers } from './map-handlers.ts';
import { mswDataStore } from './msw-data.ts';
import { mockServices, requests, titles, type Asked } from './samples.ts';

const [fixed, through, direct] = ['static handlers', 'the fake server', 'fake.fetch'] as const;

/** How much `fake.fetch` has to be ahead of a static handler. */
const ahead = { one: 30, list: 25, create: 0 };

export const inProcess: BenchPart = {
  name: 'in-process',
  title: 'In one process',
  about:
    'Calls through MSW 3, one after the other, from the global `fetch` to the last byte; `fake.fetch` does without MSW. Static handlers know their answers beforehand.',
  run: async ({ quick, say }) => {
    const fake = createFakeServer({ seed: { mockServices: mockServices(100) } });
    const handlers = new Map<string, HttpHandler[]>([
      [fixed, staticHandlers(fake.baseUrl)],
      [through, fake.handlers],
      ['handlers over a Map', handlersOver(mapStore(100), fake.baseUrl)],
    ]);
    if (!quick) {
      await installPeers();
      handlers.set('handlers over @msw/data', handlersOver(await mswDataStore(100), fake.baseUrl));
    }
    const server = setupServer();
    server.listen({ onUnhandledFrame: 'error' });
    const calls = quick ? 50 : 400;
    const measurements = [];
    for (const asked of Object.values(requests)) {
      say(titles[asked.name]);
      const mocked = Array.from(handlers, ([name, those]): Contender => {
        const sample = async () => {
          server.resetHandlers(...those);
          return callsPerSecond(fetch, fake.baseUrl, asked, calls);
        };
        return { name, sample };
      });
      const sample = () => callsPerSecond(fake.fetch, fake.baseUrl, asked, calls * 20);
      measurements.push(
        await compare(
          {
            id: `in-process-${asked.name}`,
            title: titles[asked.name],
            unit: 'calls/s',
            baseline: fixed,
            better: 'more',
            reach: reachOf(asked.name),
          },
          [...mocked, { name: direct, sample }],
          { rounds: quick ? 3 : 13, warmUp: 2 },
        ),
      );
      fake.reset();
    }
    server.close();
    return { measurements };
  },
};

function reachOf(name: Asked['name']): Reach[] {
  const least = ahead[name];
  const alike: Reach = { contender: through, of: 'ratio', least: 1 };
  return least > 0 ? [alike, { contender: direct, of: 'ratio', least }] : [alike];
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

async function callsPerSecond(fetch: Fetch, baseUrl: string, asked: Asked, calls: number): Promise<number> {
  // What the contender before left behind goes first: MSW holds on to a socket until the event loop turns.
  await wait(20);
  globalThis.gc?.();
  const { method, body } = asked;
  const init = body === undefined ? { method } : { method, body, headers };
  return rate(calls, async (n) => {
    for (let i = 0; i < n; i += 1) await (await fetch(baseUrl + asked.path, init)).text();
  });
}

const headers = { 'content-type': 'application/json' };
