import { FakeServerError } from '../errors.ts';
import type { SavedClock, TimeSource } from '../time/time.ts';
import type { Change } from './change.ts';
import { isPlain } from '../json.ts';
import type { Fault } from '../faults/fault.ts';

/** The part of a world's state that its tables do not contain. */
export interface WorldState {
  readonly ids: number;
  /** State of the random generator that varies responses. */
  readonly random: number;
  /** Difference in milliseconds between the clock and its time source. */
  readonly clockOffset: number;
  /** Oldest first, with increasing ids. A fault whose count changes is replaced at its place. */
  readonly faults: readonly Fault[];
  /** The scenario with which the state began. */
  readonly scenario?: string | undefined;
}

export function isSame(state: WorldState, other: WorldState): boolean {
  return (Object.keys(state) as (keyof WorldState)[]).every((key) => state[key] === other[key]);
}

const storedVersion = 3;

/** The value of the `state` row. Faults have rows of their own, because their bodies may be long. */
export interface StoredState extends Pick<WorldState, 'ids' | 'random' | 'scenario'>, SavedClock {
  readonly version: number;
  /** The highest id that a fault has had. */
  readonly latestFault: number;
}

export function stateRow(
  { ids, random, clockOffset, scenario }: WorldState,
  latestFault: number,
  time: TimeSource,
): Change {
  const value = {
    version: storedVersion,
    ids,
    random,
    latestFault,
    scenario,
    ...time.save(clockOffset),
  } satisfies StoredState;
  return { act: 'put', kind: 'state', parent: '', id: 'world', value: JSON.stringify(value) };
}

export function readState(
  { version, now, offset, ids, random, latestFault, scenario }: StoredState,
  time: TimeSource,
): Omit<WorldState, 'faults'> & Pick<StoredState, 'latestFault'> {
  if (version !== storedVersion) {
    throw new FakeServerError(
      'storage-version',
      `The stored world has version ${String(version)}, but this release reads version ${storedVersion}. Use the release that stored it, or another storage.`,
    );
  }
  if (![ids, random, latestFault].every((value) => Number.isInteger(value))) {
    throw new RangeError('The state of the world contains a number that is not an integer.');
  }
  return { ids, random, latestFault, scenario, clockOffset: time.load({ now, offset }) };
}

export interface FaultRows {
  readonly changes: readonly Change[];
  /** False if only counts have changed that no later request depends on. These are saved with the next change. */
  readonly isDue: boolean;
}

/** Returns how the current faults differ from the stored ones. Faults with a function or a RegExp are not stored. */
export function faultRows(allStored: readonly Fault[], all: readonly Fault[]): FaultRows {
  if (allStored === all) return { changes: [], isDue: false };
  const [stored, faults] = differingParts(allStored, all);
  const before = new Map(stored.map((fault) => [fault.id, fault]));
  const after = new Set(faults.map(({ id }) => id));
  const put = faults.filter((fault) => before.get(fault.id) !== fault && isPlain(fault.match));
  const removed = stored.filter(({ id, match }) => !after.has(id) && isPlain(match));
  return {
    changes: [
      ...removed.map(({ id }) => ({ act: 'remove', ...faultKey(id) }) as const),
      ...put.map((fault) => ({ act: 'put', ...faultKey(fault.id), value: JSON.stringify(fault) }) as const),
    ],
    isDue: removed.length > 0 || put.some((fault) => !before.has(fault.id) || isCounted(fault)),
  };
}

/**
 * Skips equal faults at both ends, because usually a single fault differs, so comparing all of them by id would be
 * slower.
 */
function differingParts<Item>(
  one: readonly Item[],
  other: readonly Item[],
): [readonly Item[], readonly Item[]] {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  return [one.slice(start, one.length - end), other.slice(start, other.length - end)];
}

function isCounted({ times, after = 0, probability }: Fault): boolean {
  return times !== undefined || after > 0 || probability !== undefined;
}

function faultKey(id: number): { readonly kind: 'fault'; readonly parent: ''; readonly id: string } {
  return { kind: 'fault', parent: '', id: String(id) };
}
