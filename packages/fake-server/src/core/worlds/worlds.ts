import type { FakeServer } from '../fake-server.ts';
import { OptionError } from '../errors.ts';
import type { Faults } from '../faults/faults.ts';
import { parseBaseUrl } from '../http/base-url.ts';
import { failureResponse } from '../http/failure.ts';
import { createFetch, type FetchFunction } from '../http/fetch.ts';
import { responseTo, type WireRequest, type WireResponse } from '../http/message.ts';
import { limits } from '../limits.ts';
import { countOption, durationOption } from '../option-checks.ts';
import { checkWorldsStorage, type WorldsStorage, type WorldStorage } from '../storage/world-storage.ts';
import type { Duration } from '../time/duration.ts';
import { OpenStorage } from './open-storage.ts';
import { OpenWorlds } from './open-worlds.ts';
import { RepeatedAnywhere } from './repeated-anywhere.ts';
import { checkedName, defaultWorld, isWellFormed, worldRequest } from './world-name.ts';

/** Options of `createWorlds`. */
export interface WorldsOptions<Fake extends FakeServer = FakeServer> {
  /**
   * Makes the world with a name, at its first use, or takes it from the storage. All worlds have the same path in their
   * `baseUrl`, which does not begin with `/worlds/`.
   */
  readonly create: (name: string, storage: WorldStorage | undefined) => Fake;
  /**
   * Where the worlds are kept; `create` is given the place of each, as the option `storage` of a fake server. A world that
   * is replaced then leaves memory alone, and its next use finds it as it was. Default none.
   */
  readonly storage?: WorldsStorage | undefined;
  /** Maximum number of worlds. At the maximum, a new one replaces the one that has been idle longest. Default 1,000. */
  readonly max?: number | undefined;
  /**
   * How long a world is unused before it may be replaced: milliseconds, or text such as `'30m'`. Requests for it use it, until
   * their delayed responses, and so does `get`. While all are in use, requests for new worlds get a 503. Default `'1h'`.
   */
  readonly idle?: Duration | undefined;
  /** Maximum size in bytes of a request body that comes through `fetch` or `handlers`. Default 10,485,760 (10 MiB). */
  readonly maxBodyBytes?: number | undefined;
}

/** A world that there is. */
export interface ListedWorld {
  readonly name: string;
  /** Milliseconds since its latest use; `undefined` for one that is in the storage alone. */
  readonly idleMs?: number | undefined;
}

/** Fake servers by name, which share nothing. Its functions need no `this`. */
export interface Worlds<Fake extends FakeServer = FakeServer> {
  /**
   * Base URL of the world `default`; that of another one has `/worlds/` and its name behind it. Who reads it uses that world:
   * so do `serve`, for its `url`, and `handlers`.
   */
  readonly baseUrl: string;
  /** As `fetch` of a fake server, for the world that the request names. */
  readonly fetch: FetchFunction;
  /** As `handle` of a fake server, for the world that the request names. Never throws. */
  readonly handle: (request: WireRequest) => WireResponse;
  /**
   * For servers: responds to a request by `respond`, which is given the world's fake server and the request as that world
   * receives it.
   */
  readonly dispatch: (
    request: WireRequest,
    respond: (fake: Fake, request: WireRequest) => WireResponse,
  ) => WireResponse;
  /**
   * The world with a name, made at its first use.
   *
   * @throws {WorldError} for a malformed name, and when there are `max` worlds of which none is idle.
   */
  readonly get: (name: string) => Fake;
  /**
   * Removes a world, also from the storage. Requests that are under way finish; the next one finds a new world. Returns whether there was one.
   */
  readonly delete: (name: string) => boolean;
  /** The names of all worlds: first those that are in the storage alone, then those in memory, least recently used first. */
  readonly names: () => readonly string[];
  /** The same worlds, with the milliseconds since the latest use of each that is in memory. */
  readonly list: () => readonly ListedWorld[];
  /** For servers: as `onRepeated` of a fake server, for all worlds together. */
  readonly faults: Pick<Faults, 'onRepeated'>;
}

/**
 * Fake servers by name, behind one `fetch` or on one port: each has its own data, identifiers, clock, faults and journal.
 *
 * A request chooses its world by its path, `/worlds/:name` below the base URL, or by the header `x-mock-services-world`;
 * where both do, the path counts. Without either it is for the world `default`. A name has 1 to 128 characters of `A-Z`, `a-z`,
 * `0-9`, `.`, `_` and `-`; letter case counts.
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
 * @throws {OptionError} when an option is invalid.
 */
export function createWorlds<Fake extends FakeServer>({
  create,
  storage,
  max = 1000,
  idle = '1h',
  maxBodyBytes = limits.bodyBytes,
}: WorldsOptions<Fake>): Worlds<Fake> {
  const repeated = new RepeatedAnywhere();
  if (typeof create !== 'function')
    throw new OptionError('create', 'function that returns a fake server', create);
  if (storage !== undefined) checkWorldsStorage(storage);
  const kept = storage && new OpenStorage(storage);
  const open = new OpenWorlds<Fake>({
    create: (name) => create(name, kept?.open(name)),
    max: countOption('max', max),
    idleMs: durationOption('idle', idle),
    opened: (fake) => repeated.add(fake),
    closed: (fake, name) => {
      repeated.remove(fake);
      kept?.close(name);
    },
  });
  let known: string | undefined;
  // That of any world. Where there is none yet, the one that the request seems to name is made; it goes if it was not meant.
  const prefixOf = (before: string, name: string): string => {
    if (known !== undefined) return known;
    const there = open.any();
    const likely = isWellFormed(name) ? name : defaultWorld;
    known = parseBaseUrl((there ?? open.use(likely)).baseUrl).prefix;
    if (!there && (known !== before || likely !== name)) open.close(likely);
    return known;
  };
  const dispatch: Worlds<Fake>['dispatch'] = (given, respond) => {
    let method = '';
    try {
      ({ method } = given);
      const { name, request } = worldRequest(given, prefixOf);
      const response = respond(open.use(name), request);
      if (response.fault) open.keep(name, response.fault.delayMs);
      return response;
    } catch (error) {
      return responseTo(method, failureResponse(error));
    }
  };
  const byFake = (fake: Fake, request: WireRequest): WireResponse => fake.handle(request);
  const handle = (request: WireRequest): WireResponse => dispatch(request, byFake);
  const list = (): readonly ListedWorld[] => {
    const inMemory = open.list();
    if (!kept) return inMemory;
    const names = new Set(inMemory.map(({ name }) => name));
    const others = kept.names().filter((name) => !names.has(name));
    return [...others.map((name) => ({ name })), ...inMemory];
  };
  return {
    get baseUrl() {
      return open.use(defaultWorld).baseUrl;
    },
    fetch: createFetch(handle, countOption('maxBodyBytes', maxBodyBytes)),
    handle,
    dispatch,
    get: (name) => open.use(checkedName(name)),
    delete: (name) => {
      const wasOpen = open.close(name);
      return (kept?.delete(name) ?? false) || wasOpen;
    },
    names: () => list().map(({ name }) => name),
    list,
    faults: { onRepeated: (listener) => repeated.watch(listener, open.fakes()) },
  };
}
