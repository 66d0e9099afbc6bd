/** The port through which a world outlives its process. An implementation needs to know nothing of the interface. */
import type { Change, Row } from '../world/change.ts';

/** Stores one world, as rows. Both functions are synchronous. */
export interface WorldStorage {
  /** All rows, in the order in which they were added. Empty for a new world. */
  readonly load: () => Iterable<Row>;
  /**
   * Saves changes in their order, all or none. Once it returns, they outlive the process. If it throws, nothing has
   * changed.
   */
  readonly save: (changes: readonly Change[]) => void;
}

/** Stores several worlds. */
export interface WorldsStorage {
  readonly world: (name: string) => WorldStorage;
  /** The names of all stored worlds. */
  readonly names: () => readonly string[];
  /** Removes a world. Returns whether it existed. */
  readonly delete: (name: string) => boolean;
}
