/** Passes a request on to the service, and the response to the page, both while they arrive. */
import {
  request as requestHttp,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline } from 'node:stream';
import { constants, createGunzip } from 'node:zlib';
import { checkResponse, type CheckedResponse } from './check-response.ts';
import { explorerId, requestHeaders, responseHeaders } from './headers.ts';
import {
  connectTimeout,
  idleTimeout,
  InvalidResponse,
  leadsBack,
  LimitExceeded,
  maxBodyBytes,
  problemOf,
  reject,
  sendProblem,
  type Problem,
} from './problems.ts';
import { redactStream, redactText } from './redact.ts';
import type { Service } from './service.ts';

const methods: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Passes on a request to the service, and the response to the page.
 *
 * @param path - Path and query of the request below the base URL of the service.
 */
export function forward(
  service: Service,
  path: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  const { method = 'GET' } = incoming;
  const rejection = rejectionOf(incoming, path, service);
  if (rejection !== undefined) {
    reject(incoming, outgoing, rejection);
    return;
  }
  const upstream = open(service, path, incoming);
  const fail = (error: Error): void => {
    upstream.destroy();
    incoming.unpipe(upstream);
    // The rest of the body is read, so that the client reads the response.
    incoming.resume();
    if (outgoing.writableEnded) return;
    if (outgoing.headersSent) outgoing.destroy();
    else if (!outgoing.destroyed) sendProblem(outgoing, problemOf(error, service));
  };
  limitTime(upstream);
  upstream.once('response', (response) => {
    // Node reads some responses that it refuses to write, such as one with status 099.
    try {
      sendBack(response, checkResponse(response, method, path, service), service, outgoing);
    } catch (error) {
      fail(new InvalidResponse(error));
    }
  });
  upstream.once('upgrade', ({ statusCode }) => fail(new InvalidResponse(invalidStatus(statusCode))));
  upstream.on('error', fail);
  outgoing.once('close', () => upstream.destroy());
  sendBody(incoming, upstream);
}

/** The problem of a request that is not passed on. */
function rejectionOf(
  { method, headers }: IncomingMessage,
  path: string,
  service: Service,
): Problem | undefined {
  if (!methods.has(method)) return methodNotAllowed;
  if (!isBelowBase(path)) return outsideBase;
  if (String(headers[explorerId]).includes(service.id)) return leadsBack(service);
  const isTooLarge = Number(headers['content-length'] ?? 0) > maxBodyBytes;
  return isTooLarge ? problemOf(new LimitExceeded('body'), service) : undefined;
}

/**
 * Whether a path is below the base URL, in every way in which a service may read the path: decoded once or twice, cut at a
 * parameter (`;`), or without spaces and control characters.
 */
function isBelowBase(path: string): boolean {
  if (!path.startsWith('/') || path.includes('#')) return false;
  try {
    const decoded = decodeURIComponent(path.split('?', 1)[0] ?? '');
    return !/%[\da-f]{2}|\p{Cc}/iu.test(decoded) && !dotSegment.test(decoded);
  } catch {
    return false;
  }
}

/** A segment that is `.` or `..`, or starts with one of them and a character that a service may remove or end the segment at. */
const dotSegment = /(?:^|[/\\])[^\w.~/\\-]*\.[^\w.~/\\-]*\.?(?:[^\w.~-]|$)/;

const methodNotAllowed: Problem = {
  status: 405,
  title: 'This method is not passed on',
  detail: `The explorer passes on ${[...methods].join(', ')}.`,
};

const outsideBase: Problem = {
  status: 400,
  title: 'This path is not passed on',
  detail: 'The explorer passes on paths below the base URL of the service, without . and .. in them.',
};

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

function sendBack(
  response: IncomingMessage,
  checked: CheckedResponse,
  { secrets }: Service,
  outgoing: ServerResponse,
): void {
  if ('problem' in checked) {
    response.destroy();
    sendProblem(outgoing, checked.problem);
    return;
  }
  const { statusCode = 0, statusMessage = '', headers } = response;
  // Node would write an interim response, and the page would wait for another one.
  if (statusCode < 200) throw invalidStatus(statusCode);
  const { 'content-encoding': encoding = 'identity' } = headers;
  // The page shows what an error says. Everything else is passed on unchanged.
  const isRedacted = statusCode >= 400 && secrets.length > 0 && /^(?:identity|gzip)$/i.test(encoding);
  outgoing.writeHead(
    statusCode,
    redactText(statusMessage, secrets),
    responseHeaders(response, checked.headers, isRedacted, statusCode < 400 ? [] : secrets),
  );
  outgoing.flushHeaders();
  const filters = isRedacted ? [...decodersOf(encoding), redactStream(secrets)] : [];
  // An error in one of the streams destroys all of them.
  pipeline([response, ...filters, outgoing], () => {});
}

/** The flush lets an empty body, such as that of a response to HEAD, be decoded. */
const decodersOf = (encoding: string) =>
  encoding.toLowerCase() === 'gzip' ? [createGunzip({ finishFlush: constants.Z_SYNC_FLUSH })] : [];

const invalidStatus = (status = 0): Error => new RangeError(`Invalid status code: ${status}`);
