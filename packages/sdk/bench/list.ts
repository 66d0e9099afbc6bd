import type { BenchPart } from '../../../tools/bench/bench.ts';
import { resultOf } from '../../../tools/bench/child.ts';
import { compare, duration } from '../../../tools/bench/measure.ts';
import type { Measurement } from '../../../tools/bench/report.ts';
import { at } from '../../../tools/lib/paths.ts';
import { connect } from './client.ts';
import { workspaceId } from './entries.ts';
import { startLoopback } from './loopback.ts';
import { openWorkshop, ours, type Contender } from './workshop.ts';

const listing = at('packages/sdk/bench/children/listing.ts');

export const list: BenchPart = {
  name: 'entries',
  title: 'Reading a log',
  about:
    'Activity entries of 1.16 KB from a server of constants in another process, all of them into memory. Cold is the first call of a fresh process, warm a later one.',
  run: async ({ quick, peers, say }) => {
    const { contenders } = await openWorkshop(peers);
    const server = await startLoopback();
    const measure = async (count: number, temperature: keyof typeof sampleAt, rounds: number) => {
      say(`${count.toLocaleString('en')} entries, ${temperature}, ${rounds} rounds`);
      const sample = await sampleAt[temperature](contenders, `${server.url}/${count}`);
      const warmUp = temperature === 'warm' ? 2 : 1;
      return compare(questionOf(count, temperature), sample, { rounds, warmUp });
    };
    const measurements: Measurement[] = [await measure(10_000, 'cold', quick ? 3 : 9)];
    measurements.push(await measure(10_000, 'warm', quick ? 3 : 9));
    if (!quick) measurements.push(await measure(100_000, 'cold', 5), await measure(100_000, 'warm', 5));
    await server.stop();
    return { measurements };
  },
};

function questionOf(count: number, temperature: string) {
  return {
    id: `entries-${count}-${temperature}`,
    title: `${count.toLocaleString('en')}, ${temperature}`,
    unit: 'ms',
    baseline: 'bare fetch',
    better: 'less',
    reach: [{ contender: ours, of: 'ratio', most: 1.1 }],
  } as const;
}

const sampleAt = {
  cold: (contenders: readonly Contender[], baseUrl: string) =>
    contenders.map(({ name, file }) => ({
      name,
      sample: () => resultOf<number>({ file: listing, args: [file, baseUrl, workspaceId] }),
    })),
  warm: (contenders: readonly Contender[], baseUrl: string) =>
    Promise.all(
      contenders.map(async ({ name, file }) => {
        const client = await connect(file, baseUrl);
        const sample = () => {
          // What the one before has left behind is not this one's to clear away.
          globalThis.gc?.();
          return duration(() => client.listActivity(workspaceId));
        };
        return { name, sample };
      }),
    ),
};
