/** Faults in a snapshot. */
import { SeedError } from '../errors.ts';
import { wholeNumber } from '../fields.ts';
import { faultFields, readFault, type Fault } from './fault.ts';
import type { FaultState } from './fault-list.ts';
import type { SavedFunctions } from './saved-functions.ts';

/** A fault in a snapshot, whose function is replaced by a name: JSON has no functions. */
export type SavedFault = Omit<Fault, 'when'> & {
  /**
   * Name of its function, known only to the fake server that took the snapshot: it keeps those of its latest snapshot
   * and the 1,000 before.
   */
  readonly when?: string | undefined;
};

/** The faults of a snapshot. */
export interface SavedFaults {
  readonly faults: readonly SavedFault[];
  /** The id of the next fault. */
  readonly next: number;
}

export function saveFaults({ faults, next }: FaultState, functions: SavedFunctions): SavedFaults {
  const nameOf = functions.save(faults.flatMap(({ when }) => when ?? []));
  const saved = faults.map(({ when, ...fault }): SavedFault =>
    when ? { ...fault, when: nameOf(when) } : fault,
  );
  // Options are what JSON can hold, so a copy through text is a copy.
  return JSON.parse(JSON.stringify({ faults: saved, next })) as SavedFaults;
}

/** @throws {Error} when they are not what was saved, or have a function that this fake server does not know. */
export function loadFaults({ faults, next }: SavedFaults, functions: SavedFunctions): FaultState {
  const loaded = faults.map((fault, index) => loadFault(fault, index, functions));
  const ids = new Set(loaded.map(({ id }) => id));
  if (!wholeNumber(0).includes(next) || ids.size < loaded.length || loaded.some(({ id }) => id >= next)) {
    throw new RangeError('next has to be a whole number above all ids, and each id the only one');
  }
  return { faults: loaded, next };
}

function loadFault({ when: name, ...saved }: SavedFault, index: number, functions: SavedFunctions): Fault {
  const when = name === undefined ? undefined : functions.get(name);
  if (name !== undefined && !when) {
    const expected = 'the name of a function that this fake server has in a snapshot (no other knows it)';
    const place = { path: `faults[${index}].when`, pointer: `/faults/${index}/when` };
    throw new SeedError([{ ...place, expected, received: JSON.stringify(name) }]);
  }
  return { ...readFault(saved, faultFields), ...(when && { when }) };
}
