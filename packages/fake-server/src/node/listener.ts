/** Handles requests of Node's `http` module without the classes `Request` and `Response`. */
import type { IncomingMessage, RequestListener } from 'node:http';
import type { RequestHead } from '../core/http/message.ts';
import { expectedFailure, problemResponse } from '../core/http/problem.ts';
import { BodyCollector, BodyEncoder } from '../core/http/web.ts';
import type { WireResponse } from '../core/index.ts';
import { createServer, type ServerSettings } from '../core/server/rules.ts';
import type { Connections } from './connections.ts';
import type { ResolvedOptions } from './options.ts';
import { sendAndClose, sendResponse } from './response.ts';

/** Settings of a listener. */
type ListenerSettings = Omit<ResolvedOptions, 'port' | 'host' | 'limits'> &
  Pick<ServerSettings, 'handle' | 'rejectHost'> & { readonly connections: Connections };

/**
 * Creates a listener for all requests. If `handle` throws, the listener logs the error and responds with a 500 that
 * does not contain the error.
 */
export function createListener({
  maxBodyBytes,
  idleTimeout,
  log,
  connections,
  ...settings
}: ListenerSettings): RequestListener {
  const report = (head: RequestHead, error: unknown): void => log(failureLine(head, error));
  const failed = (head: RequestHead, error: unknown): WireResponse => {
    const expected = expectedFailure(error);
    if (expected === undefined) report(head, error);
    return expected ?? failure;
  };
  const server = createServer({ ...settings, maxBodyBytes, failed });
  const encoder = new BodyEncoder();
  return (incoming, outgoing) => {
    if (!connections.add(outgoing)) {
      incoming.resume();
      return;
    }
    const head = headOf(incoming);
    const reject = (response: WireResponse): void => {
      connections.ending(incoming.socket);
      sendAndClose(incoming, outgoing, response);
    };
    const rejection = server.reject(head);
    if (rejection !== undefined) {
      reject(rejection);
      return;
    }
    const failedToSend = (error: unknown): void => {
      connections.ending(incoming.socket);
      report(head, error);
    };
    // Node assigns a socket to a response when all earlier responses on the connection are sent.
    readBody(incoming, { maxBodyBytes, isBehind: outgoing.socket === null }, (body) => {
      connections.addPending(outgoing);
      const response = server.respond(head, body);
      if (body === undefined) {
        reject(response);
        return;
      }
      connections.closeIfArmed(outgoing);
      sendResponse(outgoing, response, { encoder, idleTimeout, report: failedToSend });
    });
  };
}

interface ReadOptions {
  readonly maxBodyBytes: number;
  /**
   * Whether earlier requests on the same connection are still pending. The bodies of earlier requests arrive before
   * the body of this request.
   */
  readonly isBehind: boolean;
}

/**
 * Calls `done` once: with the complete body, or with `undefined` as soon as the body is too long. Discards the rest of
 * a body that is too long. Does not call `done` if the client disconnects before the end of the body.
 */
function readBody(
  incoming: IncomingMessage,
  { maxBodyBytes, isBehind }: ReadOptions,
  done: (body: string | undefined) => void,
): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers;
  if (BodyCollector.isTooLong(length, maxBodyBytes)) {
    incoming.resume();
    done(undefined);
    return;
  }
  // A request without `content-length` and `transfer-encoding` has no body (RFC 9112 §6.3).
  if (length === undefined && encoding === undefined && !isBehind) {
    done('');
    return;
  }
  let collected: BodyCollector | undefined = new BodyCollector(maxBodyBytes);
  incoming.on('data', (chunk: Buffer) => {
    if (collected === undefined || collected.append(chunk)) return;
    collected = undefined;
    done(undefined);
  });
  incoming.on('end', () => {
    if (collected !== undefined) done(collected.text());
  });
}

const failure = problemResponse(
  500,
  'The fake server failed to respond. See its log for the reason (by default stderr).',
);

/**
 * Formats an error as one log line without control characters. Omits the query string of the request, because the
 * query may contain credentials.
 */
function failureLine({ method, path }: RequestHead, error: unknown): string {
  const [withoutQuery = ''] = path.split('?', 1);
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : `a thrown ${typeof error}`;
  const line = `The fake server could not respond to ${method} ${withoutQuery}: ${reason}`;
  return line.replaceAll(/\p{Cc}/gu, '\uFFFD');
}

function headOf(incoming: IncomingMessage): RequestHead {
  const headers = headersOf(incoming);
  const ownOrigin = `http://${headers['host']}`;
  return { method: incoming.method ?? '', path: pathOf(incoming), headers, ownOrigin };
}

/**
 * Returns the path of a request. A client that uses a proxy sends a complete URL instead of a path (RFC 9112 §3.2.2).
 */
function pathOf({ url = '' }: IncomingMessage): string {
  return url.startsWith('/') ? url : url.replace(/^[a-z][\w+.-]*:\/\/[^/?#]*/i, '');
}

/** Returns the headers of a request by lower-case name. Joins the values of a repeated header. */
function headersOf({ rawHeaders }: IncomingMessage): Record<string, string> {
  // The headers object has no prototype, because a header may be named `constructor`.
  const headers: Record<string, string> = Object.create(null) as Record<string, string>;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase() ?? '';
    const value = rawHeaders[i + 1] ?? '';
    const before = headers[name];
    headers[name] = before === undefined ? value : `${before}, ${value}`;
  }
  return headers;
}
