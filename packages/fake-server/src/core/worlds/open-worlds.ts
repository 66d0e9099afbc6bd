import { causedError, FakeServerError, optionError } from '../errors.ts';
import type { FakeServer } from '../fake.ts';
import { internalsOf } from '../internals.ts';
import { parseBaseUrl } from '../http/base-url.ts';
import { checkStorage, type WorldsStorage } from '../world/world-storage.ts';

interface OpenWorldsSettings<Fake> {
  readonly create: (name: string) => Fake;
  readonly storage: WorldsStorage | undefined;
  readonly prefix: string;
  readonly max: number;
  /** A world may be evicted after this idle time in milliseconds. */
  readonly idleMs: number;
}

interface OpenWorld<Fake> {
  readonly name: string;
  readonly fake: Fake;
  /** Value of `performance.now()` until which the world is in use, in the future while a response is delayed. */
  usedUntil: number;
  readonly unwatch: (() => void) | undefined;
}

export class OpenWorlds<Fake extends FakeServer> {
  readonly #settings: OpenWorldsSettings<Fake>;
  /** The worlds are in the order of their last use, oldest first. */
  readonly #worlds = new Map<string, OpenWorld<Fake>>();
  /** Worlds with a fault that may still make some runtimes resend a request. */
  readonly #resending = new Set<Fake>();
  readonly #listeners = new Set<(mayResend: boolean) => void>();

  constructor(settings: OpenWorldsSettings<Fake>) {
    this.#settings = settings;
  }

  /** Unlike `use`, this method does not count as a use of the world. */
  peek(name: string): Fake | undefined {
    return this.#worlds.get(name)?.fake;
  }

  use(name: string): Fake {
    const now = performance.now();
    const world = this.#worlds.get(name) ?? this.#open(name, now);
    world.usedUntil = Math.max(world.usedUntil, now);
    this.#worlds.delete(name);
    this.#worlds.set(name, world);
    return world.fake;
  }

  keep(name: string, ms: number): void {
    const world = this.#worlds.get(name);
    if (world) world.usedUntil = Math.max(world.usedUntil, performance.now() + ms);
  }

  list(): { readonly name: string; readonly idleMs: number }[] {
    const now = performance.now();
    return Array.from(this.#worlds.values(), ({ name, usedUntil }) => ({
      name,
      idleMs: Math.max(0, Math.floor(now - usedUntil)),
    }));
  }

  /** @throws {FakeServerError} (`storage-unsaved`) if the storage cannot delete the world. */
  delete(name: string): boolean {
    const wasStored = this.#deleteStored(name);
    const world = this.#worlds.get(name);
    if (world) this.#close(world);
    return wasStored || world !== undefined;
  }

  watchResendFaults(listener: (mayResend: boolean) => void): () => void {
    this.#listeners.add(listener);
    listener(this.#resending.size > 0);
    return () => void this.#listeners.delete(listener);
  }

  #open(name: string, now: number): OpenWorld<Fake> {
    const { create, storage, max } = this.#settings;
    const fake = create(name);
    this.#checkBaseUrl(fake);
    // Look up the world again, because the user's `create` function may have opened it.
    const known = this.#worlds.get(name);
    if (known) return known;
    const evicted = this.#worlds.size < max ? undefined : this.#firstIdle(now);
    const own = internalsOf(fake);
    if (storage) {
      if (!own?.connect) throw optionError('create', 'a function that returns a fake server');
      own.connect(checkStorage(storage.world(name)));
    }
    if (evicted) this.#close(evicted);
    const unwatch = own?.watchResendFaults((mayResend) => this.#setResending(fake, mayResend));
    return { name, fake, usedUntil: now, unwatch };
  }

  #checkBaseUrl({ baseUrl }: Fake): void {
    if (parseBaseUrl(baseUrl).prefix === this.#settings.prefix) return;
    throw optionError(
      'baseUrl',
      `a URL with the same path for createWorlds and for each of its worlds. The path for createWorlds is ${this.#settings.prefix || '/'}, but create returned a world with the URL ${baseUrl}`,
    );
  }

  #close({ name, fake, unwatch }: OpenWorld<Fake>): void {
    this.#worlds.delete(name);
    unwatch?.();
    this.#setResending(fake, false);
    internalsOf(fake)?.close?.(`The world ${name} was deleted or evicted. Call worlds.get again to use it.`);
  }

  #deleteStored(name: string): boolean {
    try {
      return this.#settings.storage?.delete(name) ?? false;
    } catch (error) {
      throw causedError('storage-unsaved', `The storage could not delete the world ${name}:`, error);
    }
  }

  #setResending(fake: Fake, mayResend: boolean): void {
    if (mayResend) this.#resending.add(fake);
    else this.#resending.delete(fake);
    for (const listener of this.#listeners) listener(this.#resending.size > 0);
  }

  /** @throws {FakeServerError} (`worlds-full`) if no world has been idle long enough to be evicted. */
  #firstIdle(now: number): OpenWorld<Fake> {
    for (const world of this.#worlds.values())
      if (now - world.usedUntil > this.#settings.idleMs) return world;
    throw new FakeServerError(
      'worlds-full',
      `There is no room for another world: the limit is ${this.#settings.max} (max, --max-worlds), and no world has been idle for ${this.#settings.idleMs} ms (idle, --idle). Delete a world, wait, or raise the limit.`,
    );
  }
}
