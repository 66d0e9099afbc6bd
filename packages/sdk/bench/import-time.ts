import type { BenchPart } from '../../../tools/bench/bench.ts';
import { resultOf } from '../../../tools/bench/child.ts';
import { compare } from '../../../tools/bench/measure.ts';
import { at } from '../../../tools/lib/paths.ts';
import { openWorkshop, ours } from './workshop.ts';

const importing = at('packages/sdk/bench/children/importing.ts');

export const importTime: BenchPart = {
  name: 'import',
  title: 'Import in Node',
  about:
    'Time that `import()` of the installed package takes in a process of its own that has imported nothing else.',
  run: async ({ quick, peers, say }) => {
    const { contenders } = await openWorkshop(peers);
    const rounds = quick ? 3 : 21;
    say(`${rounds} rounds of ${contenders.length} fresh processes`);
    const question = {
      id: 'import',
      title: 'import',
      unit: 'ms',
      baseline: 'bare ky',
      better: 'less',
      reach: [{ contender: ours, of: 'ratio', most: 1.15 }],
    } as const;
    const samples = contenders.map(({ name, file }) => ({
      name,
      sample: () => resultOf<number>({ file: importing, args: [file] }),
    }));
    return { measurements: [await compare(question, samples, { rounds })] };
  },
};
