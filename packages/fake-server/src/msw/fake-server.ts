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
   * One MSW request handler per endpoint, and a last one that answers 404 and 405 for every other path below
   * `baseUrl`. Give them to `setupServer`, `setupWorker` or `use`, before handlers of your own for the
   * same paths. On the page's own origin, only paths in the endpoints' areas are answered.
   *
   * @example
   * const server = setupServer(...fake.handlers);
   */
  readonly handlers: HttpHandler[];
}

/**
 * Makes a fake server. Two of them share nothing.
 *
 * @example
 * const fake = createFakeServer();
 * server.use(...fake.handlers);
 * const client = createClient({ baseUrl: fake.baseUrl });
 *
 * @throws {SeedError} when the seed is not what the interface describes.
 * @throws {TypeError} when `baseUrl` is no absolute http(s) URL, or has credentials, a query or a fragment.
 * @throws {RangeError} when `clock` is no instant, or a function that returns none.
 */
export function createFakeServer(options: FakeServerOptions = {}): FakeServer {
  const core = createCore(options);
  return { ...core, handlers: createHandlers(core) };
}
