import { endpoints, operationIds } from '@mock-services/sdk/contract';
import type { WireResponse } from '../http/message.ts';
import { problemResponse } from '../http/problem.ts';
import type { Arrival, Check, DoorRules } from './door.ts';
import type { Origins } from './origins.ts';

type Head = Pick<Arrival, 'method' | 'headers'>;

type PageRules = Required<Pick<DoorRules, 'refusals' | 'checks' | 'share'>>;

/** Browsers send a preflight before a request that a form could not send. */
function isPreflight({ method, headers }: Head): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

function preflightResponse({ headers }: Head): WireResponse {
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

/** Pages can read these headers without permission, or only the browser uses these headers. */
const alwaysExposed = /^(?:cache-control|content-length|content-type|date|access-control-.*)$/;

/** Lets pages of one origin read a response, even with `credentials: 'include'`. */
function allowOrigin(origin: string, response: WireResponse): WireResponse {
  // List each header, because `*` is not a wildcard in responses to requests with credentials.
  const exposed = Object.keys(response.headers).filter((name) => !alwaysExposed.test(name));
  return withHeaders(response, {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': ['*', ...exposed].join(', '),
    vary: 'origin',
  });
}

/**
 * All origins are safe if only the process or the browser of a test can reach the adapter.
 * @param hiddenOrigin - Returns the page's origin if the environment does not send the header `Origin`.
 */
export function allPages(
  hiddenOrigin: (ownOrigin: string) => string | undefined = () => undefined,
): PageRules {
  const preflight: Check = (arrival) => {
    const asks = isPreflight(arrival) && arrival.headers['origin'] !== undefined;
    const mayAsk = arrival.method === 'OPTIONS' && hiddenOrigin(arrival.origin) !== undefined;
    return asks || mayAsk ? preflightResponse(arrival) : undefined;
  };
  return {
    refusals: [],
    checks: [preflight],
    share: (response, { headers, origin: ownOrigin }) => {
      const origin = headers['origin'] ?? hiddenOrigin(ownOrigin);
      return origin === undefined ? response : allowOrigin(origin, response);
    },
  };
}

/** Refuses pages of unlisted origins. If no origin is listed, a preflight is handled like any other request. */
export function listedPages(origins: Origins): PageRules {
  /** Only `*` allows a page whose origin is unknown. */
  const isListed = (origin: string | undefined): boolean =>
    origins.includes('*') || (origin !== undefined && origins.includes(origin));
  const refusal: Check = (arrival) => {
    const { origin } = arrival.headers;
    return isForeignPage(arrival) && !isListed(origin) ? foreignPage(origin) : undefined;
  };
  const preflight: Check = (arrival) =>
    origins.length > 0 && isPreflight(arrival) ? preflightResponse(arrival) : undefined;
  return {
    refusals: [refusal],
    checks: [preflight],
    share: (response, { headers: { origin } }) => {
      if (origins.length === 0) return response;
      // Browsers accept `*` only for requests without `credentials: 'include'`.
      if (origins.includes('*')) {
        return withHeaders(response, {
          'access-control-allow-origin': '*',
          'access-control-expose-headers': '*',
        });
      }
      if (origin === undefined || !isListed(origin)) return withHeaders(response, { vary: 'origin' });
      return allowOrigin(origin, response);
    },
  };
}

/**
 * Pages cannot set the headers `Origin` and `Sec-Fetch-Site`. A page on another port of the same host is `same-site`,
 * but its origin differs.
 */
function isForeignPage({ headers: { origin, 'sec-fetch-site': site }, origin: ownOrigin }: Arrival): boolean {
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return origin !== undefined && origin !== ownOrigin;
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

function withHeaders(response: WireResponse, headers: WireResponse['headers']): WireResponse {
  return { ...response, headers: { ...response.headers, ...headers } };
}
