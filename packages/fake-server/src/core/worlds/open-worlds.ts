import { errorText } from '../words.ts';
import { OptionError, StorageError, WorldError } from '../errors.ts';
import type { FakeServer } from '../fake-server.ts';
import { parseBaseUrl } from '../http/base-url.ts';
import { checkStorage, type WorldsStorage, type WorldStorage } from '../storage/world-storage.ts';

interface OpenWorldsSettings<Fake> {
  readonly create: (name: string, storage: WorldStorage | undefined) => Fake;
  readonly storage: WorldsStorage | undefined;
  /** Path prefix of the base URL. */
  readonly prefix: string;
  /** Maximum number of worlds. */
  readonly max: number;
  /** Milliseconds for which a world is unused before it may be evicted. */
  readonly idleMs: number;
}

/** A world in memory. */
interface OpenWorld<Fake> {
  readonly name: string;
  readonly fake: Fake;
  /** When it was last used, and until when a delayed response keeps it in use, in milliseconds. */
  used: number;
  idleSince: number;
  /** Stops watching its faults, and rejects later writes to its storage. */
  readonly close: () => void;
}

/** The worlds in memory: which of them are in use, and which world is evicted for another. */
export class OpenWorlds<Fake extends FakeServer> {
  readonly #settings: OpenWorldsSettings<Fake>;
  /** By name, least recently used first. */
  readonly #worlds = new Map<string, OpenWorld<Fake>>();
  /** Worlds with a fault after which some runtimes resend a request. */
  readonly #armed = new Set<Fake>();
  readonly #listeners = new Set<(armed: boolean) => void>();

  constructor(settings: OpenWorldsSettings<Fake>) {
    this.#settings = settings;
  }

  has(name: string): boolean {
    return this.#worlds.has(name);
  }

  isStored(name: string): boolean {
    return this.#settings.storage?.names().includes(name) ?? false;
  }

  /**
   * The world with a name, which is created if it does not exist.
   *
   * @throws {WorldError} if there are too many worlds, none of which is idle.
   */
  use(name: string): Fake {
    const now = performance.now();
    const world = this.#worlds.get(name) ?? this.#open(name, now);
    world.used = now;
    world.idleSince = Math.max(world.idleSince, now);
    this.#worlds.delete(name);
    this.#worlds.set(name, world);
    return world.fake;
  }

  /** Keeps a world in use for `ms` milliseconds from now. */
  keep(name: string, ms: number): void {
    const world = this.#worlds.get(name);
    if (world) world.idleSince = Math.max(world.idleSince, performance.now() + ms);
  }

  list(): { readonly name: string; readonly idleMs: number }[] {
    const now = performance.now();
    return Array.from(this.#worlds.values(), ({ name, idleSince }) => ({
      name,
      idleMs: Math.max(0, Math.floor(now - idleSince)),
    }));
  }

  /** @throws {StorageError} if the storage cannot remove the world. */
  delete(name: string): boolean {
    const wasStored = this.#deleteStored(name);
    const world = this.#worlds.get(name);
    if (world) this.#close(world);
    return wasStored || world !== undefined;
  }

  /** Calls `listener` now and at each change. Returns a function that ends the calls. */
  onRepeated(listener: (armed: boolean) => void): () => void {
    this.#listeners.add(listener);
    listener(this.#armed.size > 0);
    return () => void this.#listeners.delete(listener);
  }

  #open(name: string, now: number): OpenWorld<Fake> {
    // Throws before anything is created if there is no room.
    if (this.#worlds.size >= this.#settings.max) this.#longestIdle(now);
    const stored = this.#settings.storage && closable(name, checkStorage(this.#settings.storage.world(name)));
    try {
      const fake = this.#settings.create(name, stored);
      this.#checkBaseUrl(fake);
      // `create` may have used worlds: this one, or others that took the room.
      const known = this.#worlds.get(name);
      if (known) stored?.close();
      if (known) return known;
      if (this.#worlds.size >= this.#settings.max) this.#close(this.#longestIdle(now));
      const unwatch = fake.faults.onRepeated((armed) => this.#setArmed(fake, armed));
      const close = (): void => {
        unwatch();
        this.#setArmed(fake, false);
        stored?.close();
      };
      return { name, fake, used: now, idleSince: now, close };
    } catch (error) {
      stored?.close();
      throw error;
    }
  }

  /** @throws {OptionError} if the path of the world's base URL is not the path that all worlds share. */
  #checkBaseUrl({ baseUrl }: Fake): void {
    if (parseBaseUrl(baseUrl).prefix === this.#settings.prefix) return;
    throw new OptionError(
      'baseUrl',
      `for createWorlds and for each of its worlds a URL with the same path. That of createWorlds has the path ${this.#settings.prefix || '/'}, and create returned a world with the URL ${baseUrl}`,
    );
  }

  #close(world: OpenWorld<Fake>): void {
    this.#worlds.delete(world.name);
    world.close();
  }

  #deleteStored(name: string): boolean {
    try {
      return this.#settings.storage?.delete(name) ?? false;
    } catch (error) {
      const message = `The world ${name} could not be removed from the storage: ${errorText(error)}`;
      throw new StorageError('unsaved', message, { cause: error });
    }
  }

  #setArmed(fake: Fake, isArmed: boolean): void {
    const before = this.#armed.size > 0;
    if (isArmed) this.#armed.add(fake);
    else this.#armed.delete(fake);
    const after = this.#armed.size > 0;
    if (after !== before) for (const listener of this.#listeners) listener(after);
  }

  /**
   * The world that has been idle longest.
   *
   * @throws {WorldError} if no world has been idle long enough.
   */
  #longestIdle(now: number): OpenWorld<Fake> {
    let longest: OpenWorld<Fake> | undefined;
    for (const world of this.#worlds.values()) {
      // All further worlds were used later.
      if (longest && world.used >= longest.idleSince) break;
      if (!longest || world.idleSince < longest.idleSince) longest = world;
    }
    if (longest && now - longest.idleSince > this.#settings.idleMs) return longest;
    throw new WorldError(
      'full',
      `There is no room for another world: the limit is ${this.#settings.max} (max, --max-worlds), and none has been idle for ${this.#settings.idleMs} ms (idle, --idle). Delete one, wait, or raise the limit.`,
    );
  }
}

interface ClosableStorage extends WorldStorage {
  readonly close: () => void;
}

/** The storage of a world in memory. After `close`, an old reference to the world cannot change what was stored since. */
function closable(name: string, storage: WorldStorage): ClosableStorage {
  let isOpen = true;
  const opened = (): WorldStorage => {
    if (isOpen) return storage;
    const message = `The world ${name} was removed, or left memory. Get it from worlds.get again.`;
    throw new StorageError('unavailable', message);
  };
  return {
    load: () => opened().load(),
    // What `save` returns is passed on, because a promise is an error.
    save: (changes) => opened().save(changes),
    close: () => {
      isOpen = false;
    },
  };
}
