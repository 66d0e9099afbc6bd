import type { HttpHandler } from 'msw';
import {
  createFakeServer as createCore,
  type FakeServer as Core,
  type FakeServerOptions,
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
 * @throws {TypeError} when `baseUrl` is not an absolute http(s) URL, or has credentials, a query or a fragment.
 * @throws {RangeError} when `clock` is not an instant, or a function that does not return one.
 */
export function createFakeServer(options: FakeServerOptions = {}): FakeServer {
  const core = createCore(options);
  return { ...core, handlers: createHandlers(core, options) };
}
