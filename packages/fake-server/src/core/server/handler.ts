import type { FakeServer } from '../fake.ts';
import { internalsOf } from '../internals.ts';
import { tokenOption } from '../http/authorization.ts';
import { createResponder } from '../http/web.ts';
import { bodyLimitOf } from '../option-checks.ts';
import { dispatchOf, type Worlds } from '../worlds/worlds.ts';
import { withAdmin, withWorldsAdmin } from './admin/admin.ts';
import { basePageOf } from './base-page.ts';
import { originsOption, type CorsOrigin } from './origins.ts';
import { createServer, type Handle, type ServerSettings } from './server.ts';
import { endingsHere } from './runtime.ts';

export interface HandlerOptions {
  /**
   * Whether to serve the admin endpoints under `/__fake/`, with and without the path of the base URL: the functions of
   * the fake server by name, such as `POST /__fake/faults.add`. `GET /__fake/` lists them. Without `requiredToken`,
   * anybody who can reach the server can call these functions.
   * @default false
   */
  readonly admin?: boolean | undefined;
  /**
   * Origins whose pages may call the server, such as `http://localhost:5173`, or `*` for all. With this option, the
   * server responds to CORS preflights. Requests from pages of any other origin get a 403 and change nothing. Pages of
   * listed origins may also send `credentials: 'include'`, for which browsers do not accept `*`.
   *
   * A request comes from another origin if its `Sec-Fetch-Site` header is neither `same-origin` nor `none`. Without
   * that header, the server compares the `Origin` header with its own origin.
   * @default none
   */
  readonly corsOrigin?: CorsOrigin | undefined;
  /**
   * Token that clients must send with every request, including those to the admin endpoints, as
   * `Authorization: Bearer …`. A request without the token gets a 401 and is ignored by faults and the journal. An
   * explicit `undefined` is rejected, because it may be a secret that was not set. If the fake server itself requires a
   * token, it must be the same.
   * @default no token is required
   */
  readonly requiredToken?: string;
  /**
   * Maximum size of a request body in bytes, or `Infinity`. A longer body gets a 413.
   * @default 10_485_760
   */
  readonly maxBodyBytes?: number | undefined;
}

/** The promise never rejects. */
export type Handler = (request: Request) => Promise<Response>;

/**
 * Creates a web-standard request handler for Workers, `Bun.serve`, `Deno.serve` and similar servers. It works like
 * `serve`, but does not check the `Host` header and has no time limits. GET and HEAD of the base path get a short page
 * (status 200), even without a token.
 * @throws {FakeServerError} (`invalid-option`) if an option is invalid.
 * @example
 * ```ts
 * import { createFakeServer, createHandler } from '@mock-services/fake-server/core';
 *
 * const handler = createHandler(createFakeServer(), { admin: true });
 * export default { fetch: handler }; // a Worker; or Bun.serve({ fetch: handler }), or Deno.serve(handler)
 * ```
 */
export function createHandler(fake: FakeServer | Worlds, options: HandlerOptions = {}): Handler {
  return createWebHandler(handleOf(fake, options.admin), options, rulesOf(fake, options));
}

export function createWebHandler(
  handle: Handle,
  options: Pick<HandlerOptions, 'corsOrigin' | 'maxBodyBytes' | 'requiredToken'>,
  rules: ServedRules = {},
): Handler {
  const maxBodyBytes = bodyLimitOf(options, 0);
  const origins = originsOption(options.corsOrigin);
  const requiredToken = tokenOption(options);
  const server = createServer({
    handle,
    origins,
    requiredToken,
    maxBodyBytes,
    ...rules,
  });
  const respond = createResponder(server, { maxBodyBytes, endings: endingsHere() });
  return (request) => respond(request);
}

/** What the rules of a server take from the fake server or the worlds. */
type ServedRules = Pick<ServerSettings, 'basePage' | 'varyUnauthorized'>;

/** @throws {FakeServerError} (`invalid-option`) if the fake server requires another token. */
export function rulesOf(
  served: Pick<FakeServer, 'baseUrl'>,
  { admin, ...options }: Pick<HandlerOptions, 'admin' | 'requiredToken'>,
): ServedRules {
  const token = tokenOption(options);
  const own = internalsOf(served);
  if (token !== undefined) own?.checkToken(token);
  return { basePage: basePageOf(served, admin), ...(own && { varyUnauthorized: own.varyUnauthorized }) };
}

export function handleOf(
  served: FakeServer | Worlds | Pick<FakeServer, 'handle'>,
  admin: boolean | undefined,
): Handle {
  if (!admin) return served.handle;
  // The casts are safe, because `serve` and `createHandler` accept `admin` only with a complete fake server or worlds.
  const dispatch = dispatchOf(served);
  return dispatch ? withWorldsAdmin(served as Worlds, dispatch) : withAdmin(served as FakeServer);
}
