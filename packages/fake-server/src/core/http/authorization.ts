import { headerOf } from './header.ts';
import type { WireRequest } from './message.ts';
import { Problem } from './problem.ts';

/** 401, where a token is required and the request has another or none. */
export function refuseUnauthorized(token: string, { headers = {} }: WireRequest): Problem | undefined {
  if (headerOf(headers, 'authorization') === `Bearer ${token}`) return undefined;
  const detail = 'This server asks for Authorization: Bearer with the token that it was given.';
  const problem = new Problem(401, detail, {}, { 'www-authenticate': 'Bearer' });
  problem.breaksContract = false;
  return problem;
}
