import { FakeServerError } from '../errors.ts';
import type { SavedClock, TimeSource } from '../time/time.ts';
import type { Change } from './change.ts';
import { isPlain } from '../json.ts';
import type { Fault } from '../faults/fault.ts';

export interface WorldState {
  readonly ids: number;
  readonly random: number;
  /** Difference in milliseconds between the clock and its time source. */
  readonly clockOffset: number;
  /** Oldest first, with increasing ids. A fault whose count changes is replaced at its place. */
  readonly faults: readonly Fault[];
  /** The highest id that a fault has had, even before a reset or a restart. */
  readonly latestFault: number;
  readonly scenario?: string | undefined;
}

export function isSame(state: WorldState, other: WorldState): boolean {
  return (Object.keys(state) as (keyof WorldState)[]).every((key) => state[key] === other[key]);
}

const storedVersion = 3;

/** Each fault has its own row, because the body of a fault may be long. */
export interface StoredState extends Omit<WorldState, 'clockOffset' | 'faults'>, SavedClock {
  readonly version: number;
}

export function stateRow(
  { ids, random, latestFault, clockOffset, scenario }: WorldState,
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
): Omit<WorldState, 'faults'> {
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

/** Faults whose matcher contains a function or a RegExp are not stored. */
export function faultRows(stored: readonly Fault[], faults: readonly Fault[]): Change[] {
  if (stored === faults) return [];
  const before = new Set(stored);
  const after = new Set(faults.map(({ id }) => id));
  const put = faults.filter((fault) => !before.has(fault) && isPlain(fault.match));
  const removed = stored.filter(({ id, match }) => !after.has(id) && isPlain(match));
  return [
    ...removed.map(({ id }) => ({ act: 'remove', ...faultKey(id) }) as const),
    ...put.map((fault) => ({ act: 'put', ...faultKey(fault.id), value: JSON.stringify(fault) }) as const),
  ];
}

function faultKey(id: number): { readonly kind: 'fault'; readonly parent: ''; readonly id: string } {
  return { kind: 'fault', parent: '', id: String(id) };
}
