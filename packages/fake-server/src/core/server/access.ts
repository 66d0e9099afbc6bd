/** Which pages may call: those of this server, and those of allowed origins. Programs always may. */
import type { WireResponse } from '../http/message.ts';
import { problemResponse } from '../http/problem.ts';
import { isAllowed } from './cors.ts';
import type { RequestHead } from './request-head.ts';

/** The rejection of a request from a page that may not call; `undefined` for any other. */
export function foreignPageRejection(
  head: RequestHead,
  origins: readonly string[],
): WireResponse | undefined {
  const { origin } = head.headers;
  return isForeignPage(head) && !isAllowed(origins, origin) ? foreignPage(origin) : undefined;
}

/**
 * Whether a page of another origin sent the request. Pages cannot set either header. A page on another port of the same
 * host is of the same site, but of another origin.
 */
function isForeignPage({ headers: { origin, 'sec-fetch-site': site }, ownOrigin }: RequestHead): boolean {
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return origin !== undefined && origin !== ownOrigin;
}

/** The longest origin to name, in characters. */
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
