import type { BenchPart } from '../../../tools/bench/bench.ts';
import { bundleSize } from '../../../tools/bench/bundle.ts';
import { settled } from '../../../tools/bench/measure.ts';
import { openWorkshop, ours } from './workshop.ts';

export const size: BenchPart = {
  name: 'size',
  title: 'What a page loads',
  about:
    'Bytes after minifying and gzip of a bundle that calls all nine operations; esbuild, nothing external, split where there is an `import()`.',
  run: async ({ peers }) => {
    const { folder, contenders } = await openWorkshop(peers);
    const eager: Record<string, number> = {};
    const onDemand: Record<string, number> = {};
    const atOnce: Record<string, number> = {};
    for (const { name, file } of contenders) {
      const text = `import { connect } from ${JSON.stringify(file)}; globalThis.operations = connect(location.origin);`;
      const bytes = await bundleSize(text, folder);
      eager[name] = bytes.eager;
      if (bytes.onDemand === 0 && name !== ours) continue;
      atOnce[name] = bytes.atOnce;
      onDemand[name] = bytes.onDemand;
    }
    const question = { unit: 'B', better: 'less' } as const;
    return {
      measurements: [
        settled(
          {
            ...question,
            id: 'size-eager',
            baseline: 'bare ky',
            title: 'before the first call',
            reach: [{ contender: ours, of: 'median', most: 12_288 }],
          },
          eager,
        ),
        settled(
          {
            ...question,
            id: 'size-at-once',
            baseline: ours,
            title: 'to explain a failure, at most',
            reach: [{ contender: ours, of: 'median', most: 10_240 }],
          },
          atOnce,
        ),
        settled(
          { ...question, id: 'size-on-demand', baseline: ours, title: 'all that can be loaded later' },
          onDemand,
        ),
      ],
    };
  },
};
