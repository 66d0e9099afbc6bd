import { OptionError } from '../errors.ts';
import type { FakeServer } from '../fake-server.ts';
import type { Faults } from '../faults/faults.ts';
import { defaultBaseUrl, parseBaseUrl } from '../http/base-url.ts';
import { createFetch, type FetchFunction } from '../http/fetch.ts';
import { readMessage, responseTo, type WireRequest, type WireResponse } from '../http/message.ts';
import { failureResponse, Problem } from '../http/problem.ts';
import { countOption, durationOption, limits } from '../option-checks.ts';
import { findRoute } from '../routing/router.ts';
import { checkWorldsStorage, type WorldsStorage, type WorldStorage } from '../storage/world-storage.ts';
import type { Duration } from '../time/duration.ts';
import { OpenWorlds } from './open-worlds.ts';
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
  if (typeof options.create !== 'function') {
    throw new OptionError('create', 'function that returns a fake server', options.create);
  }
  const storage = options.storage === undefined ? undefined : checkWorldsStorage(options.storage);
  const { href, prefix } = options.baseUrl === undefined ? defaultBaseUrl : parseBaseUrl(options.baseUrl);
  if (`${prefix}/`.startsWith(worldSegment)) {
    throw new OptionError('baseUrl', `a URL whose path does not begin with ${worldSegment}`, options.baseUrl);
  }
  const maxBodyBytes = countOption('maxBodyBytes', options.maxBodyBytes ?? limits.bodyBytes);
  const open = new OpenWorlds({
    create: options.create,
    storage,
    prefix,
    max: countOption('max', options.max ?? 1000),
    idleMs: durationOption('idle', options.idle ?? '1h'),
  });

  const respondIn = (given: WireRequest, respond: Parameters<Worlds<Fake>['dispatch']>[1]): WireResponse => {
    try {
      const { name, request } = worldRequest(given, prefix);
      const handle = (received: WireRequest): WireResponse => {
        const match = open.has(name) ? undefined : findRoute(readMessage(received), prefix);
        if (!(match instanceof Problem) || open.isStored(name)) return open.use(name).handle(received);
        return match.response;
      };
      const response = respond({ fake: () => open.use(name), handle }, request);
      if (response.fault) open.keep(name, response.fault.delayMs);
      return response;
    } catch (error) {
      return failureResponse(error);
    }
  };
  const dispatch: Worlds<Fake>['dispatch'] = (given, respond) =>
    responseTo(methodOf(given), respondIn(given, respond));
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
