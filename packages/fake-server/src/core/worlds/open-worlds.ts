/** The worlds in memory, least recently used first. */
import { WorldError } from '../errors.ts';
import type { FakeServer } from '../fake-server.ts';

interface OpenWorld<Fake> {
  readonly fake: Fake;
  /** When it was used most recently, or will have been: a response may be delayed. In milliseconds. */
  used: number;
}

export interface OpenWorldsOptions<Fake> {
  readonly create: (name: string) => Fake;
  readonly max: number;
  /** Milliseconds without a use after which a world may go. */
  readonly idleMs: number;
  readonly opened: (fake: Fake) => void;
  readonly closed: (fake: Fake, name: string) => void;
}

export class OpenWorlds<Fake extends FakeServer> {
  readonly #options: OpenWorldsOptions<Fake>;
  readonly #worlds = new Map<string, OpenWorld<Fake>>();
  /** The name of the last one, which needs no move to the end. */
  #latest = '';

  constructor(options: OpenWorldsOptions<Fake>) {
    this.#options = options;
  }

  /** Names, with milliseconds since the latest use. */
  *idle(): Generator<[name: string, idleMs: number]> {
    const now = performance.now();
    for (const [name, { used }] of this.#worlds) yield [name, Math.max(0, Math.floor(now - used))];
  }

  *fakes(): Generator<Fake> {
    for (const { fake } of this.#worlds.values()) yield fake;
  }

  has(name: string): boolean {
    return this.#worlds.has(name);
  }

  /**
   * The world with a name, made if there is none.
   *
   * @throws {WorldError} when there are too many, and none of them is idle.
   */
  use(name: string): Fake {
    const now = performance.now();
    const known = this.#worlds.get(name);
    if (!known) return this.#open(name, now).fake;
    known.used = Math.max(known.used, now);
    if (name !== this.#latest) this.#moveToEnd(name, known);
    return known.fake;
  }

  /** Keeps a world in use for so many milliseconds from now. */
  keep(name: string, ms: number): void {
    const world = this.#worlds.get(name);
    if (world) world.used = Math.max(world.used, performance.now() + ms);
  }

  /** Returns whether there was one. */
  close(name: string): boolean {
    const world = this.#worlds.get(name);
    if (!world) return false;
    this.#worlds.delete(name);
    this.#options.closed(world.fake, name);
    return true;
  }

  #open(name: string, now: number): OpenWorld<Fake> {
    const { create, max, opened } = this.#options;
    if (this.#worlds.size >= max) this.#makeRoom(now);
    const fake = create(name);
    // `create` may have used the world that it makes.
    const known = this.#worlds.get(name);
    if (known) return known;
    const world = { fake, used: now };
    this.#moveToEnd(name, world);
    opened(fake);
    return world;
  }

  #moveToEnd(name: string, world: OpenWorld<Fake>): void {
    this.#worlds.delete(name);
    this.#worlds.set(name, world);
    this.#latest = name;
  }

  /** Closes the world that has been idle longest. */
  #makeRoom(now: number): void {
    const { max, idleMs } = this.#options;
    for (const [name, { used }] of this.#worlds) {
      if (now - used > idleMs) {
        this.close(name);
        return;
      }
      // Those behind it were used later still, unless a delay keeps this one.
      if (used <= now) break;
    }
    throw new WorldError(
      'full',
      `There are ${max} worlds, the limit (max), and none of them has been idle for ${idleMs} ms (idle). Delete one, wait, or raise the limit.`,
    );
  }
}
