import type { BenchPart } from '../../../tools/bench/bench.ts';
import { measureGrowth } from '../../../tools/bench/growth.ts';
import { activityProbes } from './growth/activity.ts';
import { bodyProbes } from './growth/bodies.ts';
import { clientProbes } from './growth/client.ts';
import { contractProbes } from './growth/contract.ts';
import { logProbes } from './growth/logs.ts';

export const growth: BenchPart = {
  name: 'growth',
  title: 'Growth',
  about:
    'Processor time of one call with something of size n, and with 8 times as much: entries, characters, items or fields, as the name says. What grows with its input may take 12 times as long.',
  run: async (how) => ({
    growths: await measureGrowth(
      [...activityProbes, ...bodyProbes, ...logProbes, ...clientProbes, ...contractProbes],
      how,
    ),
  }),
};
