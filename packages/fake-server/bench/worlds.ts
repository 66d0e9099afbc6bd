import { createFakeServer } from '@mock-services/fake-server/core';
import type { BenchPart } from '../../../tools/bench/bench.ts';
import { compare, rate, type Contender } from '../../../tools/bench/measure.ts';
import { installPeers } from '../../../tools/bench/peers.ts';
import type { Curve, Line, Measurement } from '../../../tools/bench/report.ts';
import { mapStore, type Store } from './map-handlers.ts';
import { mswDataStore } from './msw-data.ts';
import { mockServices, ours, requests, summaryOf } from './samples.ts';

const sizes = [10, 100, 1000, 10_000, 100_000];
const id = requests.one.path.slice(requests.one.path.lastIndexOf('/') + 1);

/** Reads without any protocol, as JSON text. */
interface Reader {
  readonly one: () => string;
  readonly list: () => string;
}

export const worlds: BenchPart = {
  name: 'worlds',
  title: 'As the world grows',
  about:
    'Answers a second from worlds of 10 to 100,000 mock services, each contender called directly, without a protocol. The list is of a world that has not changed since it was last listed.',
  run: async ({ quick, say }) => {
    if (!quick) await installPeers();
    const points = { one: new Map<string, Point[]>(), list: new Map<string, Point[]>() };
    const measurements: Measurement[] = [];
    for (const size of sizes) {
      say(`${size} mock services`);
      const readers = await readersOf(size, quick);
      for (const kind of ['one', 'list'] as const) {
        const measurement = await ask(kind, size, readers, quick);
        for (const { contender, median } of measurement.rows) {
          const line = points[kind].get(contender) ?? [];
          points[kind].set(contender, [...line, [size, median]]);
        }
        if (size === 100_000) measurements.push(measurement);
      }
    }
    const curves = [
      curve('one', 'GET one, by mock services in the world', points.one),
      curve('list', 'List, by mock services in the world', points.list),
    ];
    return { measurements: [await flatness(quick), ...measurements], curves };
  },
};

type Point = readonly [x: number, y: number];

async function readersOf(size: number, quick: boolean): Promise<Map<string, Reader>> {
  const readers = new Map([
    ['a Map', readerOf(mapStore(size))],
    [ours, fakeReader(size)],
  ]);
  // Filling it takes minutes beyond, and looking one up a hundredth of a second.
  if (!quick && size <= 10_000) readers.set('@msw/data', readerOf(await mswDataStore(size)));
  return readers;
}

function readerOf(store: Store): Reader {
  return {
    one: () => JSON.stringify({ data: store.get(id) }),
    list: () => JSON.stringify({ data: store.list().map(summaryOf) }),
  };
}

function fakeReader(size: number): Reader {
  const fake = createFakeServer({ seed: { mockServices: mockServices(size) } });
  return { one: () => fake.handle(requests.one).body, list: () => fake.handle(requests.list).body };
}

function ask(
  kind: keyof Reader,
  size: number,
  readers: ReadonlyMap<string, Reader>,
  quick: boolean,
): Promise<Measurement> {
  const title = kind === 'one' ? `GET one of ${size}` : `list of ${size}`;
  return compare(
    { id: `worlds-${kind}-${size}`, title, unit: 'answers/s', baseline: 'a Map', better: 'more' },
    Array.from(readers, ([name, reader]): Contender => {
      const calls = callsOf(kind, name, size);
      return { name, sample: () => rate(calls, (n) => repeat(n, reader[kind])) };
    }),
    { rounds: quick ? 3 : 7 },
  );
}

/** Enough to be measured, and few enough to end soon. */
function callsOf(kind: keyof Reader, name: string, size: number): number {
  const isData = name === '@msw/data';
  if (kind === 'one') return isData ? Math.ceil(20_000 / size) : 5000;
  return Math.max(2, Math.ceil((isData ? 2000 : 20_000) / size));
}

function repeat(n: number, read: () => string): void {
  for (let i = 0; i < n; i += 1) read();
}

/** Reading one by its id does not depend on how many there are. */
function flatness(quick: boolean): Promise<Measurement> {
  const contenders = [10, 100_000].map((size) => {
    const { one } = fakeReader(size);
    return { name: `${ours}, of ${size}`, sample: () => rate(20_000, (n) => repeat(n, one)) };
  });
  const [few, many] = contenders.map(({ name }) => name);
  return compare(
    {
      id: 'worlds-flat',
      title: 'GET one',
      unit: 'answers/s',
      baseline: few ?? '',
      better: 'more',
      reach: [{ contender: many ?? '', of: 'ratio', least: 0.8 }],
    },
    contenders,
    { rounds: quick ? 5 : 15, warmUp: 3 },
  );
}

function curve(id: string, title: string, points: ReadonlyMap<string, readonly Point[]>): Curve {
  return {
    id,
    title,
    x: { label: 'mock services', log: true },
    y: { label: 'answers per second', log: true },
    lines: Array.from(points, ([contender, points]): Line => ({ contender, points })),
  };
}
