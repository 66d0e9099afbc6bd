import {
  createFakeServer,
  createWorlds,
  type WireRequest,
  type Worlds,
} from '@mock-services/fake-server/core';
import { join } from 'node:path';
import type { BenchPart } from '../../../tools/bench/bench.ts';
import { resultOf, startServer } from '../../../tools/bench/child.ts';
import { compare, rate, settled, type Contender } from '../../../tools/bench/measure.ts';
import type { Measurement } from '../../../tools/bench/report.ts';
import { mockServices, ours, requests } from './samples.ts';

/** What all worlds share. */
const seed = { mockServices: mockServices(1000) };
const services = '1,000 mock services';
const kibibyte = 1024;

export const manyWorlds: BenchPart = {
  name: 'many-worlds',
  title: 'Many worlds',
  about: `Worlds by name that share a seed of ${services}, called directly, without a protocol; memory is that of 10,000 of them that each have responded to one request. With data in a file, and without, over ten connections of a port.`,
  run: async ({ quick, say }) => {
    say('through a world');
    const measurements = [await through(quick), await throughPort(quick), await making(quick)];
    say('memory');
    measurements.push(await holding(quick));
    say('data in a file');
    return { measurements: [...measurements, await storing(quick)] };
  },
};

function child(file: string): string {
  return join(import.meta.dirname, 'children', file);
}

function newWorlds(): Worlds {
  return createWorlds({ create: () => createFakeServer({ seed }), max: Number.POSITIVE_INFINITY });
}

/** As a program sends it. */
const get: WireRequest = {
  ...requests.one,
  headers: {
    host: '127.0.0.1:4600',
    connection: 'keep-alive',
    accept: 'application/json',
    'user-agent': 'node',
  },
};

const inWorld = (name: string): WireRequest => ({ ...get, path: `/worlds/${name}${get.path}` });

function through(quick: boolean): Promise<Measurement> {
  const one = createFakeServer({ seed });
  const worlds = newWorlds();
  const byHeader = { ...get, headers: { ...get.headers, 'x-mock-services-world': 'a' } };
  const acts: Record<string, () => unknown> = {
    'without worlds': () => one.handle(get),
    'the world default': () => worlds.handle(get),
    'a world by path': () => worlds.handle(inWorld('a')),
    'a world by header': () => worlds.handle(byHeader),
  };
  const question = {
    id: 'world-one',
    title: 'GET one, called directly',
    unit: 'answers/s',
    baseline: 'without worlds',
    better: 'more' as const,
  };
  const contenders = Object.entries(acts).map(([name, act]): Contender => ({
    name,
    sample: () => rate(20_000, (n) => repeat(n, act)),
  }));
  return compare(question, contenders, { rounds: quick ? 3 : 15, warmUp: 3 });
}

async function throughPort(quick: boolean): Promise<Measurement> {
  const one = await startServer({ file: child('fake.ts'), args: ['1000'] });
  const worlds = await startServer({ file: child('fake-worlds.ts'), args: ['1000'] });
  const loads: Record<string, readonly [url: string, ...header: string[]]> = {
    'without worlds': [one.url],
    'a world by path': [`${worlds.url}/worlds/a`],
    'a world by header': [worlds.url, 'x-mock-services-world: a'],
  };
  const reach = ['a world by path', 'a world by header'].map((contender) => ({
    contender,
    of: 'ratio' as const,
    least: 0.95,
  }));
  const question = {
    id: 'world-port',
    title: 'GET one, on a port',
    unit: 'requests/s',
    baseline: 'without worlds',
    better: 'more' as const,
    reach,
  };
  const ms = quick ? 150 : 1000;
  const contenders = Object.entries(loads).map(([name, [url, ...header]]): Contender => ({
    name,
    sample: () => resultOf<number>({ file: child('load.ts'), args: [url, 'one', String(ms), ...header] }),
  }));
  const measurement = await compare(question, contenders, { rounds: quick ? 3 : 11 });
  for (const server of [one, worlds]) await server.stop();
  return measurement;
}

function repeat(n: number, act: () => unknown): void {
  for (let i = 0; i < n; i += 1) act();
}

/** Making a world, and its first response. */
function making(quick: boolean): Promise<Measurement> {
  const one = createFakeServer({ seed });
  const first = `a new world's first`;
  const question = {
    id: 'world-first',
    title: `GET one, of ${services}`,
    unit: 'µs',
    baseline: 'GET one',
    better: 'less' as const,
    reach: [{ contender: first, of: 'ratio' as const, most: 2 }],
  };
  const microseconds = async (act: (i: number) => unknown): Promise<number> =>
    1e6 / (await rate(5000, (n) => repeatWith(n, act)));
  return compare(
    question,
    [
      { name: 'GET one', sample: () => microseconds(() => one.handle(get)) },
      {
        name: first,
        sample: () => {
          const worlds = newWorlds();
          worlds.handle(get);
          return microseconds((i) => worlds.handle(inWorld(`w${i}`)));
        },
      },
    ],
    { rounds: quick ? 3 : 15, warmUp: 3 },
  );
}

function repeatWith(n: number, act: (i: number) => unknown): void {
  for (let i = 0; i < n; i += 1) act(i);
}

async function holding(quick: boolean): Promise<Measurement> {
  const count = quick ? 1000 : 10_000;
  const { held } = await resultOf<{ held: number }>({
    file: child('holding-worlds.ts'),
    args: [String(count)],
    execArgv: ['--expose-gc'],
  });
  const question = {
    id: 'world-memory',
    title: 'memory of a world',
    unit: 'KiB',
    baseline: ours,
    better: 'less' as const,
    reach: [{ contender: ours, of: 'median' as const, most: 4 }],
  };
  return settled(question, { [ours]: held / count / kibibyte });
}

async function storing(quick: boolean): Promise<Measurement> {
  const servers = {
    'in memory': await startServer({ file: child('fake.ts'), args: ['100'] }),
    'in a file': await startServer({ file: child('fake-in-file.ts'), args: ['100'] }),
  };
  const ms = quick ? 150 : 1000;
  const question = {
    id: 'world-data',
    title: 'create, on a port',
    unit: 'requests/s',
    baseline: 'in memory',
    better: 'more' as const,
    reach: [{ contender: 'in a file', of: 'ratio' as const, least: 0.5 }],
  };
  const contenders = Object.entries(servers).map(([name, { url }]): Contender => ({
    name,
    sample: () => resultOf<number>({ file: child('load.ts'), args: [url, 'create', String(ms)] }),
  }));
  const measurement = await compare(question, contenders, { rounds: quick ? 3 : 7 });
  for (const server of Object.values(servers)) await server.stop();
  return measurement;
}
