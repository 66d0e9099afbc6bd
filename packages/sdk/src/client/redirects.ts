const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Requests of one attempt, the first included. */
const mostRequests = 20;

/** What a response says about where to send the request instead. */
export type Redirect =
  /** To be followed; `unseen` where a browser follows it itself and does not show where it leads. */
  | { readonly next: Request; readonly unseen: boolean }
  /** Not followed, for this reason. */
  | { readonly blocked: string };

/**
 * Decides about a redirect. One that stays within the origin is followed, for requests that only read. Anything else is
 * blocked: what the caller gave (token, headers, body) goes to the origin of `baseUrl` alone.
 *
 * @param first - The request of this attempt before any redirect.
 * @param url - URL that the response came from.
 * @param requests - Requests of this attempt so far.
 * @returns Nothing when the response is not a redirect.
 */
export function redirectOf(
  first: Request,
  response: Response,
  url: string,
  requests: number,
): Redirect | undefined {
  const { origin } = new URL(first.url);
  const { headers, signal, method } = first;
  if (response.type === 'opaqueredirect') {
    // A browser that is told to follow within the page's own origin sends nothing to any other.
    const page: unknown = Reflect.get(globalThis, 'location');
    const isOwnOrigin = page instanceof Object && Reflect.get(page, 'origin') === origin;
    if (method !== 'GET' || !isOwnOrigin) {
      return { blocked: 'The browser does not show where to: set baseUrl to where it leads.' };
    }
    const next = new Request(first.url, { headers, signal, redirect: 'follow', mode: 'same-origin' });
    return { next, unseen: true };
  }
  const location = response.headers.get('location');
  const target = redirectStatuses.has(response.status) && location !== null && URL.parse(location, url);
  if (!target) return undefined;
  const blocked = reasonToBlock(target, origin, method, requests);
  if (blocked !== undefined) return { blocked };
  return { next: new Request(target, { headers, signal, redirect: 'manual' }), unseen: false };
}

function reasonToBlock(target: URL, origin: string, method: string, requests: number): string | undefined {
  if (target.origin !== origin) {
    const elsewhere = target.origin === 'null' ? target.protocol : target.origin;
    return `It leads from ${origin} to ${elsewhere}, where nothing is sent: set baseUrl if that is the service.`;
  }
  if (target.username + target.password !== '') {
    return 'It leads to a URL with user name or password, where nothing is sent.';
  }
  if (method !== 'GET') return 'Only reading follows a redirect: set baseUrl to where it leads.';
  return requests >= mostRequests
    ? `It goes on after ${requests} requests, so it looks like a loop.`
    : undefined;
}
