/** Responds to a request: with a file of the page, or by passing it on to the service. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { apiPath } from '../marks.ts';
import { passOn } from '../way/pass-on.ts';
import type { Service } from '../way/service.ts';
import { foreignHost, foreignPage } from './access.ts';
import { sendFile, type PageFiles } from './page-files.ts';
import { sendProblem, type Problem } from '../problem.ts';

/** @param service - `undefined` where the page is its own service. */
export function createListener(page: PageFiles, service: Service | undefined): RequestListener {
  return (incoming, outgoing) => {
    const rejection = foreignHost(incoming);
    const path = pathOf(incoming);
    if (rejection !== undefined) reject(incoming, outgoing, rejection);
    else if (service !== undefined && isBelowApi(path)) callService(service, incoming, outgoing);
    else if (!sendFile(page, path, incoming, outgoing)) reject(incoming, outgoing, notFound);
  };
}

/** Passes on a request below `/api`, unless it may not be made. */
export function callService(service: Service, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const rest = (incoming.url ?? '').slice(apiPath.length);
  const rejection = foreignHost(incoming) ?? foreignPage(incoming) ?? wrongRequest(incoming, rest);
  if (rejection === undefined) passOn(service, rest, incoming, outgoing);
  else reject(incoming, outgoing, rejection);
}

/** Whether a path is one of the service. */
export function isBelowApi(path: string): boolean {
  return path === apiPath || path.startsWith(`${apiPath}/`);
}

export function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '';
}

const methods: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

function wrongRequest({ method }: IncomingMessage, rest: string): Problem | undefined {
  if (!methods.has(method)) return methodNotAllowed;
  return leavesBase(rest) ? outsideBase : undefined;
}

/** Whether a path leads out of the base URL, also after the service has decoded it. */
function leavesBase(rest: string): boolean {
  try {
    return /(?:^|[/\\])\.{1,2}(?:[/\\]|$)/.test(decodeURIComponent(rest.split('?', 1)[0] ?? ''));
  } catch {
    return true;
  }
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

const methodNotAllowed: Problem = {
  status: 405,
  title: 'This method is not passed on',
  detail: `Methods that are: ${[...methods].join(', ')}.`,
};

const outsideBase: Problem = {
  status: 400,
  title: 'This path is not passed on',
  detail: 'Only paths below the base URL of the service are, without . and .. in them.',
};
