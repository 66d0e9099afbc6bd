/** The data that worlds begin with: read once for those that share it. Rows are never written. */
import type { StoreData } from '../store/change.ts';
import { demoWorld } from './demo-world.ts';
import { fitting, loadSeed } from './load-seed.ts';
import type { Seed } from './seed.ts';

/** Seeds that were read. */
export type SharedSeeds = WeakMap<Seed, StoreData>;

let shared: SharedSeeds | undefined;

/** Runs `act`, in which a seed that was read before is not read again: it counts as it was then. */
export function sharingSeeds<Result>(seeds: SharedSeeds, act: () => Result): Result {
  const before = shared;
  shared = seeds;
  try {
    return act();
  } finally {
    shared = before;
  }
}

/**
 * The rows of a seed; by default of the sample data at an instant.
 *
 * @param now - Milliseconds since 1970.
 * @throws {SeedError} when the seed does not conform to the interface, or exceeds `maxWorldBytes`.
 */
export function initialData(seed: Seed | undefined, now: number, maxWorldBytes: number): StoreData {
  return fitting(seed === undefined ? demoData(now) : loadOnce(seed), maxWorldBytes);
}

function loadOnce(seed: Seed): StoreData {
  const known = shared?.get(seed);
  if (known) return known;
  const data = loadSeed(seed);
  shared?.set(seed, data);
  return data;
}

let demo: { readonly now: number; readonly data: StoreData } | undefined;

/** Always the same for an instant, which is the default of the clock most often. */
function demoData(now: number): StoreData {
  if (demo?.now !== now) demo = { now, data: loadSeed(demoWorld({ now })) };
  return demo.data;
}
