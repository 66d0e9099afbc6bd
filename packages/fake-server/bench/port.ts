import { join } from 'node:path';
import type { BenchPart } from '../../../tools/bench/bench.ts';
import { resultOf, startServer, type Running } from '../../../tools/bench/child.ts';
import { compare, duration, type Contender } from '../../../tools/bench/measure.ts';
import { installPeers } from '../../../tools/bench/peers.ts';
import { ours, requests, titles, type Asked } from './samples.ts';

const limit = 'node:http, bytes that are ready';

const least = { one: 0.4, list: 0.4, create: 0.3 };

export const port: BenchPart = {
  name: 'port',
  title: 'On a port',
  about:
    'Requests a second over ten connections, from a process of its own; `list of 100,000` is one request to its last byte.',
  run: async ({ quick, say }) => {
    if (!quick) await installPeers();
    const measurements = [];
    const servers = await startServers(100, quick);
    const ms = quick ? 150 : 1000;
    for (const asked of Object.values(requests)) {
      say(`${titles[asked.name]}, from ${servers.size} servers`);
      const contenders = Array.from(servers, ([name, { url }]): Contender => ({
        name,
        sample: () => load(url, asked.name, ms),
      }));
      measurements.push(
        await compare(
          {
            id: `port-${asked.name}`,
            title: titles[asked.name],
            unit: 'requests/s',
            baseline: limit,
            better: 'more',
            reach: [{ contender: ours, of: 'ratio', least: least[asked.name] }],
          },
          contenders,
          { rounds: quick ? 3 : 7 },
        ),
      );
    }
    await stopAll(servers);
    say('list of 100,000');
    return { measurements: [...measurements, await longList(quick)] };
  },
};

async function longList(quick: boolean) {
  const servers = await startServers(100_000, quick);
  const contenders = Array.from(servers, ([name, { url }]): Contender => ({
    name,
    sample: () => duration(async () => (await fetch(url + requests.list.path)).arrayBuffer()),
  }));
  const measurement = await compare(
    {
      id: 'port-long-list',
      title: 'list of 100,000',
      unit: 'ms',
      baseline: limit,
      better: 'less',
      reach: [{ contender: ours, of: 'ratio', most: 2 }],
    },
    contenders,
    { rounds: quick ? 3 : 11, warmUp: quick ? 1 : 2 },
  );
  await stopAll(servers);
  return measurement;
}

async function startServers(count: number, quick: boolean): Promise<Map<string, Running>> {
  const files = new Map([
    [limit, 'constant.ts'],
    [ours, 'fake.ts'],
    ['getResponse of MSW 3 over a Map', 'get-response.ts'],
    ...(quick ? [] : [['json-server 0.17', 'json-server.ts'] as const]),
  ]);
  const servers = new Map<string, Running>();
  for (const [name, file] of files) {
    servers.set(name, await startServer({ file: child(file), args: [String(count)] }));
  }
  return servers;
}

async function stopAll(servers: ReadonlyMap<string, Running>): Promise<void> {
  await Promise.all(Array.from(servers.values(), (server) => server.stop()));
}

function load(url: string, name: Asked['name'], ms: number): Promise<number> {
  return resultOf<number>({ file: child('load.ts'), args: [url, name, String(ms)] });
}

function child(file: string): string {
  return join(import.meta.dirname, 'children', file);
}
