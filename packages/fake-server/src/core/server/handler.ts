import type { FakeServer } from '../fake-server.ts';
import { tokenOption } from '../http/authorization.ts';
import { createResponder } from '../http/web.ts';
import { countOption, limits } from '../option-checks.ts';
import { dispatch, type DispatchingWorlds, type Worlds } from '../worlds/worlds.ts';
import { withAdmin, withWorldsAdmin } from './admin/admin.ts';
import { createServer, originsOption, type CorsOrigin } from './server.ts';
import { endingsHere } from './runtime.ts';

/** Options of `createHandler`. */
export interface HandlerOptions {
  /**
   * Whether to serve the admin endpoints under `/__fake/`: state, seed, reset, snapshot, faults, clock and journal.
   * `GET /__fake/` lists all admin endpoints. The admin endpoints are served at the root and under the path of the base
   * URL. Without `requiredToken`, everybody who can reach the server can call the admin endpoints.
   *
   * @default false
   */
  readonly admin?: boolean | undefined;
  /**
   * Origins whose pages may call the server, such as `http://localhost:5173`, or `*` for all origins. If `corsOrigin`
   * is set, the server responds to CORS preflights. A request from a page whose origin is not allowed gets a 403 and
   * changes nothing.
   *
   * A request comes from another origin if its `Sec-Fetch-Site` header is neither `same-origin` nor `none`. For a
   * request without a `Sec-Fetch-Site` header, the server compares the `Origin` header with its own origin.
   *
   * @default none
   */
  readonly corsOrigin?: CorsOrigin | undefined;
  /**
   * Token that every request must send in the header `Authorization: Bearer …`, including requests to the admin
   * endpoints. A request without the token gets a 401. No fault applies to a rejected request, and the journal does
   * not record rejected requests.
   *
   * An explicit `undefined` is rejected, because it may be a secret that was not set.
   *
   * @default no token is required
   */
  readonly requiredToken?: string;
  /**
   * Maximum size of a request body in bytes. A longer body gets a 413. `Infinity` means no limit.
   *
   * @default 10_485_760
   */
  readonly maxBodyBytes?: number | undefined;
}

/** Handles a request. The promise never rejects. */
export type Handler = (request: Request) => Promise<Response>;

/**
 * Creates a web-standard request handler for Workers, `Bun.serve`, `Deno.serve` and similar servers. The handler
 * responds like the `serve` function, except that the handler does not check the `Host` header and has no time limits.
 *
 * @param fake - A fake server, or the result of `createWorlds`.
 * @throws {FakeServerError} (`invalid-option`) if `maxBodyBytes` or `requiredToken` is invalid.
 * @example
 * ```ts
 * import { createFakeServer, createHandler } from '@mock-services/fake-server/core';
 *
 * const handler = createHandler(createFakeServer(), { admin: true });
 * export default { fetch: handler }; // a Worker; or Bun.serve({ fetch: handler }), or Deno.serve(handler)
 * ```
 */
export function createHandler(fake: FakeServer | Worlds, options: HandlerOptions = {}): Handler {
  return createWebHandler(handleOf(fake, options.admin), options);
}

/** Creates a handler that calls `handle` for each request. */
export function createWebHandler(
  handle: FakeServer['handle'],
  options: Pick<HandlerOptions, 'corsOrigin' | 'maxBodyBytes' | 'requiredToken'>,
): Handler {
  const maxBodyBytes = countOption('maxBodyBytes', options.maxBodyBytes ?? limits.bodyBytes, 0);
  const origins = originsOption(options.corsOrigin);
  const server = createServer({ handle, origins, requiredToken: tokenOption(options), maxBodyBytes });
  const respond = createResponder(server, { maxBodyBytes, endings: endingsHere() });
  return (request) => respond(request);
}

/**
 * Returns the `handle` function of a fake server or of worlds. If `admin` is set, the function also handles the admin
 * endpoints.
 */
export function handleOf(
  served: FakeServer | Worlds | Pick<FakeServer, 'handle'>,
  admin: boolean | undefined,
): FakeServer['handle'] {
  if (!admin) return served.handle;
  // The types of `serve` and `createHandler` require a complete fake server or worlds if `admin` is set.
  return dispatch in served ? withWorldsAdmin(served as DispatchingWorlds) : withAdmin(served as FakeServer);
}
