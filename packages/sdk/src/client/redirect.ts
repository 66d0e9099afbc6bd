/** Which redirects the client follows. */
import { parseUrl } from '../contract/kinds.ts';
import { readHeader } from './body.ts';
import { pageOrigin } from './failure.ts';
import { isRedirect } from './status.ts';

const mostRequests = 20;

export interface Redirect {
  readonly url: string;
  /** Whether the browser hides the target, so that only the browser can follow the redirect. */
  readonly isHidden: boolean;
}

/**
 * Only GET requests are redirected, and only to the same origin. The token, headers and body are therefore sent only to
 * the origin of `baseUrl`.
 * @param requests - Number of requests that the attempt has sent.
 * @returns The reason if the redirect is blocked, or `undefined` if there is no redirect.
 */
export function redirectOf(
  url: string,
  method: string,
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
  if (method !== 'GET')
    return 'The client follows redirects of GET requests only. Set `baseUrl` to the target of the redirect.';
  if (requests >= mostRequests)
    return `The client stopped after ${requests} requests, because they look like a loop. Check \`baseUrl\`.`;
  return { url: target.href, isHidden };
}
