import { errorText } from '../words.ts';
import { OptionError, StorageError, WorldError } from '../errors.ts';
import type { FakeServer } from '../fake-server.ts';
import type { Faults } from '../faults/faults.ts';
import { defaultBaseUrl, parseBaseUrl } from '../http/base-url.ts';
import { createFetch, type FetchFunction } from '../http/fetch.ts';
import { readMessage, responseTo, type WireRequest, type WireResponse } from '../http/message.ts';
import { failureResponse, Problem, problemResponse } from '../http/problem.ts';
import { limits } from '../limits.ts';
import { countOption, durationOption } from '../option-checks.ts';
import { findRoute } from '../routing/router.ts';
import {
  checkStorage,
  checkWorldsStorage,
  type WorldsStorage,
  type WorldStorage,
} from '../storage/world-storage.ts';
import type { Duration } from '../time/duration.ts';
import { checkedName, worldRequest, worldSegment } from './world-name.ts';

/** Options of `createWorlds`. */
export interface WorldsOptions<Fake extends FakeServer = FakeServer> {
  /**
   * Creates the world with a name at its first use, or takes it from the storage. The world has the path of the option
   * `baseUrl` of the worlds in its own `baseUrl`.
   */
  readonly create: (name: string, storage: WorldStorage | undefined) => Fake;
  /**
   * Base URL of all worlds: an absolute http(s) URL whose path does not begin with `/worlds/`.
   * Default `https://mock-services.test`.
   */
  readonly baseUrl?: string | undefined;
  /**
   * Stores the worlds. `create` receives the storage of each world, to pass it on as the option `storage` of a fake server.
   * A world that is evicted stays in the storage, and its next use finds it as it was. Default none.
   */
  readonly storage?: WorldsStorage | undefined;
  /** Maximum number of worlds in memory. At the maximum, a new world evicts the one that has been idle longest. Default 1,000. */
  readonly max?: number | undefined;
  /**
   * How long a world is unused before it may be evicted: milliseconds, or a string such as `'30m'`. A world is in use from a
   * request or `get` until its delayed responses are sent. While all worlds are in use, requests for new worlds get a 503.
   * Default `'1h'`.
   */
  readonly idle?: Duration | undefined;
  /** Maximum size in bytes of a request body that comes through `fetch` or `handlers`. Default 10,485,760 (10 MiB). */
  readonly maxBodyBytes?: number | undefined;
}

/** A world in a list. */
export interface ListedWorld {
  readonly name: string;
  /** Milliseconds since its latest use; `undefined` for a world that is in the storage, but not in memory. */
  readonly idleMs?: number | undefined;
}

/** One world, which is created when it is first needed. */
export interface WorldReference<Fake extends FakeServer = FakeServer> {
  /** @throws {WorldError} if there are `max` worlds, none of which is idle. */
  readonly fake: () => Fake;
  /** Like `handle` of the fake server, except that a request without an endpoint creates no world. */
  readonly handle: (request: WireRequest) => WireResponse;
}

