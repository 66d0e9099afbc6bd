/** Serves the core over `node:http`, without `Request` and `Response` objects. */
import type { IncomingMessage, RequestListener } from 'node:http';
import { BodyEncoder } from '../core/http/body-encoder.ts';
import { tooLong } from '../core/http/failure.ts';
import { problemResponse } from '../core/http/problem.ts';
import type { FakeServer, WireResponse } from '../core/index.ts';
import { rejectionOf, type AccessRules } from './access.ts';
import { corsHeaders, preflight } from './cors.ts';
import { afterDelay } from './inject-fault.ts';
import type { PendingResponses } from './pending-responses.ts';
import { readRequestBody } from './request-body.ts';
import { sendAndClose, sendResponse } from './send-response.ts';

/** Settings of a listener. */
export interface ListenerSettings extends AccessRules {
  readonly maxBodyBytes: number;
  /** Milliseconds after which a client that does not read its response is disconnected; 0 for never. */
  readonly idleTimeout: number;
  /** Called with a line about each failure to respond. */
  readonly log: (line: string) => void;
  readonly pending: PendingResponses;
}

/** Responds to every request. Whatever `handle` throws becomes a 500. */
export function createListener(handle: FakeServer['handle'], settings: ListenerSettings): RequestListener {
  const { origins, maxBodyBytes, idleTimeout, log, pending } = settings;
  const report = (request: IncomingMessage, error: unknown): void => log(failureLine(request, error));
  const sending = { encoder: new BodyEncoder(), idleTimeout, report };
  const respond = (incoming: IncomingMessage, body: string): WireResponse => {
    try {
      return preflight(origins, incoming) ?? handle(toMessage(incoming, body));
    } catch (error) {
      report(incoming, error);
      return failed;
    }
  };
  return (incoming, outgoing) => {
    const rejection = rejectionOf(incoming.headers, settings);
    if (rejection !== undefined) {
      sendAndClose(incoming, outgoing, rejection);
      return;
    }
    const withCors = (response: WireResponse): WireResponse =>
      origins.length === 0
        ? response
        : { ...response, headers: { ...response.headers, ...corsHeaders(origins, incoming.headers) } };
    readRequestBody(incoming, maxBodyBytes, (body) => {
      pending.add(outgoing);
      if (body === undefined) {
        sendAndClose(incoming, outgoing, withCors(tooLong(maxBodyBytes)));
        return;
      }
      const response = withCors(respond(incoming, body));
      const send = (): void => sendResponse(outgoing, response, sending);
      if (response.fault) afterDelay(outgoing, response.fault, send);
      else send();
    });
  };
}

const failed = problemResponse(
  500,
  'The fake server failed to respond. Its log, by default stderr, says why.',
);

/** One line, without control characters, and without the query, which may hold credentials. */
function failureLine(request: IncomingMessage, error: unknown): string {
  const [path = ''] = pathOf(request).split('?', 1);
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : `a thrown ${typeof error}`;
  const line = `The fake server could not respond to ${request.method} ${path}: ${reason}`;
  return line.replaceAll(/\p{Cc}/gu, '\uFFFD');
}

function toMessage(incoming: IncomingMessage, body: string): Parameters<FakeServer['handle']>[0] {
  return { method: incoming.method ?? '', path: pathOf(incoming), headers: headersOf(incoming), body };
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
