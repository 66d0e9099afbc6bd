import type { BenchPart } from '../../../tools/bench/bench.ts';
import { measureGrowth } from '../../../tools/bench/growth.ts';
import { faultProbes, journalProbes } from './growth/faults.ts';
import { fixtureProbes } from './growth/fixtures.ts';
import { measureKept } from './growth/kept.ts';
import { nodeProbes } from './growth/node.ts';
import { requestProbes } from './growth/requests.ts';
import { stateProbes } from './growth/state.ts';
import { worldProbes } from './growth/worlds.ts';

export const growth: BenchPart = {
  name: 'growth',
  title: 'Growth',
  about:
    'Processor time of one act with something of size n, and with 8 times as much: rows of a world, faults, requests in the journal, characters or fields, as the name says. What grows with its input may take 12 times as long, all else twice as long. Memory is that of a process in which one store was filled with 20,000 things of about a kilobyte: on the heap after garbage collection, with the fake, after its reset, and once nothing refers to the fake.',
  run: async (how) => ({
    measurements: await measureKept(how),
    growths: await measureGrowth(
      [
        ...fixtureProbes,
        ...requestProbes,
        ...stateProbes,
        ...faultProbes,
        ...journalProbes,
        ...nodeProbes,
        ...worldProbes,
      ],
      how,
    ),
  }),
};
