/** The rules of a server on a network: which pages may call it (CORS), and the required token. Programs may always call it. */
import { endpoints, operationIds } from '@mock-services/sdk/contract';
import { authorize } from '../http/authorization.ts';
import {
  responseTo,
  type RequestHead,
  type Server,
  type WireRequest,
  type WireResponse,
} from '../http/message.ts';
import { failureResponse, problemResponse, tooLong } from '../http/problem.ts';
import { messageOf } from '../http/web.ts';

/** Allowed origins: one, several, or `*` for all. */
export type CorsOrigin = string | readonly string[];

type Origins = readonly string[];

/** What a server with rules is made from. */
export interface ServerSettings {
  readonly handle: (request: WireRequest) => WireResponse;
  /** Origins whose pages may call; `*` for all. */
  readonly origins: Origins;
  readonly requiredToken: string | undefined;
  readonly maxBodyBytes: number;
  /** The rejection of a request for another host. Default: none. */
  readonly rejectHost?: (head: RequestHead) => WireResponse | undefined;
  /** The response if `handle` throws. */
  readonly failed?: (head: RequestHead, error: unknown) => WireResponse;
}

/** A server that applies the rules before it passes a request to `handle`. Responses to HEAD have no body. */
export function createServer({
  handle,
  origins,
  requiredToken,
  maxBodyBytes,
  rejectHost = () => undefined,
  failed = (_, error) => failureResponse(error),
}: ServerSettings): Server {
  const rejection = (head: RequestHead): WireResponse | undefined => {
    const foreignHost = rejectHost(head);
    if (foreignHost) return foreignHost;
    const { origin } = head.headers;
    if (isForeignPage(head) && !isAllowed(origins, origin)) return foreignPage(origin);
    // Browsers send preflights without the token.
    const unauthorized = isPreflight(origins, head) ? undefined : authorize(requiredToken, head);
    return unauthorized && withCors(origins, head, unauthorized.response);
  };
  const respond = (head: RequestHead, body: string | undefined): WireResponse => {
    if (body === undefined) return tooLong(maxBodyBytes);
    if (isPreflight(origins, head)) return preflight(head);
    try {
      return handle(messageOf(head, body));
    } catch (error) {
      return failed(head, error);
    }
  };
  return {
    reject: (head) => {
      const response = rejection(head);
      return response && responseTo(head.method, response);
    },
    respond: (head, body) => responseTo(head.method, withCors(origins, head, respond(head, body))),
  };
}

/**
 * Whether a page of another origin sent the request. Pages cannot set either header. A page on another port of the same
 * host has the same site, but another origin.
 */
function isForeignPage({ headers: { origin, 'sec-fetch-site': site }, ownOrigin }: RequestHead): boolean {
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return origin !== undefined && origin !== ownOrigin;
}

/** Whether pages of an origin may call. Only `*` allows pages whose origin is unknown. */
function isAllowed(origins: Origins, origin: string | undefined): boolean {
  return origins.includes('*') || (origin !== undefined && origins.includes(origin));
}

/** The longest origin that a message contains, in characters. */
const longest = 200;

function foreignPage(origin = 'null'): WireResponse {
  const isNamed = origin !== 'null' && origin.length <= longest;
  return problemResponse(
    403,
    isNamed
      ? `Pages of ${origin} may not call this server. To allow them, start it with that as corsOrigin (--cors-origin).`
      : 'Pages of other origins may not call this server. To allow an origin, start it with corsOrigin (--cors-origin).',
  );
}

/** Adds the CORS headers that each response to a page has, if any origin is allowed. */
function withCors(
  origins: Origins,
  { headers: { origin } }: RequestHead,
  response: WireResponse,
): WireResponse {
  if (origins.length === 0) return response;
  return { ...response, headers: { ...response.headers, ...corsHeaders(origins, origin) } };
}

function corsHeaders(origins: Origins, origin: string | undefined): WireResponse['headers'] {
  const expose = { 'access-control-expose-headers': '*' };
  if (origins.includes('*')) return { 'access-control-allow-origin': '*', ...expose };
  if (origin === undefined || !origins.includes(origin)) return { vary: 'origin' };
  return { 'access-control-allow-origin': origin, ...expose, vary: 'origin' };
}

/** Whether a request is a preflight. If no origin is allowed, the fake server responds to it like to any other request. */
function isPreflight(origins: Origins, { method, headers }: RequestHead): boolean {
  return origins.length > 0 && method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

function preflight({ headers }: RequestHead): WireResponse {
  const requestedHeaders = headers['access-control-request-headers'];
  const methods = new Set(operationIds.map((id) => endpoints[id].method));
  const fromPublicPage = headers['access-control-request-private-network'] === 'true';
  return {
    status: 204,
    headers: {
      'access-control-allow-methods': [...methods].join(', '),
      ...(requestedHeaders !== undefined && { 'access-control-allow-headers': requestedHeaders }),
      ...(fromPublicPage && { 'access-control-allow-private-network': 'true' }),
      'access-control-max-age': '600',
    },
    body: '',
  };
}
