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
  return isForeignPage(head) && !isAllowed(origins, head.headers['origin']) ? foreignPage() : undefined;
}

/**
 * Whether a page of another origin sent the request. Pages cannot set either header. A page on another port of the same
 * host is of the same site, but of another origin.
 */
function isForeignPage({ headers: { origin, 'sec-fetch-site': site }, ownOrigin }: RequestHead): boolean {
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return origin !== undefined && origin !== ownOrigin;
}

function foreignPage(): WireResponse {
  return problemResponse(
    403,
    'Pages of other origins may not call this server. To allow an origin, start it with corsOrigin (--cors-origin).',
  );
}
