/** The rows that a world consists of, and what a request can do to them. A storage saves the same changes. */
import type { Fault } from '../faults/fault.ts';

/**
 * What a row holds. `request` and `problem` are entries of the journal: all requests, and those that broke the contract, which
 * are kept longer. `state` is the one row with everything else: generators, clock and counters.
 */
export type RowKind =
  'mockService' | 'workspace' | 'configuration' | 'entry' | 'fault' | 'request' | 'problem' | 'state';

/** The name of a row. */
export interface RowKey {
  readonly kind: RowKind;
  /** The workspace of an activity entry: its id in lower case. Empty for every other kind. */
  readonly parent: string;
  /** Unique among the rows of a kind and parent; ids of resources are in lower case. */
  readonly id: string;
}

/** One row of a world. */
export interface Row extends RowKey {
  /** JSON text. */
  readonly value: string;
}

/** One change of a world. Changes that belong together are saved and applied together. */
export type Change =
  /** Adds a row at the end, or replaces the value of a row in its place. */
  | ({ readonly act: 'put' } & Row)
  | ({ readonly act: 'remove' } & RowKey)
  /** Removes all rows of a kind, or those of one parent. */
  | { readonly act: 'clear'; readonly kind: RowKind; readonly parent?: string | undefined };

/** A change before it is saved: a fault is an object until then, because its matcher may be a function. */
export type PendingChange = Change | (RowKey & { readonly act: 'put'; readonly fault: Fault });

/** Adds a fault at the end, or replaces the fault with its id. */
export function putOfFault(fault: Fault): PendingChange {
  return { act: 'put', kind: 'fault', parent: '', id: String(fault.id), fault };
}

/** Whether rows of a kind hold what the service stores. The others belong to the fake server itself. */
export const isData: Readonly<Record<RowKind, boolean>> = {
  mockService: true,
  workspace: true,
  configuration: true,
  entry: true,
  fault: false,
  request: false,
  problem: false,
  state: false,
};
