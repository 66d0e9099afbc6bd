import { parseUrl } from '../../contract/kinds.ts';
import { pageOrigin } from '../page-origin.ts';

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Requests of one attempt, the first included. */
const mostRequests = 20;

/** A redirect to follow. */
export interface Redirect {
  readonly next: Request;
  /** Whether a browser follows it itself, without showing where it leads. */
  readonly unseen: boolean;
}

/**
 * Decides about a redirect. One that stays within the origin is followed, for requests that only read. Anything else is
 * blocked: what the caller gave (token, headers, body) goes to the origin of `baseUrl` alone.
 *
 * @param first - The request of this attempt before any redirect.
 * @param url - URL that the response came from.
 * @param requests - Requests of this attempt so far.
 * @returns Why the redirect is blocked, if it is; nothing when the response is not a redirect.
 */
export function redirectOf(
  first: Request,
  response: Response,
  url: string,
  requests: number,
): Redirect | string | undefined {
  const unseen = response.type === 'opaqueredirect';
  const location = unseen ? url : redirectStatuses.has(response.status) && response.headers.get('location');
  const target = typeof location === 'string' && parseUrl(location, url);
  if (!target) return undefined;
  const { headers, signal, method } = first;
  const { origin } = new URL(first.url);
  if (unseen && pageOrigin() !== origin) {
    return `It leads from ${origin} to where the browser does not show: set baseUrl to where it leads.`;
  }
  if (target.origin !== origin) {
    const elsewhere = target.origin === 'null' ? target.protocol : target.origin;
    return `It leads from ${origin} to ${elsewhere}, where nothing is sent: set baseUrl if that is the service.`;
  }
  if (target.username + target.password) {
    return 'It leads to a URL with user name or password, where nothing is sent.';
  }
  if (method !== 'GET') return 'Only reading follows a redirect: set baseUrl to where it leads.';
  if (requests >= mostRequests) return `It goes on after ${requests} requests, so it looks like a loop.`;
  // A browser that is told to follow within the page's own origin sends nothing to any other.
  const mode = unseen && ({ redirect: 'follow', mode: 'same-origin' } as const);
  return { next: new Request(target, { headers, signal, redirect: 'manual', ...mode }), unseen };
}
