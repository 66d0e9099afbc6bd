/**
 * Compares the fake server with a model (`support/model.ts`) after each step of random sequences: requests, fixtures,
 * faults, clock, journal, seeds, snapshots, resets, and opening the storage again.
 */
import { createFakeServer, type WorldStorage } from '@mock-services/fake-server/core';
import { openWorldFile } from '@mock-services/fake-server/node';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MemoryStorage } from './storage/memory-storage.ts';
import { baseUrl, compare, seedOf, start, type Real } from './support/model-step.ts';
import { anyLimits, steps } from './support/model-steps.ts';
import { Model, type Limits, type Settings } from './support/model.ts';
import { runsOfModel } from '../../../tools/lib/near.ts';

const anySettings: fc.Arbitrary<Pick<Settings, 'onExpiry'> & Limits> = fc
  .tuple(anyLimits, fc.constantFrom('keep', 'hide', 'gone'))
  .map(([limits, onExpiry]) => ({ ...limits, onExpiry }));

test.each<[string, () => WorldStorage]>([
  ['in memory', () => new MemoryStorage()],
  ['in SQLite', () => openWorldFile(':memory:').world('ü')],
])('a fake server with a storage %s behaves like a model of arrays and a clock', (_, createStorage) => {
  expect.hasAssertions();
  fc.assert(
    fc.property(anySettings, steps, (settings, commands) => {
      const storage = createStorage();
      const { seed, data } = seedOf(0);
      const fixed = { baseUrl, seed, clock: start, storage, latency: 7, onExpiry: settings.onExpiry };
      const open = ({ maxRequests, maxActivityEntries, maxWorldBytes }: Limits) => {
        const journal = { maxEntries: maxRequests };
        return createFakeServer({ ...fixed, maxActivityEntries, maxWorldBytes, journal });
      };
      const model = new Model({ ...settings, start: Date.parse(start), latency: 7 }, data);
      const real: Real = { fake: open(settings), open, snapshots: [], pending: [], handles: [] };
      compare(model, real);
      fc.modelRun(() => ({ model, real }), commands);
    }),
    runsOfModel(200),
  );
});
