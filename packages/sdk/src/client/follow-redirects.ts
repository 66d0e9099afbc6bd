import { parseUrl } from '../contract/kinds.ts';
import { throwIfAborted } from '../race.ts';
import { discard, isResponse, readHeader, UnusableResponse } from './body.ts';
import type { AnyFetch, SentRequest, WebFetch } from './call.ts';
import { pageOrigin } from './network-failure.ts';
import { isRedirect } from '../status.ts';

/**
 * Returns a `fetch` function that follows only safe redirects.
 * @param fetch - By default, the global `fetch`, read at each request.
 * @param onSend - Called before each request.
 */
export function followRedirects(
  fetch: AnyFetch | undefined,
  onSend: (request: SentRequest) => void,
): WebFetch {
  return async (firstUrl, firstInit) => {
    const { signal } = firstInit;
    for (let [url, init, requests] = [firstUrl, firstInit, 1]; ; requests += 1) {
      throwIfAborted(signal);
      const request: SentRequest = { url, init, sentAt: performance.now(), status: undefined };
      onSend(request);
      const send: AnyFetch = fetch ?? globalThis.fetch;
      // Pass a copy, because Next's `fetch` removes options from the object that it receives.
      const response = (await send(url, { ...init })) as Partial<Response> | null | undefined;
      // Read the status first, because it shows that the service has received the request. `Response.error()` has the
      // status 0.
      request.status = response?.status || undefined;
      if (!isResponse(response)) {
        throw new UnusableResponse('did not return a response', 'return a `Response`');
      }
      const next = redirectOf(request, response, requests);
      const isFollowed = typeof next === 'object';
      if (isFollowed || signal.aborted) discard(response.body);
      throwIfAborted(signal);
      if (!isFollowed) return response;
      ({ url } = next);
      // In the mode `same-origin`, the browser does not follow a redirect to another origin.
      if (next.isHidden) init = { ...init, redirect: 'follow', mode: 'same-origin' };
    }
  };
}

const mostRequests = 20;

interface Redirect {
  readonly url: string;
  /** Whether the browser hides the target, and must therefore follow the redirect itself. */
  readonly isHidden: boolean;
}

/**
 * Permits redirects only for GET requests and to the same origin, so that the token, headers and body are sent only to
 * the origin of `baseUrl`.
 * @returns The target, the reason if the redirect is blocked, or `undefined` if there is no redirect.
 */
export function redirectOf(
  { url, init }: SentRequest,
  response: Response,
  requests: number,
): Redirect | string | undefined {
  const isHidden = response.type === 'opaqueredirect';
  const location = isHidden ? url : isRedirect(response.status) && readHeader(response.headers, 'location');
  const target = typeof location === 'string' && parseUrl(location, url);
  if (!target) return undefined;
  const { origin } = new URL(url);
  if (isHidden && pageOrigin() !== origin) {
    return `It leads from ${origin} to a URL that the browser hides. Set \`baseUrl\` to that URL.`;
  }
  if (target.origin !== origin) {
    const elsewhere = target.origin === 'null' ? target.protocol : target.origin;
    return `It leads from ${origin} to ${elsewhere}, which is another origin. If it is the service, set \`baseUrl\` to it.`;
  }
  if (target.username + target.password) {
    return 'It leads to a URL with a user name or password, which the client does not follow.';
  }
  if (init.method !== 'GET')
    return 'The client follows redirects of GET requests only. Set `baseUrl` to the target of the redirect.';
  if (requests >= mostRequests)
    return `The client stopped after ${requests} requests, because they look like a loop. Check \`baseUrl\`.`;
  return { url: target.href, isHidden };
}
