import { optionError } from '../errors.ts';
import type { FakeServer } from '../fake.ts';
import { defaultBaseUrl, parseBaseUrl } from '../http/base-url.ts';
import { createFetch, type FetchFunction } from '../door/fetch.ts';
import type { WireRequest, WireResponse } from '../http/message.ts';
import { internals, internalsOf, varyOf, type Internals } from '../internals.ts';
import { failureResponse, Problem } from '../http/problem.ts';
import { bodyLimitOf, countOption, durationOption } from '../checks/options.ts';
import { findRoute, readRequest } from '../engine/router.ts';
import { describeUnknown, warn } from '../words.ts';
import { checkWorldsStorage, type WorldsStorage } from '../world/world-storage.ts';
import type { Duration } from '../time/time.ts';
import { OpenWorlds } from './open-worlds.ts';
import { checkedName, defaultWorld, worldRequest, worldSegment } from './world-name.ts';

export interface WorldsOptions<Fake extends FakeServer = FakeServer> {
  /**
   * Creates the fake server for a world when the world is first used. If `storage` contains the world, the fake server
   * continues with the stored state. If you set the fake server's `baseUrl`, its path must equal the path of the
   * worlds' `baseUrl`.
   */
  readonly create: (name: string) => Fake;
  /**
   * Absolute http or https URL whose path does not start with `/worlds/`.
   * @default 'https://mock-services.test'
   */
  readonly baseUrl?: string | undefined;
  /**
   * Storage of the worlds. The fake servers that `create` returns must not have their own storage. An evicted world
   * remains in the storage and is loaded again when it is next used.
   * @default the worlds are kept only in memory
   */
  readonly storage?: WorldsStorage | undefined;
  /**
   * Maximum number of worlds in memory. At the limit, a new world replaces the least recently used world that is idle.
   * @default 1_000
   */
  readonly max?: number | undefined;
  /**
   * Idle time after which a world may be evicted, in milliseconds or as a string such as `'30m'`. Idle time starts
   * after the last request or `get` call, once all delayed responses have been sent. If no world can be evicted, a
   * request for a new world gets a 503.
   * @default '1h'
   */
  readonly idle?: Duration | undefined;
  /**
   * Maximum size of a request body in bytes for `fetch` and `handlers`. A longer body gets a 413.
   * @default 10_485_760 (10 MiB)
   */
  readonly maxBodyBytes?: number | undefined;
}

const known: Readonly<Record<keyof WorldsOptions, true>> = {
  create: true,
  baseUrl: true,
  storage: true,
  max: true,
  idle: true,
  maxBodyBytes: true,
};

export interface ListedWorld {
  readonly name: string;
  /** Idle time in milliseconds. `undefined` means that the world is in the storage but not in memory. */
  readonly idleMs?: number | undefined;
}

/** A reference to a world that is created when it is first needed. */
export interface WorldReference<Fake extends FakeServer = FakeServer> {
  /** @throws {FakeServerError} (`worlds-full`) if the maximum number of worlds is in use. */
  readonly fake: () => Fake;
  readonly handle: (request: WireRequest) => WireResponse;
  /** Returns whether the world existed. */
  readonly delete: () => boolean;
}

/** Named fake servers, which share no data. All functions can be called without `this`. */
export interface Worlds<Fake extends FakeServer = FakeServer> {
  /** Base URL of the world `default`. For another world, append `/worlds/` and its name. */
  readonly baseUrl: string;
  /** Works like the `fetch` of the world that each request names. */
  readonly fetch: FetchFunction;
  /**
   * Handles a request in the world that the request names. Never throws. A request that matches no endpoint does not
   * create a world.
   */
  readonly handle: (request: WireRequest) => WireResponse;
  /**
   * Creates the world if it does not exist.
   * @throws {FakeServerError} (`world-name`, `worlds-full`) if the name is malformed, or the maximum number of worlds
   * is in use.
   */
  readonly get: (name: string) => Fake;
  /**
   * Deletes a world from memory and from the storage. Pending requests finish, but hanging requests are cut off. The
   * next request creates a new world. Returns whether the world existed.
   * @throws {FakeServerError} (`storage-unsaved`) if the storage cannot delete the world, which then still exists.
   */
  readonly delete: (name: string) => boolean;
  /** Worlds that exist only in the storage come first. Worlds in memory follow, from least to most recently used. */
  readonly names: () => readonly string[];
  /** Lists the worlds in the order of `names`. */
  readonly list: () => readonly ListedWorld[];
}

/** Removes the world name from a request, and passes the request to `respond` with that world. Never throws. */
export type Dispatch<Fake extends FakeServer = FakeServer> = <
  Response extends WireResponse | Promise<WireResponse>,
