/** CORS: lets pages of other origins send requests and read the responses. */
import { endpoints, operationIds } from '@mock-services/sdk/contract';
import type { Arrival, Server, WireResponse } from './message.ts';

type Head = Pick<Arrival, 'method' | 'headers'>;

/** Browsers send a preflight before a request that a form could not send. */
export function isPreflight({ method, headers }: Head): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

/** Allows all methods of the endpoints, and the method and the headers that the preflight requests. */
export function preflightResponse({ headers }: Head): WireResponse {
  const requestedHeaders = headers['access-control-request-headers'];
  const requestedMethod = headers['access-control-request-method'] ?? '*';
  const methods = new Set([...operationIds.map((id) => endpoints[id].method), requestedMethod]);
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

/** Headers that pages can read without permission, or that are only for the browser. */
const alwaysExposed = /^(?:cache-control|content-length|content-type|date|access-control-.*)$/;

/** Lets pages of one origin read a response, also with `credentials: 'include'`. */
export function allowOrigin(origin: string, response: WireResponse): WireResponse {
  // With credentials, `*` stands only for a header of this name.
  const exposed = Object.keys(response.headers).filter((name) => !alwaysExposed.test(name));
  return withHeaders(response, {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': ['*', ...exposed].join(', '),
    vary: 'origin',
  });
}

/** Lets all pages read a response. Browsers accept `*` only for requests without `credentials: 'include'`. */
export function allowAll(response: WireResponse): WireResponse {
  return withHeaders(response, {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': '*',
  });
}

/**
 * Allows the pages of all origins, for adapters that only the process or the browser of a test can reach. Answers
 * preflights.
 *
 * @param hiddenOrigin - Returns the origin of the page if the environment does not send it, or `undefined`.
 */
export function openServer(
  { reject, respond }: Server,
  hiddenOrigin: (ownOrigin: string) => string | undefined = () => undefined,
): Server {
  return {
    reject,
    respond: async (request, body) => {
      const { headers, method, ownOrigin } = request;
      const hidden = hiddenOrigin(ownOrigin);
      const origin = headers['origin'] ?? hidden;
      if (origin === undefined) return respond(request, body);
      const asks = isPreflight(request) || (hidden !== undefined && method === 'OPTIONS');
      return allowOrigin(origin, asks ? preflightResponse(request) : await respond(request, body));
    },
  };
}

export function withHeaders(response: WireResponse, headers: WireResponse['headers']): WireResponse {
  return { ...response, headers: { ...response.headers, ...headers } };
}
