/** Cross-origin access from pages, where it is allowed. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { endpoints, operationIds } from '@mock-services/sdk/contract';
import type { WireResponse } from '../core/index.ts';

/** Allowed origins: one, several, or `*` for all. */
export type CorsOrigin = string | readonly string[];

/** CORS headers of a response; none when no origin is allowed. */
export type CorsHeaders = Readonly<Record<string, string>>;

/** The CORS headers of every response to a page. */
export function corsHeaders(allowed: CorsOrigin | undefined, { origin }: IncomingHttpHeaders): CorsHeaders {
  if (allowed === undefined) return {};
  const origins = typeof allowed === 'string' ? [allowed] : allowed;
  const expose = { 'access-control-expose-headers': '*' };
  if (origins.includes('*')) return { 'access-control-allow-origin': '*', ...expose };
  if (origin === undefined || !origins.includes(origin)) return { vary: 'origin' };
  return { 'access-control-allow-origin': origin, ...expose, vary: 'origin' };
}

/** The response to a preflight; `undefined` for any other request, and when no origin is allowed. */
export function preflight(
  allowed: CorsOrigin | undefined,
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
): WireResponse | undefined {
  const requestedMethod = headers['access-control-request-method'];
  if (allowed === undefined || method !== 'OPTIONS' || requestedMethod === undefined) return undefined;
  const requestedHeaders = headers['access-control-request-headers'];
  const fromPublicPage = headers['access-control-request-private-network'] === 'true';
  return {
    status: 204,
    headers: {
      'access-control-allow-methods': methods,
      ...(requestedHeaders !== undefined && { 'access-control-allow-headers': requestedHeaders }),
      ...(fromPublicPage && { 'access-control-allow-private-network': 'true' }),
      'access-control-max-age': '600',
    },
    body: '',
  };
}

const methods = [...new Set(operationIds.map((id) => endpoints[id].method))].join(', ');
