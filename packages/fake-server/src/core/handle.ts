import type { Json } from './json.ts';
import { readBody } from './body.ts';
import type { WireRequest, WireResponse } from './message.ts';
import { Problem, problemResponse } from './problem.ts';
import { resolvers } from './resolvers.ts';
import { findRoute } from './router.ts';
import type { World } from './world.ts';

/** Answers one request out of a world whose paths begin with `prefix`. Never throws, whatever the request. */
export function handleRequest(world: World, prefix: string, request: WireRequest): WireResponse {
  const response = respond(world, prefix, request);
  // RFC 9110 §9.3.2; some clients take a body here for the next response.
  return request.method === 'HEAD' ? { ...response, body: '' } : response;
}

function respond(world: World, prefix: string, request: WireRequest): WireResponse {
  const match = findRoute(request, prefix);
  if (match instanceof Problem) return problemResponse(match);
  const { endpoint, id } = match.route;
  const body = readBody(endpoint, request);
  if (body instanceof Problem) return problemResponse(body);
  // The one cast from the table to its resolvers: parameters and body were read by the row that names the
  // resolver, which the compiler cannot see across a union of operations.
  const resolve = resolvers[id] as (call: Record<'params' | 'body' | 'world', unknown>) => Result;
  const result = resolve({ params: match.params, body, world });
  if (result instanceof Problem) return problemResponse(result);
  return success(endpoint.status, result);
}

type Result = Json<unknown> | Problem | undefined;

function success(status: number, body: Json<unknown> | undefined): WireResponse {
  if (body === undefined) return { status, headers: {}, body: '' };
  return { status, headers: { 'content-type': 'application/json' }, body };
}
