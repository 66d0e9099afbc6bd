/** Fake servers and worlds with MSW request handlers. */
import type { HttpHandler } from 'msw';
import {
  createFakeServer as createCore,
  createWorlds as createCoreWorlds,
  type FakeServer as Core,
  type FakeServerOptions,
  type Worlds as CoreWorlds,
  type WorldsOptions,
} from '../core/index.ts';
import { createHandlers } from './handlers.ts';

/** A fake server with its MSW request handlers. */
export interface FakeServer extends Core {
  /**
   * One MSW request handler per endpoint, and a last one that responds with 404 or 405 to every other path below
   * `baseUrl`. Pass them to `setupServer`, `setupWorker` or `use`, before handlers of your own for the same paths. On the
   * page's own origin they handle only paths in the areas of the endpoints.
   *
   * @example
   * const server = setupServer(...fake.handlers);
   */
  readonly handlers: HttpHandler[];
}

/**
 * Creates a fake server. Two of them share nothing.
 *
 * @example
 * const fake = createFakeServer();
 * server.use(...fake.handlers);
 * const client = createClient({ baseUrl: fake.baseUrl });
 *
 * @throws {SeedError} when the seed breaks the interface.
 * @throws {OptionError} when an option is invalid.
 */
export function createFakeServer(options: FakeServerOptions = {}): FakeServer {
  const core = createCore(options);
  return { ...core, handlers: createHandlers(core, options) };
}

/** Fake servers by name, with the MSW request handlers of all of them. */
export interface Worlds<Fake extends Core = Core> extends CoreWorlds<Fake> {
  /** Like `handlers` of a fake server, for the world that each request names. */
  readonly handlers: HttpHandler[];
}

/**
 * Fake servers by name, behind one set of MSW request handlers, one `fetch` or one port: each has its own data,
 * identifiers, clock, faults and journal. The path of a request names its world, `/worlds/:name` below the base URL, or the
 * header `x-mock-services-world` does. A request without either is for the world `default`.
 *
 * @example
 * ```ts
 * import { createFakeServer, createWorlds } from '@mock-services/fake-server';
 * import { setupServer } from 'msw/node';
 *
 * const worlds = createWorlds({ create: () => createFakeServer() });
 * const server = setupServer(...worlds.handlers);
 * const client = createClient({ baseUrl: `${worlds.baseUrl}/worlds/checkout-17` });
 * ```
 *
 * @throws {OptionError} if an option is invalid.
 */
export function createWorlds<Fake extends Core>(options: WorldsOptions<Fake>): Worlds<Fake> {
  const core = createCoreWorlds(options);
  return { ...core, handlers: createHandlers(core, options, '(?:/worlds/[^/]+)?') };
}
