import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BenchPart } from '../../../tools/bench/bench.ts';
import { resultOf } from '../../../tools/bench/child.ts';
import { compare } from '../../../tools/bench/measure.ts';
import type { Curve, Line, Measurement } from '../../../tools/bench/report.ts';
import { at } from '../../../tools/lib/paths.ts';
import { workspaceId } from './entries.ts';
import { startLoopback } from './loopback.ts';
import { openWorkshop, ours, type Workshop } from './workshop.ts';

const counting = at('packages/sdk/bench/children/counting.ts');
const listing = at('packages/sdk/bench/children/listing.ts');

const slices = 'JSON.parse in slices';
const streamActivity = 'streamActivity';

const allReaders: Readonly<Record<string, string>> = {
  [slices]: 'stream-slices',
  [streamActivity]: 'stream-activity',
  'parseActivity over fetch': 'stream-parse-activity',
};

/** What a child process counted. */
interface Counted {
  readonly entries: number;
  readonly ms: number;
  readonly bytes: number;
}

export const stream: BenchPart = {
  name: 'stream',
  title: 'Reading a log that fits nowhere',
  about:
    'A log of 1,000,000 entries of 1.16 KB, made as it is read by a server in another process. Memory is the most that was resident, above what was before the call.',
  run: async ({ quick, say }) => {
    const workshop = await openWorkshop(false);
    const readers = await readersIn(workshop);
    const server = await startLoopback();
    const memory = new Map<string, number[]>();
    const read = async (name: string, count: number): Promise<Counted> => {
      const args = [workshop.file(readers[name] ?? name), `${server.url}/stream/${count}`, workspaceId];
      const counted = await resultOf<Counted>({ file: counting, args });
      if (counted.entries !== count) throw new Error(`${name} found ${counted.entries} of ${count} entries`);
      return counted;
    };
    const timed = (count: number, rounds: number) => {
      say(`${count.toLocaleString('en')} entries, ${rounds} rounds`);
      const samples = Object.keys(readers).map((name) => ({
        name,
        sample: async () => {
          const { ms, bytes } = await read(name, count);
          memory.set(name, [...(memory.get(name) ?? []), bytes / 2 ** 20]);
          return ms;
        },
      }));
      return compare(timeOf(count), samples, { rounds, warmUp: 0 });
    };
    const counts = quick ? [20_000] : [1000, 10_000, 100_000, 1_000_000];
    const times: Measurement[] = [];
    for (const count of counts) {
      memory.clear();
      times.push(await timed(count, quick ? 1 : 3));
    }
    // Of the largest log: what was gathered last.
    const held = await compare(
      memoryQuestion,
      Array.from(memory, ([name, figures]) => ({ name, sample: () => figures.shift() ?? Number.NaN })),
      { rounds: quick ? 1 : 3, warmUp: 0 },
    );
    const lists = quick ? undefined : await listed(workshop.file('mock-services-sdk'), server.url);
    await server.stop();
    return {
      measurements: [...times.slice(-1), held],
      ...(lists && { curves: [curveOf(Object.keys(readers), times, lists)] }),
    };
  },
};

/** Those that this build of the SDK has. */
async function readersIn({ folder }: Workshop): Promise<Readonly<Record<string, string>>> {
  const path = join(folder, 'node_modules', ours, 'dist/activity/index.js');
  const module = (await import(pathToFileURL(path).href)) as object;
  return Object.fromEntries(
    Object.entries(allReaders).filter(([name]) => name !== streamActivity || name in module),
  );
}

function timeOf(count: number) {
  return {
    id: `stream-${count}`,
    title: `${count.toLocaleString('en')} entries`,
    unit: 'ms',
    baseline: slices,
    better: 'less',
    reach: [{ contender: streamActivity, of: 'ratio', most: 1.6 }],
  } as const;
}

const memoryQuestion = {
  id: 'stream-memory',
  title: 'memory above idle',
  unit: 'MiB',
  baseline: slices,
  better: 'less',
  reach: [{ contender: streamActivity, of: 'median', most: 120 }],
} as const;

/** The same logs into memory at once, as far as a text can be that long. */
async function listed(file: string, url: string): Promise<Line> {
  const points: [number, number][] = [];
  for (const count of [1000, 10_000, 100_000]) {
    points.push([
      count,
      await resultOf<number>({ file: listing, args: [file, `${url}/${count}`, workspaceId] }),
    ]);
  }
  return { contender: 'activity.list()', points };
}

function curveOf(contenders: readonly string[], times: readonly Measurement[], list: Line): Curve {
  const lines = contenders.map((contender) => ({
    contender,
    points: times.map(
      ({ id, rows }) =>
        [Number(id.slice(7)), rows.find((row) => row.contender === contender)?.median ?? Number.NaN] as const,
    ),
  }));
  return {
    id: 'log-length',
    title: 'Milliseconds to read a log, by how many entries it has',
    x: { label: 'entries', log: true },
    y: { label: 'ms', log: true },
    lines: [...lines, list],
  };
}
