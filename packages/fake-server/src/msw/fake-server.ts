import type { HttpHandler } from 'msw';
import {
  createFakeServer as createCore,
  createWorlds as createCoreWorlds,
  type FakeServer as Core,
  type FakeServerOptions,
  type Worlds as CoreWorlds,
  type WorldsOptions,
} from '../core/index.ts';
import { createMswHandlers } from './handlers.ts';

export interface FakeServer<ScenarioName extends string = string> extends Core<ScenarioName> {
  /**
   * One MSW request handler for all requests below `baseUrl`. Pass it to `setupServer`, `setupWorker` or `use`. If
   * `baseUrl` is the origin of the page, the handler responds only to paths that begin like an endpoint path.
   * @example
   * const server = setupServer(...fake.handlers);
   */
  readonly handlers: HttpHandler[];
}

/**
 * Creates a fake server like `createFakeServer` of `/core`, and adds MSW request handlers.
 * @example
 * const fake = createFakeServer();
 * server.use(...fake.handlers);
 * const client = createClient({ baseUrl: fake.baseUrl });
 */
export function createFakeServer<ScenarioName extends string = never>(
  options: FakeServerOptions<ScenarioName> = {},
): FakeServer<ScenarioName> {
  const core = createCore(options);
  return { ...core, handlers: createMswHandlers(core, options) };
}

/** Named fake servers that share one MSW request handler. */
export interface Worlds<Fake extends Core = Core> extends CoreWorlds<Fake> {
  /** One MSW request handler for all worlds. */
  readonly handlers: HttpHandler[];
}

/**
 * Creates worlds like `createWorlds` of `/core`, and adds MSW request handlers that the worlds share.
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
  return { ...core, handlers: createMswHandlers(core, options, '(?:/worlds/[^/]+)?') };
}
