/** Passes a request on to the service, and its response back, both as they arrive. */
import {
  request as requestHttp,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline } from 'node:stream';
import { requestHeaders, responseHeaders } from './headers.ts';
import { checkResponse, type CheckedResponse } from './check-response.ts';
import {
  connectTimeout,
  idleTimeout,
  LimitExceeded,
  maxBodyBytes,
  problemOf,
  sendProblem,
  type Problem,
} from './problems.ts';
import type { Service } from './service.ts';

/** @param path - Path and query of the request below the base URL of the service. */
export function forward(
  service: Service,
  path: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  const { method = 'GET' } = incoming;
  if (Number(incoming.headers['content-length'] ?? 0) > maxBodyBytes) {
    incoming.resume();
    sendProblem(outgoing, problemOf(new LimitExceeded('body'), service));
    return;
  }
  const upstream = open(service, path, incoming);
  limitTime(upstream);
  upstream.once('response', (response) =>
    sendBack(response, checkResponse(response, method, path, service), outgoing),
  );
  upstream.on('error', (error) => {
    incoming.unpipe(upstream);
    // What is left of the body is read, so that the client gets to read the response.
    incoming.resume();
    if (outgoing.headersSent) outgoing.destroy();
    else if (!outgoing.destroyed) sendProblem(outgoing, problemOf(error, service));
  });
  outgoing.once('close', () => upstream.destroy());
  sendBody(incoming, upstream);
}

function open(service: Service, path: string, incoming: IncomingMessage): ClientRequest {
  const request = service.origin.startsWith('https:') ? requestHttps : requestHttp;
  return request(service.origin, {
    method: incoming.method,
    path: service.basePath + path,
    headers: requestHeaders(incoming, service),
  });
}

function limitTime(upstream: ClientRequest): void {
  upstream.setTimeout(idleTimeout, () => upstream.destroy(new LimitExceeded('idle')));
  upstream.once('socket', (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(() => upstream.destroy(new LimitExceeded('connect')), connectTimeout);
    const end = (): void => clearTimeout(timer);
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', end);
    upstream.once('close', end);
  });
}

function sendBody(incoming: IncomingMessage, upstream: ClientRequest): void {
  let bytes = 0;
  incoming.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) upstream.destroy(new LimitExceeded('body'));
  });
  incoming.pipe(upstream);
}

function sendBack(response: IncomingMessage, checked: CheckedResponse, outgoing: ServerResponse): void {
  if ('problem' in checked) {
    response.destroy();
    sendProblem(outgoing, checked.problem);
    return;
  }
  const headers = responseHeaders(response, checked.headers);
  outgoing.writeHead(response.statusCode ?? 502, response.statusMessage, headers);
  outgoing.flushHeaders();
  // Either end that breaks breaks the other.
  pipeline(response, outgoing, () => {});
}

const methods: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

export function wrongRequest({ method }: IncomingMessage, rest: string): Problem | undefined {
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
