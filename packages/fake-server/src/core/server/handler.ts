import type { FakeServer } from '../fake-server.ts';
import { tokenOption } from '../http/authorization.ts';
import { createResponder } from '../http/web.ts';
import { countOption, limits } from '../option-checks.ts';
import type { Worlds } from '../worlds/worlds.ts';
import { withAdmin, withWorldsAdmin } from './admin/admin.ts';
import { createServer, type CorsOrigin } from './rules.ts';
import { endingsHere } from './runtime.ts';

/** Options of `createHandler`. */
export interface HandlerOptions {
  /**
   * Whether to serve the admin endpoints under `/__fake/`: state, seed, reset, snapshot, faults, clock and journal.
   * `GET /__fake/` lists them. They are served at the root and below the path of the base URL. Without `requiredToken`, everybody who
   * can reach the server can call them.
   *
   * @default false
   */
  readonly admin?: boolean | undefined;
  /**
   * Origins whose pages may call the server, such as `http://localhost:5173`, or `*` for all origins. If it is set, the server
   * responds to preflights. A request from a page of any other origin gets a 403 and changes nothing.
   *
   * A request comes from another origin if its `Sec-Fetch-Site` header is neither `same-origin` nor `none`. Without this
   * header, the `Origin` header decides.
   *
   * @default none
   */
  readonly corsOrigin?: CorsOrigin | undefined;
  /**
   * Token that every request must send as `Authorization: Bearer …`, including requests to the admin endpoints. Other requests
   * get a 401, to which no fault applies and which the journal does not record.
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
 * Creates a web-standard request handler for Workers, `Bun.serve`, `Deno.serve` and similar servers. It responds like
 * `serve` of `…/node`, but does not check the `Host` header and has no time limits.
 *
 * @param fake - A fake server, or the result of `createWorlds`.
 * @throws {OptionError} if `maxBodyBytes` or `requiredToken` is invalid.
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
  const origins = [options.corsOrigin ?? []].flat();
  const server = createServer({ handle, origins, requiredToken: tokenOption(options), maxBodyBytes });
  const respond = createResponder(server, { maxBodyBytes, endings: endingsHere() });
  return (request) => respond(request);
}

/** Returns the `handle` function of a fake server or of worlds, extended by the admin endpoints if `admin` is set. */
export function handleOf(
  served: FakeServer | Worlds | Pick<FakeServer, 'handle'>,
  admin: boolean | undefined,
): FakeServer['handle'] {
  if (!admin) return served.handle;
  if ('dispatch' in served) return withWorldsAdmin(served);
  // With `admin`, the types of `serve` and `createHandler` require a whole fake server.
  return withAdmin(served as FakeServer);
}
