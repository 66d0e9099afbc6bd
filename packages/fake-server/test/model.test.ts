/**
 * Compares the fake server with a model (`support/model.ts`) after each step of random sequences: requests, fixtures,
 * faults, clock, journal, seeds, snapshots, resets, and opening the storage again.
 */
import { createFakeServer, type WorldStorage } from '@mock-services/fake-server/core';
import { openWorldFile } from '@mock-services/fake-server/node';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MemoryStorage } from './storage/memory-storage.ts';
import { baseUrl, compare, seedOf, start, steps, type Real } from './support/model-steps.ts';
import { Model, type Settings } from './support/model.ts';

const anySettings: fc.Arbitrary<Settings> = fc.record({
  start: fc.constant(Date.parse(start)),
  maxActivityEntries: fc.constantFrom(1, 3),
  maxRequests: fc.constantFrom(2, 8),
  latency: fc.constant(7),
  onExpiry: fc.constantFrom('keep', 'hide', 'gone'),
});

test.each<[string, () => WorldStorage]>([
  ['in memory', () => new MemoryStorage()],
  ['in SQLite', () => openWorldFile(':memory:').world('ü')],
])('a fake server with a storage %s behaves like a model of arrays and a clock', (_, createStorage) => {
  expect.hasAssertions();
  fc.assert(
    fc.property(anySettings, steps, (settings, commands) => {
      const storage = createStorage();
      const { maxActivityEntries, maxRequests, latency, onExpiry } = settings;
      const options = { maxActivityEntries, latency, onExpiry, journal: { maxEntries: maxRequests } };
      const { seed, data } = seedOf(0);
      const open = () => createFakeServer({ baseUrl, seed, clock: start, storage, ...options });
      const model = new Model(settings, data);
      const real: Real = { fake: open(), open, snapshots: [], pending: [] };
      compare(model, real);
      fc.modelRun(() => ({ model, real }), commands);
    }),
    { numRuns: Number(process.env['FUZZ_RUNS'] ?? 120) },
  );
});
