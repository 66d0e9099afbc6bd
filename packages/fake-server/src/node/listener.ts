/** The core behind `node:http`: converts messages at the edge, without `Request` and `Response` objects. */
import type { IncomingMessage, RequestListener } from 'node:http';
import { BodyEncoder } from '../core/http/body-encoder.ts';
import { problemResponse } from '../core/http/problem.ts';
import type { FakeServer, WireResponse } from '../core/index.ts';
import { corsHeaders, preflight, type CorsOrigin } from './cors.ts';
import { actOut } from './fault.ts';
import type { InFlight } from './in-flight.ts';
import { isLoopback } from './loopback.ts';
import { readBody } from './request-body.ts';
import { send, sendAndClose } from './send.ts';

/** What a listener does besides passing messages on. */
export interface ListenerSettings {
  readonly corsOrigin: CorsOrigin | undefined;
  /** Whether requests for names other than those of this machine are refused. */
  readonly loopbackOnly: boolean;
  readonly maxBodyBytes: number;
  /** Milliseconds after which a client that does not read its response is cut off; 0 for never. */
  readonly idleTimeout: number;
  readonly inFlight: InFlight;
}

export function createListener(handle: FakeServer['handle'], settings: ListenerSettings): RequestListener {
  const { corsOrigin, loopbackOnly, maxBodyBytes, idleTimeout, inFlight } = settings;
  const encoder = new BodyEncoder();
  return (incoming, outgoing) => {
    const withCors = (response: WireResponse): WireResponse =>
      corsOrigin === undefined
        ? response
        : { ...response, headers: { ...response.headers, ...corsHeaders(corsOrigin, incoming.headers) } };
    if (loopbackOnly && !isLoopback(incoming.headers.host)) {
      sendAndClose(incoming, outgoing, foreignHost);
      return;
    }
    readBody(incoming, maxBodyBytes, (body) => {
      inFlight.add(outgoing);
      if (body === undefined) {
        sendAndClose(incoming, outgoing, withCors(tooLong(maxBodyBytes)));
        return;
      }
      const response = withCors(preflight(corsOrigin, incoming) ?? handle(toMessage(incoming, body)));
      const sendIt = () => send(outgoing, response, encoder, idleTimeout);
      if (response.fault) actOut(outgoing, response, response.fault, sendIt);
      else sendIt();
    });
  };
}

const foreignHost = problemResponse(
  421,
  'This server answers to localhost, 127.0.0.1 and [::1] alone. To answer to any name, start it with a host to listen on.',
);

function tooLong(maxBodyBytes: number): WireResponse {
  return problemResponse(
    413,
    `The body is longer than ${maxBodyBytes} bytes, the most that this server takes.`,
  );
}

function toMessage(incoming: IncomingMessage, body: string): Parameters<FakeServer['handle']>[0] {
  return { method: incoming.method ?? '', path: pathOf(incoming), headers: headersOf(incoming), body };
}

/** The path as sent. A client that takes the server for a proxy sends a whole URL (RFC 9112 §3.2.2). */
function pathOf({ url = '' }: IncomingMessage): string {
  return url.startsWith('/') ? url : url.replace(/^[a-z][\w+.-]*:\/\/[^/?#]*/i, '');
}

/** Header name to value; values of a header that was sent repeatedly are joined. */
function headersOf({ rawHeaders }: IncomingMessage): Record<string, string> {
  // Without a prototype, so that no name of a header means anything else.
  const headers: Record<string, string> = Object.create(null) as Record<string, string>;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase() ?? '';
    const value = rawHeaders[i + 1] ?? '';
    const before = headers[name];
    headers[name] = before === undefined ? value : `${before}, ${value}`;
  }
  return headers;
}
