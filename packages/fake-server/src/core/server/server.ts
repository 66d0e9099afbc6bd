/** The access rules of a server: the required token, and the origins whose pages may call the server (CORS). */
import type { Internals } from '../internals.ts';
import { authorize } from '../http/authorization.ts';
import { allowAll, allowOrigin, isPreflight, preflightResponse, withHeaders } from '../http/cors.ts';
import type { Arrival, Server, WireRequest, WireResponse } from '../http/message.ts';
import { failureResponse, problemResponse, tooLong } from '../http/problem.ts';
import type { BasePage } from './base-page.ts';
import type { Origins } from './origins.ts';

/** Responds to an admin request later if that request waits. */
export type Handle = (request: WireRequest) => WireResponse | Promise<WireResponse>;

export interface ServerSettings {
  readonly handle: Handle;
  readonly origins: Origins;
  readonly requiredToken: string | undefined;
  readonly maxBodyBytes: number;
  /** Returns a response if the `Host` header names another host. Without this function, the header is not checked. */
  readonly rejectHost?: (request: Arrival) => WireResponse | undefined;
  /** Responds to requests for the base path, even without a token. */
  readonly basePage?: BasePage;
  /** Varies the 401 for a request without the token. */
  readonly varyUnauthorized?: Internals['varyUnauthorized'];
  readonly failed?: (request: Arrival, error: unknown) => WireResponse;
}

export function createServer({
  handle,
  origins,
  requiredToken,
  maxBodyBytes,
  rejectHost = () => undefined,
  basePage = () => undefined,
  varyUnauthorized = (response) => response,
  failed = (_, error) => failureResponse(error),
}: ServerSettings): Server {
  /** If no origin is allowed, a preflight is handled like any other request. */
  const allowsPreflight = (request: Arrival): boolean => origins.length > 0 && isPreflight(request);
  const respond = async (request: Arrival, body: string | undefined): Promise<WireResponse> => {
    if (body === undefined) return tooLong(maxBodyBytes);
    if (allowsPreflight(request)) return preflightResponse(request);
    const { method, path, headers, ownOrigin: origin } = request;
    try {
      return await handle({ method, path, headers, body, origin });
    } catch (error) {
      return failed(request, error);
    }
  };
  return {
    reject: (request) => {
      const foreignHost = rejectHost(request);
      if (foreignHost) return foreignHost;
      const { origin } = request.headers;
      if (isForeignPage(request) && !isAllowed(origins, origin)) return foreignPage(origin);
      const page = basePage(request);
      if (page) return withCors(origins, request, page);
      // Require no token for CORS preflights, because browsers send none.
      const unauthorized = allowsPreflight(request) ? undefined : authorize(requiredToken, request.headers);
      return unauthorized && withCors(origins, request, varyUnauthorized(unauthorized.response, request));
    },
    respond: async (request, body) => withCors(origins, request, await respond(request, body)),
  };
}

/**
 * Pages cannot set the headers `Origin` and `Sec-Fetch-Site`. A page on another port of the same host is `same-site`,
 * but its origin differs.
 */
function isForeignPage({ headers: { origin, 'sec-fetch-site': site }, ownOrigin }: Arrival): boolean {
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return origin !== undefined && origin !== ownOrigin;
}

/** Only `*` allows a page whose origin is unknown. */
function isAllowed(origins: Origins, origin: string | undefined): boolean {
  return origins.includes('*') || (origin !== undefined && origins.includes(origin));
}

const maxShownOrigin = 200;

function foreignPage(origin = 'null'): WireResponse {
  const isNamed = origin !== 'null' && origin.length <= maxShownOrigin;
  return problemResponse(
    403,
    isNamed
      ? `Pages of ${origin} may not call this server. To allow them, start the server with this origin as \`corsOrigin\` (--cors-origin).`
      : 'Pages of other origins may not call this server. To allow an origin, start the server with `corsOrigin` (--cors-origin).',
  );
}

function withCors(origins: Origins, { headers: { origin } }: Arrival, response: WireResponse): WireResponse {
  if (origins.length === 0) return response;
  if (origins.includes('*')) return allowAll(response);
  if (origin === undefined || !origins.includes(origin)) return withHeaders(response, { vary: 'origin' });
  return allowOrigin(origin, response);
}
