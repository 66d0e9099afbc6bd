/** Who may call: this machine, and of its browsers the page that the program serves. */
import type { IncomingMessage } from 'node:http';
import type { Problem } from '../problem.ts';

/**
 * The rejection of a request for another host. A page can make its own name resolve to 127.0.0.1 (DNS rebinding), but its
 * requests still carry that name.
 */
export function foreignHost({ headers: { host } }: IncomingMessage): Problem | undefined {
  if (host !== undefined && loopbackHost.test(host)) return undefined;
  return {
    status: 421,
    title: 'This request is for another host',
    detail: 'The explorer only responds to requests for localhost and 127.0.0.1.',
  };
}

/** With any port, which may be a forwarded one. */
const loopbackHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/** The rejection of a request from a page of another origin, which must not call with the program's credentials. */
export function foreignPage({ headers }: IncomingMessage): Problem | undefined {
  const { host = '', origin, 'sec-fetch-site': site } = headers;
  const isForeign =
    (origin !== undefined && origin !== `http://${host}`) ||
    (site !== undefined && site !== 'same-origin' && site !== 'none');
  if (!isForeign) return undefined;
  return {
    status: 403,
    title: 'This page may not call the service',
    detail: 'Only the page that the explorer serves may call through it.',
  };
}
