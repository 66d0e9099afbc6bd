/** Cross-origin access from pages, where it is allowed. */
import { endpoints, operationIds } from '@mock-services/sdk/contract';
import type { WireResponse } from '../http/message.ts';
import type { RequestHead } from './request-head.ts';

/** Allowed origins: one, several, or `*` for all. */
export type CorsOrigin = string | readonly string[];

type Origins = readonly string[];

/** Whether pages of an origin may call. Only `*` allows pages whose origin is unknown. */
export function isAllowed(origins: Origins, origin: string | undefined): boolean {
  return origins.includes('*') || (origin !== undefined && origins.includes(origin));
}

/** A response with the CORS headers that every response to a page has; as it is where no origin is allowed. */
export function withCors(
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

/** The response to a preflight; `undefined` for any other request, and when no origin is allowed. */
export function preflight(origins: Origins, { method, headers }: RequestHead): WireResponse | undefined {
  const requestedMethod = headers['access-control-request-method'];
  if (origins.length === 0 || method !== 'OPTIONS' || requestedMethod === undefined) return undefined;
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
