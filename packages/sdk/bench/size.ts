import type { BenchPart } from '../../../tools/bench/bench.ts';
import { bundleSize } from '../../../tools/bench/bundle.ts';
import { settled } from '../../../tools/bench/measure.ts';
import { openWorkshop, ours } from './workshop.ts';

export const size: BenchPart = {
  name: 'size',
  title: 'What a page loads',
  about:
    'Bytes after minifying and gzip of a bundle that calls all nine operations; esbuild, nothing external, split where there is an `import()`. The SDK loads one script on demand, when a value differs from the interface: it finds which fields do.',
  run: async ({ peers }) => {
    const { folder, contenders } = await openWorkshop(peers);
    const eager: Record<string, number> = {};
    const total: Record<string, number> = {};
    for (const { name, file } of contenders) {
      const text = `import { connect } from ${JSON.stringify(file)}; globalThis.operations = connect(location.origin);`;
      const bytes = await bundleSize(text, folder);
      eager[name] = bytes.eager;
      total[name] = bytes.eager + bytes.onDemand;
    }
    const question = { unit: 'B', baseline: 'bare ky', better: 'less' } as const;
    return {
      measurements: [
        settled(
          {
            ...question,
            id: 'size-eager',
            title: 'before the first call',
            reach: [{ contender: ours, of: 'median', most: 16_384 }],
          },
          eager,
        ),
        settled(
          {
            ...question,
            id: 'size-total',
            title: 'all scripts together',
            reach: [{ contender: ours, of: 'median', most: 26_624 }],
          },
          total,
        ),
      ],
    };
  },
};
