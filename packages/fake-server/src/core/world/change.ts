import {
  mockService,
  strictActivityEntry,
  strictWorkspace,
  type ActivityEntry,
  type MockService,
  type Schema,
  type Workspace,
} from '@mock-services/sdk/contract';

/** The data of a world: the value of each kind of row. */
export interface Resources {
  readonly mockService: MockService;
  readonly workspace: Workspace;
  readonly configuration: MockService;
  readonly entry: ActivityEntry;
}

export type DataKind = keyof Resources;

interface DataRules {
  /** All data must conform to this schema, whether a caller adds the data or a storage contains it. */
  readonly schema: Schema;
  /** Name of the list or record in a seed. */
  readonly seedPart: string;
  /** Kind of the owner. A row is removed together with its owner. */
  readonly ownedBy?: DataKind;
  /** An owner has exactly `one` row, with its own id, or `many` rows, whose parent it is. */
  readonly perOwner?: 'one' | 'many';
}

/** The functions that clear, load, check, remove, count and export a world's data are derived from this table. */
export const dataKinds: { readonly [Kind in DataKind]: DataRules } = {
  mockService: { schema: mockService, seedPart: 'mockServices' },
  workspace: { schema: strictWorkspace, seedPart: 'workspaces' },
  configuration: { schema: mockService, seedPart: 'configurations', ownedBy: 'workspace', perOwner: 'one' },
  entry: { schema: strictActivityEntry, seedPart: 'activity', ownedBy: 'workspace', perOwner: 'many' },
};

/** In an order in which owners come first. */
export const kindNames = /*@__PURE__*/ Object.keys(dataKinds) as readonly DataKind[];

export function isDataKind(kind: RowKind): kind is DataKind {
  return Object.hasOwn(dataKinds, kind);
}

/**
 * A storage also has a row for each fault, one `state` row with the generators and the clock, and `seed` rows with the
 * latest seed that was passed to `fake.seed`.
 */
export type RowKind = DataKind | 'fault' | 'state' | 'seed';

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

export const clearances: readonly Change[] = /*@__PURE__*/ kindNames.map((kind) => ({ act: 'clear', kind }));

/** Whether the changes begin with {@link clearances}. */
export function isReplacement([first]: readonly Change[]): boolean {
  return first?.act === 'clear' && first.parent === undefined;
}
