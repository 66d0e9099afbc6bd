/** Worlds in a database. What the requests of one turn change is stored in one transaction. */
import { sqlStorage, writeChanges, type SqlDatabase } from '../../core/storage/sql-storage.ts';
import type { Settled, StorageChange, WorldsStorage } from '../../core/storage/world-storage.ts';
import { joinTurn, type Group } from './turn.ts';

/** A storage that may have changes yet to store. */
export interface GroupedStorage extends WorldsStorage {
  /** Stores what waits. Whoever waits for it is told when that fails. */
  readonly store: () => void;
}

export function groupedStorage(database: SqlDatabase): GroupedStorage {
  const stored = sqlStorage(database);
  let waiting: Changes | undefined;
  const store = (): void => void waiting?.store();
  const save = (changes: Changes): void => {
    waiting = undefined;
    database.atomically(() => {
      for (const [name, rows] of changes.rows()) writeChanges(database, name, rows);
    });
  };
  /** Runs `act` on all that there is. */
  const onAll =
    <Arguments extends readonly unknown[], Result>(act: (...args: Arguments) => Result) =>
    (...args: Arguments): Result => {
      store();
      return act(...args);
    };
  return {
    store,
    names: onAll(stored.names),
    delete: onAll(stored.delete),
    world: (name) => {
      const world = stored.world(name);
      return {
        keepWorld: world.keepWorld,
        load: onAll(world.load),
        save: (changes) => {
          const before = waiting;
          // The world is then as before, without these changes.
          if (before?.store() === false && before.has(name)) throw before.error;
          world.save(changes);
        },
        saveLater: (changes, settled) => {
          const group = waiting ?? new Changes(save);
          if (!joinTurn(group)) return false;
          waiting = group;
          group.add(name, changes, settled);
          return true;
        },
      };
    },
  };
}

interface WorldChanges {
  readonly rows: StorageChange[];
  /** Of a world's own state, the latest is all that counts. */
  readonly state: Map<string, StorageChange>;
}

/** Changes of several worlds that are stored together. */
class Changes implements Group {
  readonly #worlds = new Map<string, WorldChanges>();
  readonly #settled = new Set<Settled>();
  readonly #save: (changes: Changes) => void;
  #isStored: boolean | undefined;
  /** Why it is not stored. */
  error: unknown;

  constructor(save: (changes: Changes) => void) {
    this.#save = save;
  }

  add(name: string, changes: readonly StorageChange[], settled: Settled): void {
    const world: WorldChanges = this.#worlds.get(name) ?? { rows: [], state: new Map() };
    this.#worlds.set(name, world);
    this.#settled.add(settled);
    for (const change of changes) {
      if (change.act === 'put' && change.kind === 'state') world.state.set(change.id, change);
      else world.rows.push(change);
    }
  }

  /** Whether it changes a world. */
  has(name: string): boolean {
    return this.#worlds.has(name);
  }

  *rows(): Generator<[name: string, changes: readonly StorageChange[]]> {
    for (const [name, { rows, state }] of this.#worlds) yield [name, [...rows, ...state.values()]];
  }

  store(): boolean {
    return (this.#isStored ??= this.#storeNow());
  }

  #storeNow(): boolean {
    try {
      this.#save(this);
    } catch (error) {
      this.error = error;
    }
    for (const settled of this.#settled) settled(this.error);
    return this.error === undefined;
  }
}
