/** Responds to requests, with a file of the page or through the service. Only this machine and the served page may call. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { apiPath, credentialsPath } from '../marks.ts';
import { forward } from '../proxy/forward.ts';
import { reject, type Problem } from '../proxy/problems.ts';
import { joinSecrets } from '../proxy/redact.ts';
import { withEnteredToken, type Service } from '../proxy/service.ts';
import { receiveToken } from './receive-token.ts';
import { sendFile, type PageFiles } from './page-files.ts';

/** @param service - `undefined` if the page has sample data. */
export function createListener(page: PageFiles, service: Service | undefined): RequestListener {
  const respond = service === undefined ? () => false : serviceListener(service);
  return (incoming, outgoing) => {
    if (respond(incoming, outgoing)) return;
    const rejection = foreignHost(incoming);
    if (rejection !== undefined) reject(incoming, outgoing, rejection);
    else if (!sendFile(page, pathOf(incoming), incoming, outgoing)) reject(incoming, outgoing, notFound);
  };
}

/** Responds to a request that concerns the service. Returns `false` for any other request. */
export type ServiceListener = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

/**
 * Passes on requests below `/api`, with the token that the page sends to `/credentials`. Rejects a request for another host, or
 * from another page.
 */
export function serviceListener(started: Service): ServiceListener {
  let service = started;
  const setToken = (token: string): boolean => {
    const next = token === '' ? started : withEnteredToken(started, token);
    // The service may still quote a token that was replaced.
    if (next !== undefined) service = { ...next, secrets: joinSecrets(next.secrets, service.secrets) };
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
  title: 'There is nothing here',
  detail: 'The explorer serves its page at /, and its service, if it was started with one, below /api.',
};

/**
 * The problem of a request for another host. A page can make its own name resolve to 127.0.0.1 (DNS rebinding), but its
 * requests still contain that name.
 */
function foreignHost({ headers: { host } }: IncomingMessage): Problem | undefined {
  if (host !== undefined && loopbackHost.test(host)) return undefined;
  return {
    status: 421,
    title: 'This request is for another host',
    detail: 'The explorer only responds to requests for localhost and 127.0.0.1.',
  };
}

/** Any port, because a port may be forwarded. */
const loopbackHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/** The problem of a request from a page of another origin. Such a page must not use the program's credentials. */
function foreignPage({ headers }: IncomingMessage): Problem | undefined {
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
