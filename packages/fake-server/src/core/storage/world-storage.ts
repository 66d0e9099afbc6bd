/** The port through which a world outlives its process. What implements it knows nothing of the interface. */

/** What a row holds: a resource, a request of the journal, or the rest of a world's state. */
export type StoredKind = 'mockService' | 'workspace' | 'entry' | 'request' | 'problem' | 'state';

/** The name of a row. */
export interface StoredKey {
  readonly kind: StoredKind;
  /** Id of the workspace of an activity entry, in lower case; empty for all other rows. */
  readonly parent: string;
  /** The only one of its kind below its parent. */
  readonly id: string;
}

/** One thing that a world keeps. */
export interface StoredRow extends StoredKey {
  /** JSON text. */
  readonly value: string;
}

/** What changes in a storage. */
export type StorageChange =
  /** A row is added at the end, or replaced where it stands. */
  | ({ readonly act: 'put' } & StoredRow)
  | ({ readonly act: 'remove' } & StoredKey)
  /** All rows of a kind go, or those below one parent. */
  | { readonly act: 'clear'; readonly kind: StoredKind; readonly parent?: string | undefined };

/** Where one world is kept: in rows. */
export interface WorldStorage {
  /** The function of that name of this package, which only those who keep worlds load. */
  readonly keepWorld: KeepWorld;
  /** All rows, in the order in which they were added; none for a new world. */
  readonly load: () => Iterable<StoredRow>;
  /**
   * Stores changes in their order, all or none. Once it returns, they outlive the process; when it throws, nothing has
   * changed.
   */
  readonly save: (changes: readonly StorageChange[]) => void;
  /**
   * As `save`, for a storage that sometimes stores the changes of several requests together, before any of them is responded
   * to. Returns `false`, having done nothing, while it cannot.
   *
   * @param settled - Called once they are stored; with an error when they are not, and nothing has changed. A world gives the
   * same function each time, which is called once for all that is stored together.
   */
  readonly saveLater?: ((changes: readonly StorageChange[], settled: Settled) => boolean) | undefined;
}

/** @param error - Why nothing was stored. */
export type Settled = (error?: unknown) => void;

/**
 * Keeps a world in a storage.
 *
 * @param world - What `createFakeServer` gives, and nobody else needs to know.
 * @returns What stores the changes that are not of the data.
 */
export type KeepWorld = (storage: WorldStorage, world: object) => () => void;

/** Where several worlds are kept. */
export interface WorldsStorage {
  readonly world: (name: string) => WorldStorage;
  /** The names of all worlds that are kept. */
  readonly names: () => readonly string[];
  /** Removes all that is kept of a world. Returns whether there was anything. */
  readonly delete: (name: string) => boolean;
}
