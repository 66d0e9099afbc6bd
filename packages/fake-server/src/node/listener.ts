import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { exchange, type Arrival } from '../core/http/message.ts';
import { expectedFailure, problemResponse } from '../core/http/problem.ts';
import { BodyCollector } from '../core/http/web.ts';
import type { WireResponse } from '../core/index.ts';
import { createServer, type ServerSettings } from '../core/server/server.ts';
import type { Connections } from './connections.ts';
import type { ResolvedOptions } from './options.ts';
import { send } from './response.ts';

type ListenerSettings = Omit<ResolvedOptions, 'port' | 'host' | 'limits'> &
  Pick<ServerSettings, 'handle' | 'rejectHost' | 'basePage' | 'varyUnauthorized'> & {
    readonly connections: Connections;
  };

/** If `handle` throws, the listener logs the error and responds with a 500 that does not show the error. */
export function createListener({
  maxBodyBytes,
  idleTimeout,
  log,
  connections,
  ...settings
}: ListenerSettings): RequestListener {
  const failed = (request: Arrival, error: unknown): WireResponse => {
    const expected = expectedFailure(error);
    if (expected === undefined) log(failureLine(request, error));
    return expected ?? failure;
  };
  const server = createServer({ ...settings, maxBodyBytes, failed });
  const respond = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    connections.add(outgoing);
    const request = arrivalOf(incoming, outgoing, maxBodyBytes);
    try {
      const outcome = await exchange(server, request);
      connections.beforeResponse(outgoing);
      send(outgoing, outcome, { idleTimeout });
    } catch (error) {
      log(failureLine(request, error));
      if (outgoing.headersSent) outgoing.destroy();
      else
        outgoing.writeHead(500, 'Internal Server Error', { connection: 'close', 'content-length': 0 }).end();
    }
  };
  return (incoming, outgoing) => void respond(incoming, outgoing);
}

function arrivalOf(incoming: IncomingMessage, outgoing: ServerResponse, maxBodyBytes: number): Arrival {
  const headers = headersOf(incoming);
  return {
    method: incoming.method ?? '',
    path: pathOf(incoming),
    headers,
    ownOrigin: `http://${headers['host']}`,
    readBody: () => readBody(incoming, maxBodyBytes),
    left: () => {
      const controller = new AbortController();
      outgoing.once('close', () => controller.abort());
      return controller.signal;
    },
  };
}

/**
 * Resolves to `undefined` as soon as the body is too long, and never settles if the client disconnects before the end
 * of the body. Node discards the rest of a body when the response has been sent.
 */
async function readBody(incoming: IncomingMessage, maxBodyBytes: number): Promise<string | undefined> {
  const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers;
  if (BodyCollector.isTooLong(length, maxBodyBytes)) return undefined;
  // A request without `content-length` and `transfer-encoding` has no body (RFC 9112 §6.3).
  if (length === undefined && encoding === undefined) return '';
  const collected = new BodyCollector(maxBodyBytes);
  return new Promise((resolve) => {
    incoming.on('data', (chunk: Buffer) => {
      if (!collected.append(chunk)) resolve(undefined);
    });
    incoming.on('end', () => resolve(collected.text()));
  });
}

const failure = problemResponse(
  500,
  'The fake server failed to respond. See its log for the reason (by default stderr).',
);

/** Returns one line without control characters, and without the query string, which may contain credentials. */
function failureLine({ method, path }: Arrival, error: unknown): string {
  const [withoutQuery = ''] = path.split('?', 1);
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : `a thrown ${typeof error}`;
  const line = `The fake server could not respond to ${method} ${withoutQuery}: ${reason}`;
  return line.replaceAll(/\p{Cc}/gu, '\uFFFD');
}

/** Clients that use a proxy send a complete URL instead of a path (RFC 9112 §3.2.2). */
function pathOf({ url = '' }: IncomingMessage): string {
  return url.startsWith('/') ? url : url.replace(/^[a-z][\w+.-]*:\/\/[^/?#]*/i, '');
}

function headersOf({ rawHeaders }: IncomingMessage): Record<string, string> {
  // The object has no prototype, because a header may be named `constructor`.
  const headers: Record<string, string> = Object.create(null) as Record<string, string>;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase() ?? '';
    const value = rawHeaders[i + 1] ?? '';
    const before = headers[name];
    headers[name] = before === undefined ? value : `${before}, ${value}`;
  }
  return headers;
}
