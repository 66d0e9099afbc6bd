import {
  emptyWorld,
  isSnapshotError,
  SeedError,
  type FakeServer,
  type Seed,
  type SnapshotError,
} from '../../core/index.ts';

/**
 * Begins anew with other data.
 *
 * @throws {SeedError} when it is not what the interface describes; the world is then as it was.
 */
export function seedWorld(
  { reset, snapshot, restore }: Pick<FakeServer, 'reset' | 'snapshot' | 'restore'>,
  seed: Seed,
): void {
  const before = snapshot();
  reset();
  try {
    // What is no object stays what it is, and is refused.
    const isObject = Object(seed) === seed && !Array.isArray(seed);
    const data = (isObject ? { ...emptyWorld(), ...seed } : seed) as ReturnType<typeof emptyWorld>;
    restore({ ...snapshot(), data });
  } catch (error) {
    restore(before);
    throw isSnapshotError(error) ? seedError(error) : error;
  }
}

/** A seed is the data of a snapshot; what is wrong with it is said without the snapshot around it. */
function seedError({ issues }: SnapshotError): SeedError {
  return new SeedError(
    issues.map((issue) => ({
      ...issue,
      path: issue.path.replace(/^data\.?/, ''),
      pointer: issue.pointer.replace(/^\/data/, ''),
    })),
  );
}
