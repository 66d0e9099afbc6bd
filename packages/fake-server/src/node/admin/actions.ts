/** What admin endpoints do that is more than one call of the fake server. */
import {
  emptyWorld,
  isJournalError,
  isSnapshotError,
  SeedError,
  type Clock,
  type Duration,
  type FakeServer,
  type Instant,
  type Journal,
  type Seed,
  type SnapshotError,
} from '../../core/index.ts';

/**
 * Resets the world with another seed.
 *
 * @throws {SeedError} when it does not conform to the interface; the world is then unchanged.
 */
export function seedWorld(
  { reset, snapshot, restore }: Pick<FakeServer, 'reset' | 'snapshot' | 'restore'>,
  seed: Seed,
): void {
  const before = snapshot();
  reset();
  try {
    // Any other value is left as it is, so that `restore` throws.
    const isObject = Object(seed) === seed && !Array.isArray(seed);
    const data = (isObject ? { ...emptyWorld(), ...seed } : seed) as ReturnType<typeof emptyWorld>;
    restore({ ...snapshot(), data });
  } catch (error) {
    restore(before);
    throw isSnapshotError(error) ? seedError(error) : error;
  }
}

/** A seed is the data of a snapshot: paths lead into the seed alone. */
function seedError({ issues }: SnapshotError): SeedError {
  return new SeedError(
    issues.map((issue) => ({
      ...issue,
      path: issue.path.replace(/^data\.?/, ''),
      pointer: issue.pointer.replace(/^\/data/, ''),
    })),
  );
}

/** A change of the clock: one of the two. */
export type ClockChange = { readonly advance: Duration } | { readonly set: Instant };

/** @throws {RangeError} when the change is invalid. */
export function changeClock(
  { clock, snapshot }: Pick<FakeServer, 'clock' | 'snapshot'>,
  change: ClockChange,
): { readonly now: string } {
  applyChange(clock, change);
  return { now: snapshot().clock };
}

function applyChange(clock: Clock, change: ClockChange): void {
  const keys = typeof change === 'object' ? Object.keys(change) : [];
  if (keys.join() === 'advance' && 'advance' in change) clock.advance(change.advance);
  else if (keys.join() === 'set' && 'set' in change) clock.set(change.set);
  else throw new RangeError('give either advance, such as "1h", or set, such as "2026-03-01T12:00:00Z"');
}

/** Whether the journal is clean, and if not, why. */
export function cleanliness(journal: Pick<Journal, 'assertClean'>): {
  readonly clean: boolean;
  readonly reasons: readonly string[];
} {
  try {
    journal.assertClean();
    return { clean: true, reasons: [] };
  } catch (error) {
    if (!isJournalError(error)) throw error;
    return { clean: false, reasons: error.problems.map((problem) => problem.trim()) };
  }
}
