import {
  request as requestHttp,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline } from 'node:stream';
import { ownMark } from '../marks.ts';
import { checkResponse } from './check-response.ts';
import { requestHeaders, responseHeaders } from './headers.ts';
import {
  connectTimeout,
  idleTimeout,
  KnownProblem,
  maxBodyBytes,
  notTheService,
  problemOf,
  reject,
  sendProblem,
  tooLarge,
  unreachable,
  type Problem,
} from './problems.ts';
import type { Service } from './service.ts';

const methods: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** @param path - Path and query of the request, relative to the base URL of the service. */
export function forward(
  service: Service,
  path: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  const { method = 'GET' } = incoming;
  const { name } = service;
  const rejection = rejectionOf(incoming, path, name);
  if (rejection !== undefined) {
    reject(incoming, outgoing, rejection);
    return;
  }
  const send = service.origin.startsWith('https:') ? requestHttps : requestHttp;
  const upstream = send(service.origin, {
    method,
    path: service.basePath + path,
    headers: requestHeaders(incoming, service),
  });
  const fail = (error: Error): void => {
    upstream.destroy();
    incoming.unpipe(upstream);
    // Read the rest of the request body, because some clients read the response only after sending the whole body.
    incoming.resume();
    if (outgoing.writableEnded) return;
    if (outgoing.headersSent) outgoing.destroy();
    else if (!outgoing.destroyed) sendProblem(outgoing, problemOf(error, name));
  };
  const failWith = (problem: Problem): void => fail(new KnownProblem(problem));
  limitTime(upstream, name);
  upstream.once('response', (response) => {
    // Node can receive some responses that it refuses to send, such as a response with status 099.
    try {
      const checked = checkResponse(response, method, path, service);
      if ('status' in checked) failWith(checked);
      else sendBack(response, { ...checked }, outgoing);
    } catch (error) {
      failWith(notTheService(name, `sent no valid HTTP (${error instanceof Error ? error.message : ''})`));
    }
  });
  upstream.once('upgrade', () => failWith(notTheService(name, 'switched to another protocol than HTTP')));
  upstream.on('error', fail);
  outgoing.once('close', () => upstream.destroy());
  let bytes = 0;
  incoming.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) failWith(tooLarge);
  });
  incoming.pipe(upstream);
}

function rejectionOf({ method, headers }: IncomingMessage, path: string, name: string): Problem | undefined {
  if (!methods.has(method))
    return {
      status: 405,
      title: 'The explorer does not forward this method',
      detail: `Expected one of ${[...methods].join(', ')}.`,
    };
  if (!isBelowBase(path))
    return {
      status: 400,
      title: 'The explorer does not forward this path',
      detail:
        'Expected a path below the base URL of the service. The path must not contain the segment "." or "..".',
    };
  if (ownMark in headers) return notTheService(name, 'is the explorer itself, or forwards to it', '', 508);
  return Number(headers['content-length'] ?? 0) > maxBodyBytes ? tooLarge : undefined;
}

/** Whether a path stays below the base URL, even if the service decodes it twice or ignores the part after a `;`. */
function isBelowBase(path: string): boolean {
  if (!path.startsWith('/') || path.includes('#')) return false;
  try {
    const decoded = decodeURIComponent(path.split('?', 1)[0] ?? '');
    return !/%[\da-f]{2}|\p{Cc}|(?:^|[/\\])\.{1,2}(?:[^\w.~-]|$)/iu.test(decoded);
  } catch {
    return false;
  }
}

function limitTime(upstream: ClientRequest, name: string): void {
  const giveUp = (what: string, ms: number): void =>
    void upstream.destroy(new KnownProblem(unreachable(name, `${name} ${what} within ${ms / 1000} seconds`)));
  upstream.setTimeout(idleTimeout, () => giveUp('sent nothing', idleTimeout));
  upstream.once('socket', (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(() => giveUp('accepted no connection', connectTimeout), connectTimeout);
    const end = (): void => clearTimeout(timer);
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', end);
    upstream.once('close', end);
  });
}

function sendBack(
  response: IncomingMessage,
  added: Readonly<Record<string, string>>,
  outgoing: ServerResponse,
): void {
  const { statusCode = 0, statusMessage = '' } = response;
  // After an interim response (a status below 200), the page would wait for another response.
  if (statusCode < 200) throw new RangeError(`Invalid status code: ${statusCode}`);
  outgoing.writeHead(statusCode, statusMessage, responseHeaders(response, added));
  outgoing.flushHeaders();
  // If a stream fails, `pipeline` destroys both streams, so the callback has nothing to do.
  pipeline(response, outgoing, () => {});
}
