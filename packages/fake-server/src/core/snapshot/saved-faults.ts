/** Faults as a snapshot has them. */
import { checkFault } from '../faults/check-fault.ts';
import type { Fault, FaultState } from '../faults/fault-list.ts';
import { wholeNumber } from './snapshot-reader.ts';

/** A fault without its function, which is no JSON. */
export type SavedFault = Omit<Fault, 'when'> & {
  /** Name of its function, which none but the fake server that it was given to knows. */
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

/** @throws {Error} when they are not what was saved, or have a function that this fake server never had. */
export function loadFaults({ faults, next }: SavedFaults, functions: Functions): FaultState {
  return { faults: faults.map((fault) => loadFault(fault, functions)), next: wholeNumber(next) };
}

function loadFault({ when, ...fault }: SavedFault, functions: Functions): Fault {
  const { id, seen, used, error: _, ...options } = fault;
  checkFault(options);
  for (const count of [id, seen, used]) wholeNumber(count);
  if (when === undefined) return fault;
  const own = functions.get(when);
  if (!own) throw new RangeError(`fault ${id} has a function of another fake server`);
  return { ...fault, when: own };
}

function nameOf(when: NonNullable<Fault['when']>, functions: Functions): string {
  const [known] = [...functions].find(([, own]) => own === when) ?? [];
  const name = known ?? `when ${functions.size + 1}`;
  functions.set(name, when);
  return name;
}
