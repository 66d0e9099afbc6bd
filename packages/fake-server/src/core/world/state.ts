import { StorageError } from '../errors.ts';
import type { SavedClock, TimeSource } from '../time/time-source.ts';
import type { Change } from './change.ts';

/** Everything about a world that is not in its tables. */
export interface WorldState {
  /** State of the generator of identifiers. */
  readonly ids: number;
  /** State of the generator that variation follows from. */
  readonly random: number;
  /** Milliseconds by which the clock differs from its source. */
  readonly clockOffset: number;
  /** Id of the next fault. */
  readonly nextFault: number;
  /** Number of the next request. */
  readonly nextRequest: number;
  /** Number of requests that broke the contract and are no longer in the journal. */
  readonly droppedProblems: number;
}

/** The version of the rows that this release stores and reads. */
const storedVersion = 2;

/** The value of the row `state`. */
export interface StoredState extends Omit<WorldState, 'clockOffset'>, SavedClock {
  readonly version: number;
}

/** The row with the state of a world. */
export function stateRow({ clockOffset, ...counters }: WorldState, time: TimeSource): Change {
  const value = { version: storedVersion, ...counters, ...time.save(clockOffset) } satisfies StoredState;
  return { act: 'put', kind: 'state', parent: '', id: 'world', value: JSON.stringify(value) };
}

/** @throws {StorageError} if the state was stored by another release. */
export function readState({ version, now, offset, ...counters }: StoredState, time: TimeSource): WorldState {
  if (version !== storedVersion) {
    throw new StorageError(
      'version',
      `The world was stored in version ${String(version)}; this release reads version ${storedVersion}.`,
    );
  }
  if (!Object.values(counters).every((value) => Number.isInteger(value))) {
    throw new RangeError('The state has to consist of integers.');
  }
  return { ...counters, clockOffset: time.load({ now, offset }) };
}
