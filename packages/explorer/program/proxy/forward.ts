/** Streams requests from the page to the service, and responses from the service to the page. */
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
 * Forwards a request to the service, and the response to the page.
 *
 * @param path - Path and query of the request, relative to the base URL of the service.
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
    // Read the rest of the body, because some clients read the response only after sending the whole body.
    incoming.resume();
    if (outgoing.writableEnded) return;
    if (outgoing.headersSent) outgoing.destroy();
    else if (!outgoing.destroyed) sendProblem(outgoing, problemOf(error, service));
  };
  limitTime(upstream);
  upstream.once('response', (response) => {
    // Node can receive some invalid responses that it refuses to send, such as a response with status 099.
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

/** Returns the reason not to forward a request, or `undefined` if the request is allowed. */
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
 * Whether a path stays below the base URL, however the service interprets the path. Some services decode a path twice, ignore
 * the part after a `;`, or remove spaces and control characters.
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

/** Matches a segment that a service may interpret as `.` or `..`, because some services ignore certain characters. */
const dotSegment = /(?:^|[/\\])[^\w.~/\\-]*\.[^\w.~/\\-]*\.?(?:[^\w.~-]|$)/;

const methodNotAllowed: Problem = {
  status: 405,
  title: 'The explorer does not forward this method',
  detail: `Expected one of ${[...methods].join(', ')}.`,
};

const outsideBase: Problem = {
  status: 400,
  title: 'The explorer does not forward this path',
  detail:
    'Expected a path below the base URL of the service. The path must not contain the segment "." or "..".',
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
  // A status below 200 is an interim response, so the page would wait for another response.
  if (statusCode < 200) throw invalidStatus(statusCode);
  const { 'content-encoding': encoding = 'identity' } = headers;
  // Redact only error responses, because the page displays their text as messages.
  const isRedacted = statusCode >= 400 && secrets.length > 0 && /^(?:identity|gzip)$/i.test(encoding);
  outgoing.writeHead(
    statusCode,
    redactText(statusMessage, secrets),
    responseHeaders(response, checked.headers, isRedacted, statusCode < 400 ? [] : secrets),
  );
  outgoing.flushHeaders();
  const filters = isRedacted ? [...decodersOf(encoding), redactStream(secrets)] : [];
  // If one stream fails, `pipeline` destroys all streams, so the callback has nothing to do.
  pipeline([response, ...filters, outgoing], () => {});
}

/** Creates the streams that decode a body. `Z_SYNC_FLUSH` allows an empty body, such as in a response to HEAD. */
const decodersOf = (encoding: string) =>
  encoding.toLowerCase() === 'gzip' ? [createGunzip({ finishFlush: constants.Z_SYNC_FLUSH })] : [];

const invalidStatus = (status = 0): Error => new RangeError(`Invalid status code: ${status}`);
