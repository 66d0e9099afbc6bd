/** Serves the core over `node:http`, without `Request` and `Response` objects. */
import type { IncomingMessage, RequestListener } from 'node:http';
import { BodyEncoder } from '../core/http/body-encoder.ts';
import { problemResponse } from '../core/http/problem.ts';
import type { FakeServer, WireResponse } from '../core/index.ts';
import type { RequestHead } from '../core/server/request-head.ts';
import { createWebServer } from '../core/server/web-server.ts';
import { foreignHostRejection } from './host.ts';
import { afterDelay } from './inject-fault.ts';
import type { KeptConnections } from './kept-connections.ts';
import type { PendingResponses } from './pending-responses.ts';
import { readRequestBody } from './request-body.ts';
import { sendAndClose, sendResponse } from './send-response.ts';

/** Settings of a listener. */
export interface ListenerSettings {
  /** Origins whose pages may call. */
  readonly origins: readonly string[];
  /** Names besides those of this machine that `Host` may have; `undefined` where it may have any. */
  readonly hostNames: readonly string[] | undefined;
  readonly maxBodyBytes: number;
  /** Milliseconds after which a client that does not read its response is disconnected; 0 for never. */
  readonly idleTimeout: number;
  /** Called with a line about each failure to respond. */
  readonly log: (line: string) => void;
  readonly pending: PendingResponses;
  readonly kept: KeptConnections;
}

/** Responds to every request. Whatever `handle` throws becomes a 500. */
export function createListener(handle: FakeServer['handle'], settings: ListenerSettings): RequestListener {
  const { origins, hostNames, maxBodyBytes, idleTimeout, log, pending, kept } = settings;
  const report = (head: Pick<RequestHead, 'method' | 'path'>, error: unknown): void =>
    log(failureLine(head, error));
  const failed = (head: RequestHead, error: unknown): WireResponse => {
    report(head, error);
    return failure;
  };
  const server = createWebServer({ handle, origins, maxBodyBytes, failed });
  const encoder = new BodyEncoder();
  return (incoming, outgoing) => {
    if (!kept.add(outgoing)) {
      incoming.resume();
      return;
    }
    const head = headOf(incoming);
    const reject = (response: WireResponse): void => {
      kept.ending(incoming.socket);
      sendAndClose(incoming, outgoing, response);
    };
    const rejection = foreignHostRejection(head.headers['host'], hostNames) ?? server.rejectionOf(head);
    if (rejection !== undefined) {
      reject(rejection);
      return;
    }
    const refused = (error: unknown): void => {
      kept.ending(incoming.socket);
      report(head, error);
    };
    const sending = { encoder, idleTimeout, report: refused };
    // Without a socket until it is its turn to be sent.
    const isBehind = outgoing.socket === null;
    readRequestBody(incoming, { maxBytes: maxBodyBytes, isBehind }, (body) => {
      pending.add(outgoing);
      const response = server.respond(head, body);
      if (body === undefined) {
        reject(response);
        return;
      }
      kept.closeIfArmed(outgoing);
      const send = (): void => sendResponse(outgoing, response, sending);
      if (response.fault) afterDelay(outgoing, response.fault, send);
      else send();
    });
  };
}

const failure = problemResponse(
  500,
  'The fake server failed to respond. Its log, by default stderr, says why.',
);

/** One line, without control characters, and without the query, which may hold credentials. */
function failureLine({ method, path }: Pick<RequestHead, 'method' | 'path'>, error: unknown): string {
  const [withoutQuery = ''] = path.split('?', 1);
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : `a thrown ${typeof error}`;
  const line = `The fake server could not respond to ${method} ${withoutQuery}: ${reason}`;
  return line.replaceAll(/\p{Cc}/gu, '\uFFFD');
}

function headOf(incoming: IncomingMessage): RequestHead {
  const headers = headersOf(incoming);
  return {
    method: incoming.method ?? '',
    path: pathOf(incoming),
    headers,
    ownOrigin: `http://${headers['host']}`,
  };
}

/** The path as sent. Clients send a whole URL to a proxy (RFC 9112 §3.2.2). */
function pathOf({ url = '' }: IncomingMessage): string {
  return url.startsWith('/') ? url : url.replace(/^[a-z][\w+.-]*:\/\/[^/?#]*/i, '');
}

/** Headers by lower-case name; repeated ones are joined. */
function headersOf({ rawHeaders }: IncomingMessage): Record<string, string> {
  // Without a prototype: a header may be called `constructor`.
  const headers: Record<string, string> = Object.create(null) as Record<string, string>;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase() ?? '';
    const value = rawHeaders[i + 1] ?? '';
    const before = headers[name];
    headers[name] = before === undefined ? value : `${before}, ${value}`;
  }
  return headers;
}