/** Fake servers by name, which share no data. The functions need no `this`. */
export interface Worlds<Fake extends FakeServer = FakeServer> {
  /** Base URL of the world `default`. The base URL of another world is this URL followed by `/worlds/` and its name. */
  readonly baseUrl: string;
  /** Like `fetch` of a fake server, for the world that the request names. */
  readonly fetch: FetchFunction;
  /**
   * Like `handle` of a fake server, for the world that the request names. A request that matches no endpoint creates no
   * world. Never throws.
   */
  readonly handle: (request: WireRequest) => WireResponse;
  /**
   * For servers: responds to a request with `respond`, which receives the world and the request as the world receives
   * it. Never throws.
   */
  readonly dispatch: (
    request: WireRequest,
    respond: (world: WorldReference<Fake>, request: WireRequest) => WireResponse,
  ) => WireResponse;
  /**
   * The world with a name, which is created at its first use.
   *
   * @throws {WorldError} for a malformed name, and if there are `max` worlds, none of which is idle.
   */
  readonly get: (name: string) => Fake;
  /**
   * Removes a world from memory and from the storage. Pending requests finish, and the next request finds a new world.
   * Returns whether the world existed.
   *
   * @throws {StorageError} if the storage cannot remove it. The world then still exists.
   */
  readonly delete: (name: string) => boolean;
  /** The names of all worlds: those that are only in the storage, then those in memory, least recently used first. */
  readonly names: () => readonly string[];
  /** The worlds in the order of `names`, with the milliseconds since the latest use of each world in memory. */
  readonly list: () => readonly ListedWorld[];
  /** For servers: `onRepeated` of a fake server, for all worlds together. */
  readonly faults: Pick<Faults, 'onRepeated'>;
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

/**
 * Fake servers by name, behind one `fetch` or on one port: each has its own data, identifiers, clock, faults and journal.
 *
 * The path of a request names its world, `/worlds/:name` below the base URL, or the header `x-mock-services-world` does. If
 * both do, the path counts. A request without either is for the world `default`. A name has 1 to 128 characters of `A-Z`,
 * `a-z`, `0-9`, `.`, `_` and `-`, and is case-sensitive.
 *
 * @example
 * ```ts
 * import { createFakeServer, createWorlds } from '@mock-services/fake-server/core';
 *
 * const worlds = createWorlds({ create: () => createFakeServer() });
 * const { url } = await serve(worlds, { port: 4010 });
 * const client = createClient({ baseUrl: `${url}/worlds/checkout-17` });
 * worlds.get('checkout-17').faults.add({ operation: 'getMockService', status: 503 });
 * ```
 *
 * @throws {OptionError} if an option is invalid.
 */
export function createWorlds<Fake extends FakeServer>(options: WorldsOptions<Fake>): Worlds<Fake> {
  const { storage } = options;
  if (typeof options.create !== 'function') {
    throw new OptionError('create', 'function that returns a fake server', options.create);
  }
  if (storage !== undefined) checkWorldsStorage(storage);
  const { href, prefix } = options.baseUrl === undefined ? defaultBaseUrl : parseBaseUrl(options.baseUrl);
  if (`${prefix}/`.startsWith(worldSegment)) {
    throw new OptionError('baseUrl', `a URL whose path does not begin with ${worldSegment}`, options.baseUrl);
  }
  const maxBodyBytes = countOption('maxBodyBytes', options.maxBodyBytes ?? limits.bodyBytes);
  const open = new OpenWorlds(options, prefix);

  const dispatch: Worlds<Fake>['dispatch'] = (given, respond) => {
    try {
      const { name, request } = worldRequest(given, prefix);
      const handle = (received: WireRequest): WireResponse => {
        const match = open.has(name) ? undefined : findRoute(readMessage(received), prefix);
        if (!(match instanceof Problem) || open.isStored(name)) return open.use(name).handle(received);
        return problemResponse(match.status, match.detail, match.details, match.headers);
      };
      const response = respond({ fake: () => open.use(name), handle }, request);
      if (response.fault) open.keep(name, response.fault.delayMs);
      return responseTo(request.method, response);
    } catch (error) {
      return responseTo(methodOf(given), failureResponse(error));
    }
  };
  const handle: Worlds['handle'] = (request) => dispatch(request, (world, own) => world.handle(own));

  const list = (): readonly ListedWorld[] => {
    const inMemory = open.list();
    const names = new Set(inMemory.map(({ name }) => name));
    const others = storage?.names().filter((name) => !names.has(name)) ?? [];
    return [...others.map((name) => ({ name })), ...inMemory];
  };
  return {
    baseUrl: href,
    fetch: createFetch(handle, maxBodyBytes),
    handle,
    dispatch,
    get: (name) => open.use(checkedName(name)),
    delete: (name) => open.delete(name),
    names: () => list().map(({ name }) => name),
    list,
    faults: { onRepeated: (listener) => open.onRepeated(listener) },
  };
}

/** The method of what should be a request. */
function methodOf(request: unknown): string {
  const { method } = { ...(request as Partial<WireRequest> | undefined) };
  return String(method);
}

/** The worlds in memory. The `Map` has them in the order of their latest use. */
class OpenWorlds<Fake extends FakeServer> {
  readonly #create: WorldsOptions<Fake>['create'];
  readonly #storage: WorldsStorage | undefined;
  readonly #prefix: string;
  readonly #max: number;
  readonly #idleMs: number;
  readonly #worlds = new Map<string, OpenWorld<Fake>>();
  #newest: OpenWorld<Fake> | undefined;
  /** Worlds with a fault after which some runtimes resend a request. */
  readonly #armed = new Set<Fake>();
  readonly #listeners = new Set<(armed: boolean) => void>();

