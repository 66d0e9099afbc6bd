import { headerOf, type WireRequest } from './message.ts';
import { Problem } from './problem.ts';

/** 401, where a token is required and the request has another or none. */
export function authorize(token: string | undefined, { headers = {} }: WireRequest): Problem | undefined {
  if (token === undefined) return undefined;
  const given = headerOf(headers, 'authorization');
  if (isSame(given ?? '', `Bearer ${token}`)) return undefined;
  const detail =
    given === undefined
      ? 'This server requires the header Authorization: Bearer, with the token of its option requiredToken.'
      : 'The Authorization header does not have the token that this server requires (requiredToken), as Bearer.';
  return new Problem(401, detail, { headers: { 'www-authenticate': 'Bearer' }, breaksContract: false });
}

/** Compares in a time that depends on the length of `given` alone, which tells nothing of `expected`. */
function isSame(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length;
  for (let i = 0; i < given.length; i += 1) {
    difference |= given.charCodeAt(i) ^ expected.charCodeAt(i % expected.length);
  }
  return difference === 0;
}
