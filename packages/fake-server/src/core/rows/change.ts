import type { Fault } from './fault.ts';
import type { JournalEntry } from './journal-entry.ts';

/**
 * Rows of the kinds `request` and `problem` are journal entries. A request that breaks the contract has a row of each
 * kind, because the journal keeps `problem` rows longer. The only `state` row holds the generators, the clock and the
 * counters. `seed` rows hold the latest seed that was passed to `fake.seed`.
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

export interface RowKey {
  readonly kind: RowKind;
  /**
   * For an activity entry, the workspace id in lower case. For a `seed` row, the kind and parent that the row has
   * after a reset. Empty for other rows.
   */
  readonly parent: string;
  /** Unique among the rows with the same kind and parent. Ids of resources are in lower case. */
  readonly id: string;
}

export interface Row extends RowKey {
  readonly value: string;
}

/** All changes of one commit are saved and applied together. */
export type Change =
  /** Adds a row at the end, or replaces its value without moving it. */
  | ({ readonly act: 'put' } & Row)
  | ({ readonly act: 'remove' } & RowKey)
  /** Removes all rows of a kind, or only the rows of one parent. */
  | { readonly act: 'clear'; readonly kind: RowKind; readonly parent?: string | undefined };

/**
 * A change that is not saved yet. Faults and journal entries are still objects, because a matcher may be a function and
 * the JSON of an entry is redacted.
 */
export type PendingChange =
  | Change
  | (RowKey & { readonly act: 'put' } & ({ readonly fault: Fault } | { readonly entry: JournalEntry }));

export function putOfFault(fault: Fault): PendingChange {
  return { act: 'put', kind: 'fault', parent: '', id: String(fault.id), fault };
}

export function putOfEntry(kind: 'request' | 'problem', entry: JournalEntry): PendingChange {
  return { act: 'put', kind, parent: '', id: String(entry.number), entry };
}

/** Whether rows of a kind hold the service's data rather than state of the fake server, such as faults. */
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
