import type { FakeServer } from '../fake.ts';
import { internalsOf, varyOf } from '../internals.ts';
import { authorize, tokenOption } from '../http/authorization.ts';
import { openDoor, type Check, type DoorRules } from '../door/door.ts';
import { endingsHere } from '../door/endings.ts';
import { originsOption, type CorsOrigin } from '../door/origins.ts';
import { listedPages } from '../door/pages.ts';
import { arrivalOf, responseOf } from '../door/web-message.ts';
import { bodyLimitOf } from '../checks/options.ts';
import { describeUnknown, shownValue, warn } from '../words.ts';
import { dispatchOf, type Worlds } from '../worlds/worlds.ts';
import { withAdmin } from './admin/admin.ts';
import { basePageOf } from './base-page.ts';

export interface HandlerOptions {
  /**
   * Whether to serve the admin endpoints under `/__fake/`, with and without the path of the base URL. The endpoints
   * call the functions of the fake server by name, such as `POST /__fake/faults.add`, and `GET /__fake/` lists them.
   * Without `requiredToken`, anybody who can reach the server can call these functions.
   * @default false
   */
  readonly admin?: boolean | undefined;
  /**
   * Origins whose pages may call the server, such as `http://localhost:5173`, or `*` for all. With this option, the
   * server responds to CORS preflights. Requests from pages of any other origin get a 403 and change nothing. Pages of
   * listed origins may send `credentials: 'include'`, for which browsers do not accept `*`.
   *
   * A request comes from another origin if its `Sec-Fetch-Site` header is neither `same-origin` nor `none`. Without
   * that header, the server compares the `Origin` header with its own origin.
   * @default none
   */
  readonly corsOrigin?: CorsOrigin | undefined;
  /**
   * Token that clients must send with every request, even to the admin endpoints, as `Authorization: Bearer …`. A
   * request without the token gets a 401, and affects neither faults nor the journal. An explicit `undefined` is
   * rejected, because the cause may be a secret that was not set. If the fake server itself requires a token, both
   * tokens must be the same.
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
  for (const line of describeUnknown('createHandler', options, Object.keys(known))) warn({}, line);
  return handlerOf({ ...serverRules(fake, options), maxBodyBytes: bodyLimitOf(options, 0) });
}

const known: Readonly<Record<keyof HandlerOptions, true>> = {
  admin: true,
  corsOrigin: true,
  requiredToken: true,
  maxBodyBytes: true,
};

export function handlerOf(rules: DoorRules): Handler {
  const endings = endingsHere();
  const door = openDoor({ ...rules, hangMs: endings.hangMs });
  return async (request) => {
    const outcome = await door(arrivalOf(request));
    await endings.discardBody?.(request.body);
    return responseOf(outcome, endings);
  };
}

type Served = Pick<FakeServer, 'baseUrl' | 'handle'>;

/**
 * @throws {TypeError} if the first argument is not a fake server.
 * @throws {FakeServerError} (`invalid-option`) if an option is invalid, or the fake server requires another token.
 */
export function serverRules(
  served: Served,
  options: Pick<HandlerOptions, 'admin' | 'corsOrigin' | 'requiredToken'>,
  hasPage = true,
): Omit<DoorRules, 'maxBodyBytes'> & Required<Pick<DoorRules, 'refusals'>> {
  if (typeof (served as Partial<Served> | undefined)?.handle !== 'function')
    throw new TypeError(
      `The first argument must be a fake server, such as \`createFakeServer()\`; got ${shownValue(served)}.`,
    );
  const pages = listedPages(originsOption(options.corsOrigin));
  const page = hasPage ? [basePageOf(served, options.admin)] : [];
  return {
    handle: options.admin ? withAdmin(served, dispatchOf(served)) : served.handle,
    vary: varyOf(served),
    ...pages,
    // Require no token for the page and for CORS preflights, because browsers send none.
    checks: [...page, ...pages.checks, tokenCheck(served, options)],
  };
}

function tokenCheck(served: Served, options: Pick<HandlerOptions, 'requiredToken'>): Check {
  const token = tokenOption(options);
  if (token !== undefined) internalsOf(served)?.checkToken(token);
  return ({ headers }) => authorize(token, headers)?.response;
}
