/** The worlds in memory, least recently used first. */
import { WorldError } from '../errors.ts';
import type { FakeServer } from '../fake-server.ts';

interface OpenWorld<Fake> {
  readonly name: string;
  readonly fake: Fake;
  /** When it was used most recently, in milliseconds. */
  used: number;
  /** Until when a delayed response keeps it in use. */
  kept: number;
  /** The one that was used next before it, and next after it. */
  older: OpenWorld<Fake> | undefined;
  newer: OpenWorld<Fake> | undefined;
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
  /**
   * By name; `undefined` for one that was closed. Names are not deleted one by one: V8 would walk over all deleted entries
   * of a name that comes and goes.
   */
  #worlds = new Map<string, OpenWorld<Fake> | undefined>();
  #size = 0;
  #oldest: OpenWorld<Fake> | undefined;
  #newest: OpenWorld<Fake> | undefined;

  constructor(options: OpenWorldsOptions<Fake>) {
    this.#options = options;
  }

  /** Names, with milliseconds since the latest use. */
  list(): { readonly name: string; readonly idleMs: number }[] {
    const now = performance.now();
    return Array.from(this.#inOrder(), (world) => ({
      name: world.name,
      idleMs: Math.max(0, Math.floor(now - lastUse(world))),
    }));
  }

  *fakes(): Generator<Fake> {
    for (const { fake } of this.#inOrder()) yield fake;
  }

  /** One of them, if there are any. */
  any(): Fake | undefined {
    return this.#oldest?.fake;
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
    if (known !== this.#newest) {
      this.#unlink(known);
      this.#append(known);
    }
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
    this.#worlds.set(name, undefined);
    this.#size -= 1;
    this.#unlink(world);
    this.#forgetClosed();
    this.#options.closed(world.fake, name);
    return true;
  }

  #open(name: string, now: number): OpenWorld<Fake> {
    const { create, max, opened } = this.#options;
    const isFull = (): boolean => this.#size >= max;
    // Without room, nothing is made.
    if (isFull()) this.#longestIdle(now);
    const fake = create(name);
    // `create` may have used worlds: the one that it makes, or others, which took the room.
    const known = this.#worlds.get(name);
    if (known) return known;
    if (isFull()) this.close(this.#longestIdle(now));
    const world = { name, fake, used: now, kept: 0, older: undefined, newer: undefined };
    this.#worlds.set(name, world);
    this.#size += 1;
    this.#append(world);
    opened(fake);
    return world;
  }

  /** Once there are more of them than others, so that each costs the same, however many worlds there are. */
  #forgetClosed(): void {
    if (this.#worlds.size < 2 * this.#size + 100) return;
    this.#worlds = new Map(Array.from(this.#inOrder(), (world) => [world.name, world]));
  }

  #append(world: OpenWorld<Fake>): void {
    world.older = this.#newest;
    world.newer = undefined;
    if (this.#newest) this.#newest.newer = world;
    else this.#oldest = world;
    this.#newest = world;
  }

  #unlink({ older, newer }: OpenWorld<Fake>): void {
    if (older) older.newer = newer;
    else this.#oldest = newer;
    if (newer) newer.older = older;
    else this.#newest = older;
  }

  /** Least recently used first. */
  *#inOrder(): Generator<OpenWorld<Fake>> {
    for (let world = this.#oldest; world; world = world.newer) yield world;
  }

  /**
   * The world that has been idle longest.
   *
   * @throws {WorldError} when none is.
   */
  #longestIdle(now: number): string {
    const { max, idleMs } = this.#options;
    let longest: OpenWorld<Fake> | undefined;
    for (const world of this.#inOrder()) {
      if (now - world.used <= idleMs) break;
      if (!longest || lastUse(world) < lastUse(longest)) longest = world;
      // Those behind it were used later still.
      if (world.kept <= world.used) break;
    }
    if (longest && now - lastUse(longest) > idleMs) return longest.name;
    throw new WorldError(
      'full',
      `There is no room for another world: the limit is ${max} (max, --max-worlds), and none has been idle for ${idleMs} ms (idle, --idle). Delete one, wait, or raise the limit.`,
    );
  }
}

/** Until when it was in use, in milliseconds. */
function lastUse({ used, kept }: OpenWorld<unknown>): number {
  return Math.max(used, kept);
}
