/** Passes a request on to the service, and its response back, both as they arrive. */
import {
  request as requestHttp,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline } from 'node:stream';
import { sendProblem } from '../problem.ts';
import { connectTimeout, idleTimeout, LimitExceeded, maxBodyBytes, problemOf } from './failures.ts';
import { requestHeaders, responseHeaders } from './headers.ts';
import { judge, type Judgement } from './judge.ts';
import type { Service } from './service.ts';

/** @param path - Path and query of the request below the base URL of the service. */
export function passOn(
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
    sendBack(response, judge(response, method, path, service), outgoing),
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
  const { method = 'GET' } = incoming;
  const request = service.origin.startsWith('https:') ? requestHttps : requestHttp;
  return request(service.origin, {
    method,
    path: service.basePath + path,
    headers: requestHeaders(incoming, service),
    // A connection that was kept may be closed just when a request is sent: only reading is then tried again.
    ...(method !== 'GET' && { agent: false }),
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

function sendBack(response: IncomingMessage, judgement: Judgement, outgoing: ServerResponse): void {
  if ('problem' in judgement) {
    response.destroy();
    sendProblem(outgoing, judgement.problem);
    return;
  }
  const headers = responseHeaders(response, judgement.headers);
  outgoing.writeHead(response.statusCode ?? 502, response.statusMessage, headers);
  outgoing.flushHeaders();
  // Either end that breaks breaks the other.
  pipeline(response, outgoing, () => {});
}
