/** Defines the rows of a world, and the changes that are applied to the rows. A storage saves the same changes. */
import type { Fault } from './fault.ts';
import type { JournalEntry } from './journal-entry.ts';

/**
 * The kind of data in a row. Rows of the kinds `request` and `problem` are journal entries. A request that breaks the
 * contract has both a `request` row and a `problem` row, because the journal stores `problem` rows for a longer time.
 * The only `state` row contains the generators, the clock and the counters. The rows of the kind `seed` contain the
 * seed that the world was seeded with after its creation.
 */
export type RowKind =
  | 'mockService'
  | 'workspace'
  | 'configuration'
  | 'entry'
  | 'fault'
  | 'request'
  | 'problem'
  | 'state'
  | 'seed';

/** Identifies a row. */
export interface RowKey {
  readonly kind: RowKind;
  /**
   * The lower-case workspace id if the row is an activity entry. If the kind is `seed`, the kind and the parent that
   * the row has after a reset. An empty string for any other row.
   */
  readonly parent: string;
  /**
   * Id of the row, which is unique among the rows with the same kind and parent. Ids of resources are in lower case.
   */
  readonly id: string;
}

/** One row of a world. */
export interface Row extends RowKey {
  /** The data as JSON. */
  readonly value: string;
}

/** A change of a world. All changes of one commit are saved and applied together. */
export type Change =
  /** Adds a row at the end, or replaces the value of an existing row without moving the row. */
  | ({ readonly act: 'put' } & Row)
  | ({ readonly act: 'remove' } & RowKey)
  /** Removes all rows of a kind, or only the rows of one parent. */
  | { readonly act: 'clear'; readonly kind: RowKind; readonly parent?: string | undefined };

/**
 * A change that is not saved yet. In a pending change, a fault is an object, because its matcher may be a function, and
 * so is a journal entry, because its JSON text is redacted.
 */
export type PendingChange =
  | Change
  | (RowKey & { readonly act: 'put' } & ({ readonly fault: Fault } | { readonly entry: JournalEntry }));

/** Creates a change that adds a fault, or replaces the fault with the same id. */
export function putOfFault(fault: Fault): PendingChange {
  return { act: 'put', kind: 'fault', parent: '', id: String(fault.id), fault };
}

/** Creates a change that adds an entry to the journal. */
export function putOfEntry(kind: 'request' | 'problem', entry: JournalEntry): PendingChange {
  return { act: 'put', kind, parent: '', id: String(entry.number), entry };
}

/**
 * Whether rows of the given kind contain the service's data. The value is false if the rows contain state of the fake
 * server, such as faults.
 */
export const isData: Readonly<Record<RowKind, boolean>> = {
  mockService: true,
  workspace: true,
  configuration: true,
  entry: true,
  fault: false,
  request: false,
  problem: false,
  state: false,
  seed: false,
};

/** Changes that remove all rows except the state of the world and its seed. */
export const clearances: readonly Change[] = /*@__PURE__*/ (Object.keys(isData) as RowKind[])
  .filter((kind) => kind !== 'state' && kind !== 'seed')
  .map((kind) => ({ act: 'clear', kind }));
