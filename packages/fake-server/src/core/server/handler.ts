import type { FakeServer } from '../fake-server.ts';
import { BodyEncoder } from '../http/body-encoder.ts';
import { failureResponse } from '../http/failure.ts';
import { faultyResponse, toResponse } from '../http/response.ts';
import { limits } from '../limits.ts';
import { countOption } from '../option-checks.ts';
import type { CorsOrigin } from './cors.ts';
import { handleOf } from './handle.ts';
import type { RequestHead } from './request-head.ts';
import { requestText } from './request-text.ts';
import { runtimeHere } from './runtime.ts';
import { createWebServer, type WebServer } from './web-server.ts';
import type { Worlds } from '../worlds/worlds.ts';

/** Options of `createHandler`. */
export interface HandlerOptions {
  /**
   * Whether to serve the admin endpoints below `/__fake/` too: state, seed, reset, snapshot, faults, clock and
   * journal. `GET /__fake/` lists them. The path of the base URL does not precede theirs. They need no `requiredToken`:
   * whoever reaches the server can call them.
   *
   * @default false
   */
  readonly admin?: boolean | undefined;
  /**
   * Origins whose pages may call, such as `http://localhost:5173`; `*` for all. Preflights are then answered. Requests
   * from pages of other origins are rejected with 403 and change nothing; `serve` tells them in the same way.
   *
   * @default none
   */
  readonly corsOrigin?: CorsOrigin | undefined;
  /**
   * Maximum size of a request body in bytes; a longer one is rejected with 413. `Infinity` for no limit.
   *
   * @default 10_485_760
   */
  readonly maxBodyBytes?: number | undefined;
}

/** Responds to a request. Never rejects. */
export type Handler = (request: Request) => Promise<Response>;

/**
 * A web-standard request handler for servers that are shaped like `fetch`: Workers, `Bun.serve`, `Deno.serve`, and others. It
 * responds as `serve` of `…/node` does, except for what only a server itself can: it checks no `Host` header, and has no
 * time limits.
 *
 * @param fake - A fake server, or several by name.
 * @throws {OptionError} when `maxBodyBytes` is invalid.
 * @example
 * ```ts
 * import { createFakeServer, createHandler } from '@mock-services/fake-server/core';
 *
 * const handler = createHandler(createFakeServer(), { admin: true });
 * export default { fetch: handler }; // a Worker; or Bun.serve({ fetch: handler }), or Deno.serve(handler)
 * ```
 */
export function createHandler(
  fake: FakeServer | Worlds,
  { admin, ...options }: HandlerOptions = {},
): Handler {
  return webHandler(() => handleOf(fake, admin), options);
}

/** @param handleHere - Asked once, at the first request. */
export function webHandler(
  handleHere: () => Promise<FakeServer['handle']>,
  { corsOrigin, maxBodyBytes = limits.bodyBytes }: Pick<HandlerOptions, 'corsOrigin' | 'maxBodyBytes'>,
): Handler {
  const most = countOption('maxBodyBytes', maxBodyBytes, 0);
  const origins = [corsOrigin ?? []].flat();
  const runtime = runtimeHere();
  const encoder = new BodyEncoder();
  let server: WebServer | undefined;
  return async (request) => {
    // No promise is kept: Workers tie each to one request.
    server ??= createWebServer({
      handle: await handleHere(),
      origins,
      maxBodyBytes: most,
      failed: (_, error) => failureResponse(error),
    });
    const head = headOf(request);
    const rejection = server.rejectionOf(head);
    try {
      const body = rejection ? undefined : await requestText(request, most);
      if (body === undefined) await runtime.leave(request.body);
      const response = rejection ?? server.respond(head, body);
      const bytes = encoder.encode(response.body);
      if (!response.fault) return toResponse(response, bytes);
      return await faultyResponse(response, bytes, response.fault, request.signal, runtime);
    } catch {
      // The request's body broke, and with it the connection.
      return runtime.reset();
    }
  };
}

function headOf({ method, url, headers }: Request): RequestHead {
  const { origin, pathname, search } = new URL(url);
  return { method, path: pathname + search, headers: Object.fromEntries(headers), ownOrigin: origin };
}
