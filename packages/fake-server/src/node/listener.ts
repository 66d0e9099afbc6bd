/** The core behind `node:http`: converts messages at the edge, without `Request` and `Response` objects. */
import type { IncomingMessage, RequestListener } from 'node:http';
import type { FakeServer, WireResponse } from '../core/index.ts';
import { corsHeaders, preflight, type CorsOrigin } from './cors.ts';
import { actOut } from './fault.ts';
import type { InFlight } from './in-flight.ts';
import { isLoopback } from './loopback.ts';
import { refusal } from './refusal.ts';
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
  return (incoming, outgoing) => {
    const cors = corsHeaders(corsOrigin, incoming.headers);
    const withCors = (response: WireResponse): WireResponse => ({
      ...response,
      headers: { ...response.headers, ...cors },
    });
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
      const sendIt = () => send(outgoing, response, idleTimeout);
      if (response.fault) actOut(outgoing, response, response.fault, sendIt);
      else sendIt();
    });
  };
}

const foreignHost = refusal(
  421,
  'This server answers to localhost, 127.0.0.1 and [::1] alone. To answer to any name, start it with a host to listen on.',
);

function tooLong(maxBodyBytes: number): WireResponse {
  return refusal(413, `The body is longer than ${maxBodyBytes} bytes, the most that this server takes.`);
}

function toMessage(incoming: IncomingMessage, body: string): Parameters<FakeServer['handle']>[0] {
  return { method: incoming.method ?? '', path: pathOf(incoming), headers: headersOf(incoming), body };
}

/** The path as sent. A client that takes the server for a proxy sends a whole URL (RFC 9112 §3.2.2). */
function pathOf({ url = '' }: IncomingMessage): string {
  return url.replace(/^[a-z][\w+.-]*:\/\/[^/?#]*/i, '');
}

/** Header name to value; values of a header that was sent repeatedly are joined. */
function headersOf({ headersDistinct }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')]),
  );
}
