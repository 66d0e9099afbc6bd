/** Serves the files of the page, and forwards requests to the service. Rejects requests for other hosts or from other origins. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { apiPath, credentialsPath } from './marks.ts';
import { forward } from './proxy/forward.ts';
import { reject, type Problem } from './proxy/problems.ts';
import { withEnteredToken, type Service } from './proxy/service.ts';
import { receiveToken } from './receive-token.ts';
import { sendFile, type PageFiles } from './page-files.ts';

/** @param service - Service to forward requests to, or `undefined` if the page shows sample data. */
export function createListener(page: PageFiles, service: Service | undefined): RequestListener {
  const respond = service === undefined ? () => false : serviceListener(service);
  return (incoming, outgoing) => {
    if (respond(incoming, outgoing)) return;
    const rejection = foreignHost(incoming);
    if (rejection !== undefined) reject(incoming, outgoing, rejection);
    else if (!sendFile(page, pathOf(incoming), incoming, outgoing)) reject(incoming, outgoing, notFound);
  };
}

/** Handles a request to `/api` or `/credentials`. Returns `false` for any other request. */
export type ServiceListener = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

/**
 * Creates a listener that forwards requests below `/api` to the service. Each forwarded request contains the token that the
 * page last sent to `/credentials`. The listener rejects requests for other hosts and from other origins.
 */
export function serviceListener(started: Service): ServiceListener {
  let service = started;
  const setToken = (token: string): boolean => {
    const next = token === '' ? started : withEnteredToken(started, token);
    if (next !== undefined) service = next;
    return next !== undefined;
  };
  return (incoming, outgoing) => {
    const path = pathOf(incoming);
    const isCall = path === apiPath || path.startsWith(`${apiPath}/`);
    if (!isCall && path !== credentialsPath) return false;
    const rejection = foreignHost(incoming) ?? foreignPage(incoming);
    if (rejection !== undefined) reject(incoming, outgoing, rejection);
    else if (isCall) forward(service, (incoming.url ?? '').slice(apiPath.length), incoming, outgoing);
    else receiveToken(incoming, outgoing, setToken);
    return true;
  };
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '';
}

const notFound: Problem = {
  status: 404,
  title: 'Page not found',
  detail:
    'The explorer serves its page at /. If it was started with a service, it forwards requests below /api.',
};

/**
 * Returns a problem if the `Host` header names another host. This check prevents DNS rebinding, in which a site makes its own
 * host name resolve to 127.0.0.1.
 */
function foreignHost({ headers: { host } }: IncomingMessage): Problem | undefined {
  if (host !== undefined && loopbackHost.test(host)) return undefined;
  return {
    status: 421,
    title: 'This request is for another host',
    detail: 'The explorer responds only to requests for localhost, 127.0.0.1 and [::1].',
  };
}

/** Matches a loopback host with any port, because the user may forward another port to the explorer. */
const loopbackHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/** Returns a problem if a request comes from another origin, which must not use the program's credentials. */
function foreignPage({ headers }: IncomingMessage): Problem | undefined {
  const { host = '', origin, 'sec-fetch-site': site } = headers;
  const isForeign =
    (origin !== undefined && origin !== `http://${host}`) ||
    (site !== undefined && site !== 'same-origin' && site !== 'none');
  if (!isForeign) return undefined;
  return {
    status: 403,
    title: 'Requests from other origins are not allowed',
    detail: 'Only the page that the explorer serves may send requests to the service through the explorer.',
  };
}
