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
   * Whether to serve the admin endpoints below `/__fake/`: state, seed, reset, snapshot, faults, clock and
   * journal. `GET /__fake/` lists them. They are served at the root and below the path of the base URL. Without
   * `requiredToken`, everybody who reaches the server can call them.
   *
   * @default false
   */
  readonly admin?: boolean | undefined;
  /**
   * Origins whose pages may call, such as `http://localhost:5173`; `*` for all. The server then responds to preflights.
   * A request from a page of another origin is rejected with 403 and changes nothing. Such a request has a
   * `Sec-Fetch-Site` header other than `same-origin` and `none` or, from a browser that does not send this header, the
   * `Origin` of another server.
   *
   * @default none
   */
  readonly corsOrigin?: CorsOrigin | undefined;
  /**
   * A token that every request must have, as `Authorization: Bearer …`. Other requests get a 401, before faults and the
   * journal. This includes requests to the admin endpoints. Give no `undefined`: it is rejected, because it may be a secret
   * that was not set.
   *
   * @default none is required
   */
  readonly requiredToken?: string;
  /**
   * Maximum size of a request body in bytes. A longer body is rejected with 413. `Infinity` for no limit.
   *
   * @default 10_485_760
   */
  readonly maxBodyBytes?: number | undefined;
}

/** Responds to a request. Never rejects. */
export type Handler = (request: Request) => Promise<Response>;

/**
 * A web-standard request handler for servers that are shaped like `fetch`, such as Workers, `Bun.serve` and `Deno.serve`. It
 * responds as `serve` of `…/node` does, except that it checks no `Host` header and has no time limits.
 *
 * @param fake - A fake server, or several by name.
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

/** The handler for a function that responds to messages. */
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

/** The `handle` of a fake server or of several worlds, with the admin endpoints if they are enabled. */
export function handleOf(
  served: FakeServer | Worlds | Pick<FakeServer, 'handle'>,
  admin: boolean | undefined,
): FakeServer['handle'] {
  if (!admin) return served.handle;
  if ('dispatch' in served) return withWorldsAdmin(served);
  // With `admin`, the types of `serve` and `createHandler` require a whole fake server.
  return withAdmin(served as FakeServer);
}
