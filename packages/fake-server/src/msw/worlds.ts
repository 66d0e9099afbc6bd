import type { HttpHandler } from 'msw';
import {
  createWorlds as createCore,
  type FakeServer,
  type Worlds as Core,
  type WorldsOptions,
} from '../core/index.ts';
import { createHandlers } from './handlers.ts';

/** Fake servers by name, with the MSW request handlers of all of them. */
export interface Worlds<Fake extends FakeServer = FakeServer> extends Core<Fake> {
  /** As `handlers` of a fake server, for the world that each request names. Who reads them uses the world `default`, as with `baseUrl`. */
  readonly handlers: HttpHandler[];
}

/**
 * Fake servers by name, behind one set of MSW request handlers, one `fetch` or one port: each has its own data,
 * identifiers, clock, faults and journal. A request names its world by its path, `/worlds/:name` below the base URL, or by the
 * header `x-mock-services-world`; without either it is for the world `default`.
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
 * @throws {OptionError} when an option is invalid.
 */
export function createWorlds<Fake extends FakeServer>(options: WorldsOptions<Fake>): Worlds<Fake> {
  const core = createCore(options);
  let handlers: HttpHandler[] | undefined;
  // Not by a spread, which would read `baseUrl`.
  return Object.defineProperty(core, 'handlers', {
    enumerable: true,
    get: () => (handlers ??= createHandlers(core, options, '(?:/worlds/[^/]+)?')),
  }) as Worlds<Fake>;
}
