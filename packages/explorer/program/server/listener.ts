/** Responds to requests, with a file of the page or through the service. Only this machine and the served page may call. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { apiPath } from '../marks.ts';
import { forward } from '../proxy/forward.ts';
import { sendProblem, type Problem } from '../proxy/problems.ts';
import type { Service } from '../proxy/service.ts';
import { sendFile, type PageFiles } from './page-files.ts';

/** @param service - `undefined` if the page has sample data. */
export function createListener(page: PageFiles, service: Service | undefined): RequestListener {
  return (incoming, outgoing) => {
    const rejection = foreignHost(incoming);
    const path = pathOf(incoming);
    if (rejection !== undefined) reject(incoming, outgoing, rejection);
    else if (service !== undefined && isBelowApi(path)) callService(service, incoming, outgoing);
    else if (!sendFile(page, path, incoming, outgoing)) reject(incoming, outgoing, notFound);
  };
}

/** Passes on a request below `/api`. Rejects a request for another host, or from another page. */
export function callService(service: Service, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const rest = (incoming.url ?? '').slice(apiPath.length);
  const rejection = foreignHost(incoming) ?? foreignPage(incoming);
  if (rejection === undefined) forward(service, rest, incoming, outgoing);
  else reject(incoming, outgoing, rejection);
}

/** Whether a path belongs to the service. */
export function isBelowApi(path: string): boolean {
  return path === apiPath || path.startsWith(`${apiPath}/`);
}

export function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '';
}

function reject(incoming: IncomingMessage, outgoing: ServerResponse, problem: Problem): void {
  incoming.resume();
  sendProblem(outgoing, problem);
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
