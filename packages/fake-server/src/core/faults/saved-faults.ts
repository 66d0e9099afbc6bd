/** Faults in a snapshot. */
import { wholeNumber } from '../fields.ts';
import { checkFault, faultFields, type Fault } from './fault.ts';
import type { FaultState } from './fault-list.ts';

/** A fault in a snapshot, whose function is replaced by a name: JSON has no functions. */
export type SavedFault = Omit<Fault, 'when'> & {
  /** Name of its function, known only to the fake server that took the snapshot. */
  readonly when?: string | undefined;
};

/** The faults of a snapshot. */
export interface SavedFaults {
  readonly faults: readonly SavedFault[];
  /** The id of the next fault. */
  readonly next: number;
}

type Functions = Map<string, NonNullable<Fault['when']>>;

export function saveFaults({ faults, next }: FaultState, functions: Functions): SavedFaults {
  const saved = faults.map(({ when, ...fault }): SavedFault =>
    when ? { ...fault, when: nameOf(when, functions) } : fault,
  );
  // Options are what JSON can hold, so a copy through text is a copy.
  return JSON.parse(JSON.stringify({ faults: saved, next })) as SavedFaults;
}

/** @throws {Error} when they are not what was saved, or have a function that this fake server does not know. */
export function loadFaults({ faults, next }: SavedFaults, functions: Functions): FaultState {
  if (!wholeNumber(0).includes(next)) throw new RangeError('next is not a whole number');
  return { faults: faults.map((fault) => loadFault(fault, functions)), next };
}

function loadFault({ when, ...fault }: SavedFault, functions: Functions): Fault {
  checkFault(fault, faultFields);
  if (when === undefined) return fault;
  const own = functions.get(when);
  if (!own) throw new RangeError(`fault ${fault.id} has a function of another fake server`);
  return { ...fault, when: own };
}

function nameOf(when: NonNullable<Fault['when']>, functions: Functions): string {
  const [known] = [...functions].find(([, own]) => own === when) ?? [];
  const name = known ?? `when ${functions.size + 1}`;
  functions.set(name, when);
  return name;
}
