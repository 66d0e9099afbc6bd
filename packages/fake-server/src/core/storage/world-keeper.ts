import { errorText } from '../error-text.ts';
import { isStorageError, StorageError } from '../errors.ts';
import type { FaultState } from '../faults/fault-list.ts';
import type { World } from '../snapshot/features.ts';
import { restoreParts, type Features } from '../snapshot/snapshot.ts';
import type { StoreData } from '../store/change.ts';
import {
  changesOf,
  isOfJournal,
  journalChangesOf,
  journalRows,
  readRows,
  stateRow,
  storedVersion,
  type SavedState,
} from './rows.ts';
import type { KeepWorld, Settled, StorageChange, WorldStorage } from './world-storage.ts';

/** What a world has besides data and journal, at one moment. */
interface State {
  readonly world: string;
  readonly faults: string;
  /** With their functions, which are not stored. */
  readonly faultState: FaultState;
}

/** What `createFakeServer` gives. */
export interface KeptWorld {
  readonly world: World;
  readonly features: Features;
  /** What the world was made with. */
  readonly data: StoreData;
}

/**
 * Keeps a world in a storage: takes it from there, or stores it if there is none. For the field of that name of a
 * {@link WorldStorage}.
 *
 * @throws {StorageError} when what is stored is no world of this release, or a new one cannot be stored.
 */
export const keepWorld: KeepWorld = (storage, kept) => {
  // Nobody but `createFakeServer` calls it.
  const { world, features, data } = kept as KeptWorld;
  const keeper = new WorldKeeper(storage, world, features);
  keeper.begin(data);
  const commit = (): void => keeper.commit();
  world.clock.changed = commit;
  return commit;
};

/** Takes a world from its storage at the start, and stores each of its changes. */
class WorldKeeper {
  readonly #storage: WorldStorage;
  readonly #world: World;
  readonly #features: Features;
  /** What changed since the last commit. */
  #pending: StorageChange[] = [];
  #committed: State | undefined;
  /** What the storage has: not yet what is committed, while that waits to be stored. */
  #stored: State | undefined;
  /** Whether the world has what the storage has not, and could not be taken from there again. */
  #isAhead = false;
  /** Whether there are requests in the journal that could not be stored. */
  #lacksRequests = false;

  constructor(storage: WorldStorage, world: World, features: Features) {
    this.#storage = storage;
    this.#world = world;
    this.#features = features;
    world.store.onChange((change) => this.#pending.push(...changesOf(change)));
    world.store.onCommit(() => this.commit({ isRequest: true }));
    const { recorder } = world;
    if (!recorder) return;
    recorder.onChange = (change) => this.#pending.push(...journalChangesOf(change, recorder.maxEntries));
  }

  begin(data: StoreData): void {
    if (this.#restore(['ids', 'chance', 'faults', 'journal', 'data'])) {
      this.#stored = this.#committed = this.#state();
      return;
    }
    this.#pending = changesOf({ kind: 'all', data });
    // What a request finds is stored before it, whatever becomes of the request.
    this.commit({ mayWait: false });
  }

  /**
   * Stores what has changed.
   *
   * @param isRequest - Whether a request or a fixture changed it: one that only reads does not fail for the journal.
   * @param mayWait - Whether it may be stored with what others change.
   * @throws {StorageError} when it cannot be stored; the world is as it was at the last commit.
   */
  commit({ isRequest = false, mayWait = true } = {}): void {
    if (this.#isAhead) throw this.#undo(new Error('it could not be read from its storage.'));
    const state = this.#state();
    const changed = this.#changedRows(state);
    const isJournalAlone = isRequest && changed.length === 0 && this.#pending.every(isOfJournal);
    if (isJournalAlone && this.#lacksRequests) this.#pending = [];
    const journal = this.#lacksRequests && !isJournalAlone ? this.#wholeJournal() : [];
    const changes = [...this.#pending, ...changed, ...journal];
    try {
      const isStored = changes.length > 0 ? this.#save(changes, mayWait) : this.#stored === this.#committed;
      if (journal.length > 0) this.#lacksRequests = false;
      this.#committed = state;
      if (isStored) this.#stored = state;
    } catch (error) {
      if (!isJournalAlone) throw this.#undo(error);
      this.#lacksRequests = true;
    } finally {
      this.#pending = [];
    }
  }

  /** Returns whether it is stored; otherwise it will be later. */
  #save(changes: readonly StorageChange[], mayWait: boolean): boolean {
    if (mayWait && this.#storage.saveLater?.(changes, this.#settled) === true) return false;
    this.#storage.save(changes);
    return true;
  }

  /** All that was to be stored later is stored, or lost. */
  readonly #settled: Settled = (error) => {
    if (error === undefined) {
      this.#stored = this.#committed;
      return;
    }
    try {
      this.#undo(error);
    } catch {
      // Who commits next is told.
    }
  };

  #changedRows({ world, faults }: State): StorageChange[] {
    return [
      world === this.#committed?.world ? [] : stateRow('world', world),
      faults === this.#committed?.faults ? [] : stateRow('faults', faults),
    ].flat();
  }

  #wholeJournal(): StorageChange[] {
    return this.#world.recorder ? journalRows(this.#world.recorder) : [];
  }

  /** Goes back to what is stored. Returns the error for who wanted more. */
  #undo(error: unknown): StorageError {
    this.#isAhead = true;
    this.#restore(['ids', 'chance', 'journal', 'data']);
    this.#isAhead = false;
    this.#committed = this.#stored;
    if (this.#stored) this.#world.faults.load(this.#stored.faultState);
    const reason = isStorageError(error) ? error.message : errorText(error);
    return new StorageError('unsaved', `The world could not be stored, and is as before: ${reason}`, {
      cause: error,
    });
  }

  /** Takes parts of the world, and the clock, from the storage. Returns whether there was a world. */
  #restore(parts: readonly (keyof Features)[]): boolean {
    const rows = Array.from(this.#storage.load());
    if (rows.length === 0) return false;
    try {
      const { state, ...stored } = readRows(rows);
      const { ids, chance, ...clock } = state;
      restoreParts(this.#features, { ids, chance, ...stored }, parts);
      this.#world.clock.load(clock);
    } catch (error) {
      if (isStorageError(error)) throw error;
      throw new StorageError('damaged', `What is stored is no world. ${errorText(error)}`, { cause: error });
    } finally {
      this.#pending = [];
    }
    return true;
  }

  #state(): State {
    const { ids, random, clock, faults, recorder } = this.#world;
    const next = recorder?.untoldNext;
    const state: SavedState = {
      version: storedVersion,
      ids: ids.state,
      chance: random.state,
      ...clock.save(),
      ...(next !== undefined && { next }),
    };
    const faultState = faults.state;
    // What a function decides ends with the process.
    const storable = { ...faultState, faults: faultState.faults.filter(({ when }) => when === undefined) };
    return { world: JSON.stringify(state), faults: JSON.stringify(storable), faultState };
  }
}
