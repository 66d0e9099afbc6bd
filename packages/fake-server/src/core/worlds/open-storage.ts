import { StorageError } from '../errors.ts';
import type { Change } from '../world/change.ts';
import { checkStorage, type WorldsStorage, type WorldStorage } from '../storage/world-storage.ts';

/**
 * A storage of which each world is open at most once: who still has a world that was closed cannot write into what was
 * stored since.
 */
export class OpenStorage {
  readonly #storage: WorldsStorage;
  readonly #open = new Map<string, WorldStorage>();

  constructor(storage: WorldsStorage) {
    this.#storage = storage;
  }

  open(name: string): WorldStorage {
    const stored = this.#storage.world(name);
    checkStorage(stored);
    const inUse =
      <Arguments extends readonly unknown[], Result>(act: (...args: Arguments) => Result) =>
      (...args: Arguments): Result => {
        if (this.#open.get(name) === world) return act(...args);
        throw new StorageError('unavailable', `The world ${name} was removed, or left memory. Get it anew.`);
      };
    const world: WorldStorage = {
      load: inUse(() => stored.load()),
      save: inUse((changes: readonly Change[]) => stored.save(changes)),
    };
    this.#open.set(name, world);
    return world;
  }

  close(name: string): void {
    this.#open.delete(name);
  }

  names(): readonly string[] {
    return this.#storage.names();
  }

  delete(name: string): boolean {
    return this.#storage.delete(name);
  }
}
