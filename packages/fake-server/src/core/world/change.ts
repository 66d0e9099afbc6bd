import { dataKinds, kindNames, type DataKind } from '@mock-services/sdk/seed';

export function isDataKind(kind: RowKind): kind is DataKind {
  return Object.hasOwn(dataKinds, kind);
}

/**
 * Besides the data, a storage has a row for each fault, one `state` row with the generators and the clock, and `seed`
 * rows with the latest seed that was passed to `fake.seed`.
 */
export type RowKind = DataKind | 'fault' | 'state' | 'seed';

export interface RowKey {
  readonly kind: RowKind;
  /**
   * The parent of a row whose owner may have many is the owner's id in lower case. A `seed` row contains the kind and
   * parent that the row has after a reset. Other rows have an empty string.
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

export const clearances: readonly Change[] = /*@__PURE__*/ kindNames.map((kind) => ({ act: 'clear', kind }));

/** Whether the changes begin with {@link clearances}. */
export function isReplacement([first]: readonly Change[]): boolean {
  return first?.act === 'clear' && first.parent === undefined;
}
