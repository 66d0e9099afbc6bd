/** The worlds in memory, least recently used first. */
import { WorldError } from '../errors.ts';
import type { FakeServer } from '../fake-server.ts';

interface OpenWorld<Fake> {
  readonly fake: Fake;
  /** When it was used most recently, in milliseconds. */
  used: number;
  /** Until when a delayed response keeps it in use. */
  kept: number;
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
    for (const [name, { used, kept }] of this.#worlds) {
      yield [name, Math.max(0, Math.floor(now - Math.max(used, kept)))];
    }
  }

  *fakes(): Generator<Fake> {
    for (const { fake } of this.#worlds.values()) yield fake;
  }

  /** One of them, if there are any. */
  any(): Fake | undefined {
    const [first] = this.#worlds.values();
    return first?.fake;
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
    known.used = now;
    if (name !== this.#latest) this.#moveToEnd(name, known);
    return known.fake;
  }

  /** Keeps a world in use for so many milliseconds from now. */
  keep(name: string, ms: number): void {
    const world = this.#worlds.get(name);
    if (world) world.kept = Math.max(world.kept, performance.now() + ms);
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
    const isFull = (): boolean => this.#worlds.size >= max;
    // Without room, nothing is made.
    if (isFull()) this.#longestIdle(now);
    const fake = create(name);
    // `create` may have used worlds: the one that it makes, or others, which took the room.
    const known = this.#worlds.get(name);
    if (known) return known;
    if (isFull()) this.close(this.#longestIdle(now));
    const world = { fake, used: now, kept: 0 };
    this.#moveToEnd(name, world);
    opened(fake);
    return world;
  }

  #moveToEnd(name: string, world: OpenWorld<Fake>): void {
    this.#worlds.delete(name);
    this.#worlds.set(name, world);
    this.#latest = name;
  }

  /**
   * The world that has been idle longest.
   *
   * @throws {WorldError} when none is.
   */
  #longestIdle(now: number): string {
    const { max, idleMs } = this.#options;
    for (const [name, { used, kept }] of this.#worlds) {
      // Those behind it were used later still.
      if (now - used <= idleMs) break;
      if (now - kept > idleMs) return name;
    }
    throw new WorldError(
      'full',
      `There is no room for another world: the limit is ${max} (max, --max-worlds), and none has been idle for ${idleMs} ms (idle, --idle). Delete one, wait, or raise the limit.`,
    );
  }
}
