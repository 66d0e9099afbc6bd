/** The memory that is kept of a world that was filled. */
import { join } from 'node:path';
import { resultOf } from '../../../../tools/bench/child.ts';
import { settled } from '../../../../tools/bench/measure.ts';
import type { Measurement } from '../../../../tools/bench/report.ts';

const stores = [
  'log',
  'mock services',
  'workspaces',
  'lists',
  'journal',
  'faults',
  'functions in snapshots',
  'restored',
  'delayed requests',
];

const file = join(import.meta.dirname, '../children/kept.ts');
const mebibyte = 1024 * 1024;

/** A process for each store: what the first world of a process leaves behind must not be there before. */
export async function measureKept({
  quick,
  say,
}: {
  readonly quick: boolean;
  readonly say: (text: string) => void;
}): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const store of stores) {
    say(`memory: ${store}`);
    const { filled, reset, gone } = await resultOf<Readonly<Record<'filled' | 'reset' | 'gone', number>>>({
      file,
      args: [store, quick ? '2000' : '20000'],
      execArgv: ['--expose-gc'],
    });
    measurements.push(
      settled(
        {
          id: `kept-${store.replaceAll(' ', '-')}`,
          title: store,
          unit: 'MiB',
          baseline: 'filled',
          better: 'less',
          reach: ['after reset', 'without the fake'].map((contender) => ({
            contender,
            of: 'ratio',
            most: 0.1,
          })),
        },
        {
          filled: filled / mebibyte,
          'after reset': reset / mebibyte,
          'without the fake': gone / mebibyte,
        },
      ),
    );
  }
  return measurements;
}
