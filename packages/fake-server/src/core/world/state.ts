import { FakeServerError } from '../errors.ts';
import type { SavedClock, TimeSource } from '../time/time.ts';
import type { Change } from '../rows/change.ts';

/** The part of a world's state that its tables do not contain. */
export interface WorldState {
  readonly ids: number;
  /** State of the random generator that varies responses. */
  readonly random: number;
  /** Difference in milliseconds between the clock and its time source. */
  readonly clockOffset: number;
  readonly nextFault: number;
  readonly nextRequest: number;
  /** Number of requests that broke the contract and were removed from the journal. */
  readonly droppedProblems: number;
}

const storedVersion = 2;

/** The value of the `state` row. */
export interface StoredState extends Omit<WorldState, 'clockOffset'>, SavedClock {
  readonly version: number;
}

export function stateRow({ clockOffset, ...counters }: WorldState, time: TimeSource): Change {
  const value = { version: storedVersion, ...counters, ...time.save(clockOffset) } satisfies StoredState;
  return { act: 'put', kind: 'state', parent: '', id: 'world', value: JSON.stringify(value) };
}

export function readState({ version, now, offset, ...counters }: StoredState, time: TimeSource): WorldState {
  if (version !== storedVersion) {
    throw new FakeServerError(
      'storage-version',
      `The stored world has version ${String(version)}, but this release reads version ${storedVersion}. Use the release that stored it, or another storage.`,
    );
  }
  if (!Object.values(counters).every((value) => Number.isInteger(value))) {
    throw new RangeError('The state of the world contains a number that is not an integer.');
  }
  return { ...counters, clockOffset: time.load({ now, offset }) };
}