  constructor({ create, storage, max = 1000, idle = '1h' }: WorldsOptions<Fake>, prefix: string) {
    this.#create = create;
    this.#storage = storage;
    this.#prefix = prefix;
    this.#max = countOption('max', max);
    this.#idleMs = durationOption('idle', idle);
  }

  has(name: string): boolean {
    return this.#worlds.has(name);
  }

  isStored(name: string): boolean {
    return this.#storage?.names().includes(name) ?? false;
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
    if (world !== this.#newest) {
      this.#worlds.delete(name);
      this.#worlds.set(name, world);
      this.#newest = world;
    }
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
    if (this.#worlds.size >= this.#max) this.#longestIdle(now);
    const stored = this.#storage && new StorageInUse(name, checkedStorage(this.#storage.world(name)));
    let fake: Fake;
    try {
      fake = this.#create(name, stored);
      this.#checkBaseUrl(fake);
      // `create` may have used worlds: this one, or others that took the room.
      const known = this.#worlds.get(name);
      if (!known && this.#worlds.size >= this.#max) this.#close(this.#longestIdle(now));
      if (known) stored?.close();
      if (known) return known;
    } catch (error) {
      stored?.close();
      throw error;
    }
    const unwatch = fake.faults.onRepeated((armed) => this.#setArmed(fake, armed));
    const close = (): void => {
      unwatch();
      this.#setArmed(fake, false);
      stored?.close();
    };
    const world = { name, fake, used: now, idleSince: now, close };
    this.#worlds.set(name, world);
    this.#newest = world;
    return world;
  }

  /** @throws {OptionError} if the path of the world's base URL is not the path that all worlds share. */
  #checkBaseUrl({ baseUrl }: Fake): void {
    if (parseBaseUrl(baseUrl).prefix === this.#prefix) return;
    throw new OptionError(
      'baseUrl',
      `for createWorlds and for each of its worlds a URL with the same path. That of createWorlds has the path ${this.#prefix || '/'}, and create returned a world with the URL ${baseUrl}`,
    );
  }

  #close(world: OpenWorld<Fake>): void {
    this.#worlds.delete(world.name);
    if (this.#newest === world) this.#newest = undefined;
    world.close();
  }

  #deleteStored(name: string): boolean {
    try {
      return this.#storage?.delete(name) ?? false;
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
    if (longest && now - longest.idleSince > this.#idleMs) return longest;
    throw new WorldError(
      'full',
      `There is no room for another world: the limit is ${this.#max} (max, --max-worlds), and none has been idle for ${this.#idleMs} ms (idle, --idle). Delete one, wait, or raise the limit.`,
    );
  }
}

function checkedStorage(storage: WorldStorage): WorldStorage {
  checkStorage(storage);
  return storage;
}

/** The storage of a world in memory. After `close`, an old reference to the world cannot change what was stored since. */
class StorageInUse implements WorldStorage {
  readonly #name: string;
  readonly #storage: WorldStorage;
  #isOpen = true;

  constructor(name: string, storage: WorldStorage) {
    this.#name = name;
    this.#storage = storage;
  }

  load(): ReturnType<WorldStorage['load']> {
    this.#check();
    return this.#storage.load();
  }

  save(changes: Parameters<WorldStorage['save']>[0]): void {
    this.#check();
    this.#storage.save(changes);
  }

  close(): void {
    this.#isOpen = false;
  }

  #check(): void {
    if (this.#isOpen) return;
    const message = `The world ${this.#name} was removed, or left memory. Get it from worlds.get again.`;
    throw new StorageError('unavailable', message);
  }
}
