import type { WorldsStorage, WorldStorage } from '@mock-services/fake-server/core';
import { MemoryStorage } from '../storage/memory-storage.ts';

/** A storage whose functions are methods that need `this`. */
export class ClassStorage implements WorldsStorage {
  readonly #worlds = new Map<string, MemoryStorage>();
  failure: Error | undefined;

  world(name: string): WorldStorage {
    const world = this.#worlds.get(name) ?? new MemoryStorage();
    this.#worlds.set(name, world);
    return new ClassWorldStorage(world);
  }

  names(): readonly string[] {
    return [...this.#worlds.keys()];
  }

  delete(name: string): boolean {
    if (this.failure) throw this.failure;
    return this.#worlds.delete(name);
  }
}

class ClassWorldStorage implements WorldStorage {
  readonly #storage: MemoryStorage;

  constructor(storage: MemoryStorage) {
    this.#storage = storage;
  }

  load() {
    return this.#storage.load();
  }

  save(...changes: Parameters<WorldStorage['save']>) {
    this.#storage.save(...changes);
  }
}
