/** Whole worlds: seeds, snapshots, resets and the clock. */
import { createFakeServer } from '@mock-services/fake-server/core';
import { linear, type Probe } from '../../../../tools/bench/growth.ts';
import { mockServices } from '../samples.ts';
import { inWorld, ofWorld, paths, seedOf, thrown, worldOf } from './world.ts';

const get = { method: 'GET', path: paths.mockServices };

export const stateProbes: readonly Probe[] = [
  linear('createFakeServer with a seed', 100, (size) => {
    const seed = seedOf(size);
    return () => createFakeServer({ seed });
  }),
  linear('createFakeServer with a base URL of many slashes', 5000, (size) => {
    const baseUrl = `https://mocks.example/a${'/'.repeat(size)}b${'/'.repeat(size)}`;
    return () => createFakeServer({ seed: {}, baseUrl });
  }),
  linear('SeedError of many wrong fields', 1000, (size) => {
    const wrong = mockServices(size).map((service) => ({ ...service, title: undefined }));
    // It is what the error is about.
    const seed = { mockServices: wrong } as unknown as ReturnType<typeof seedOf>;
    return () => thrown(() => createFakeServer({ seed }));
  }),
  linear('SeedError of many equal ids', 1000, (size) => {
    const [service] = mockServices(1);
    const seed = { mockServices: Array.from({ length: size }, () => service ?? mockServices(1)[0]) };
    return () => thrown(() => createFakeServer({ seed: seed as ReturnType<typeof seedOf> }));
  }),
  linear('trimmed timestamps of many digits', 2000, (size) => {
    const createdAt = `2026-01-01T00:00:00.${'0'.repeat(size)}1Z`;
    const seed = { mockServices: mockServices(1).map((service) => ({ ...service, createdAt })) };
    const fake = createFakeServer({ seed, timestampFraction: 'trimmed', journal: false });
    return () => fake.handle(get);
  }),
  linear('trimmed timestamps of many zeros', 20_000, (size) => {
    const createdAt = `2026-01-01T00:00:00.1${'0'.repeat(size)}Z`;
    const seed = { mockServices: mockServices(1).map((service) => ({ ...service, createdAt })) };
    const fake = createFakeServer({ seed, timestampFraction: 'trimmed', journal: false });
    return () => fake.handle(get);
  }),
  inWorld('reset', ({ fake }) => {
    fake.mockServices.add();
    fake.reset();
  }),
  ofWorld('snapshot', 200, ({ fake }) => fake.snapshot()),
  linear('restore', 100, (size) => {
    const { fake } = worldOf(size);
    const snapshot = fake.snapshot();
    return () => fake.restore(snapshot);
  }),
  linear('SnapshotError of many wrong rows', 1000, (size) => {
    const { fake } = worldOf(1);
    const snapshot = fake.snapshot();
    const wrong = mockServices(size).map((service) => ({ ...service, title: undefined }));
    // It is what the error is about.
    const data = { ...snapshot.data, mockServices: wrong as unknown as typeof snapshot.data.mockServices };
    return () => thrown(() => fake.restore({ ...snapshot, data }));
  }),
  inWorld('clock.now', ({ fake }) => fake.clock.now()),
  inWorld('clock.advance', ({ fake }) => fake.clock.advance('1s')),
  inWorld('clock.set', ({ fake }) => fake.clock.set('2026-02-01T00:00:00Z')),
];