>(
  request: WireRequest,
  respond: (world: WorldReference<Fake>, request: WireRequest) => Response,
) => Response | WireResponse;

interface WorldsInternals<Fake extends FakeServer = FakeServer> extends Internals {
  readonly dispatch: Dispatch<Fake>;
}

/** Returns `undefined` for a single fake server. */
export function dispatchOf(served: object): Dispatch | undefined {
  const own: (Internals & Partial<WorldsInternals>) | undefined = internalsOf(served);
  return own?.dispatch;
}

/**
 * Creates named fake servers (worlds). The worlds share one `fetch` or one port, but each world has its own data,
 * identifiers, clock, faults and journal.
 *
 * A request names its world in the path, in the form `/worlds/:name` below the base URL, or in the header
 * `x-mock-services-world`. The path takes precedence. Without a name, the world is `default`. World names are
 * case-sensitive and have 1 to 128 characters from `A-Z`, `a-z`, `0-9`, `.`, `_` and `-`.
 * @throws {FakeServerError} (`invalid-option`) if an option is invalid.
 * @example
 * ```ts
 * import { createFakeServer, createWorlds } from '@mock-services/fake-server/core';
 *
 * const worlds = createWorlds({ create: () => createFakeServer() });
 * const { url } = await serve(worlds, { port: 4010 });
 * const client = createClient({ baseUrl: `${url}/worlds/checkout-17` });
 * worlds.get('checkout-17').faults.add({ operation: 'getMockService', status: 503 });
 * ```
 */
export function createWorlds<Fake extends FakeServer>(options: WorldsOptions<Fake>): Worlds<Fake> {
  if (typeof options.create !== 'function') {
    throw optionError('create', 'a function that returns a fake server', options.create);
  }
  for (const line of describeUnknown('createWorlds', options, Object.keys(known))) warn({}, line);
  const storage = options.storage === undefined ? undefined : checkWorldsStorage(options.storage);
  const { href, prefix } = options.baseUrl === undefined ? defaultBaseUrl : parseBaseUrl(options.baseUrl);
  if (`${prefix}/`.startsWith(worldSegment)) {
    throw optionError('baseUrl', `a URL whose path does not begin with ${worldSegment}`, options.baseUrl);
  }
  const maxBodyBytes = bodyLimitOf(options);
  const open = new OpenWorlds({
    create: options.create,
    storage,
    prefix,
    max: countOption('max', options.max ?? 1000),
    idleMs: durationOption('idle', options.idle ?? '1h'),
  });

  const dispatchTo: Dispatch<Fake> = (given, respond) => {
    try {
      const { name, request } = worldRequest(given, prefix);
      const handle = (received: WireRequest): WireResponse => {
        const match = open.peek(name) ? undefined : findRoute(readRequest(received), prefix);
        return match instanceof Problem ? match.response : open.use(name).handle(received);
      };
      const response = respond(
        { fake: () => open.use(name), handle, delete: () => open.delete(name) },
        request,
      );
      if ('fault' in response && response.fault) open.keep(name, response.fault.delayMs);
      return response;
    } catch (error) {
      return failureResponse(error);
    }
  };
  const handle: Worlds['handle'] = (request) => dispatchTo(request, (world, own) => world.handle(own));

  const list = (): readonly ListedWorld[] => {
    const inMemory = open.list();
    const names = new Set(inMemory.map(({ name }) => name));
    const others = storage?.names().filter((name) => !names.has(name)) ?? [];
    return [...others.map((name) => ({ name })), ...inMemory];
  };
  const own: WorldsInternals<Fake> = {
    dispatch: dispatchTo,
    watchResendFaults: (listener) => open.watchResendFaults(listener),
    checkToken: (token) => {
      for (const { name } of open.list()) internalsOf(open.peek(name) ?? {})?.checkToken(token);
    },
    varyError: (response, request) => {
      try {
        const { name } = worldRequest({ method: '', ...request }, prefix);
        const world = open.peek(name) ?? open.peek(defaultWorld);
        return world ? varyOf(world)(response, request) : response;
      } catch {
        return response;
      }
    },
  };
  const worlds: Worlds<Fake> & { readonly [internals]: WorldsInternals<Fake> } = {
    baseUrl: href,
    fetch: createFetch({ handle, vary: own.varyError, maxBodyBytes }),
    handle,
    get: (name) => open.use(checkedName(name)),
    delete: (name) => open.delete(name),
    names: () => list().map(({ name }) => name),
    list,
    [internals]: own,
  };
  return worlds;
}
