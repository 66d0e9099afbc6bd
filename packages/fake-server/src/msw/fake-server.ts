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

export interface FakeServer<ScenarioName extends string = string> extends Core<ScenarioName> {
  /**
   * One MSW request handler for all requests below `baseUrl`, to pass to `setupServer`, `setupWorker` or `use`. If
   * `baseUrl` is the origin of the page, the handler responds only to paths that begin like an endpoint path.
   * @example
   * const server = setupServer(...fake.handlers);
   */
  readonly handlers: HttpHandler[];
}

/**
 * Creates a fake server with MSW request handlers. Fake servers share no state.
 * @throws {FakeServerError} (`invalid-seed`) if the seed does not conform to the interface, or exceeds
 *   `maxWorldBytes`.
 * @throws {FakeServerError} (`invalid-option`) if an option is invalid.
 * @throws {FakeServerError} (`storage-…`) if `storage` contains rows that this release cannot read, or if the initial
 *   state cannot be stored.
 * @example
 * const fake = createFakeServer();
 * server.use(...fake.handlers);
 * const client = createClient({ baseUrl: fake.baseUrl });
 */
export function createFakeServer<ScenarioName extends string = never>(
  options: FakeServerOptions<ScenarioName> = {},
): FakeServer<ScenarioName> {
  const core = createCore(options);
  return { ...core, handlers: createHandlers(core, options) };
}

/** Fake servers by name, with one MSW request handler for all. */
export interface Worlds<Fake extends Core = Core> extends CoreWorlds<Fake> {
  /** One MSW request handler for all worlds. */
  readonly handlers: HttpHandler[];
}

/**
 * Creates worlds: fake servers with names. They share one set of MSW request handlers, one `fetch` or one port, but
 * each has its own data, identifiers, clock, faults and journal.
 *
 * A request names its world in the path, in the form `/worlds/:name` below the base URL, or in the header
 * `x-mock-services-world`. Without a name, the world is `default`.
 * @throws {FakeServerError} (`invalid-option`) if an option is invalid.
 * @example
 * ```ts
 * import { createFakeServer, createWorlds } from '@mock-services/fake-server';
 * import { setupServer } from 'msw/node';
 *
 * const worlds = createWorlds({ create: () => createFakeServer() });
 * const server = setupServer(...worlds.handlers);
 * const client = createClient({ baseUrl: `${worlds.baseUrl}/worlds/checkout-17` });
 * ```
 */
export function createWorlds<Fake extends Core>(options: WorldsOptions<Fake>): Worlds<Fake> {
  const core = createCoreWorlds(options);
  return { ...core, handlers: createHandlers(core, options, '(?:/worlds/[^/]+)?') };
}
