/** The core behind `node:http`: converts messages at the edge, without `Request` and `Response` objects. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FakeServer, WireResponse } from '../core/index.ts';

export function createListener(handle: FakeServer['handle']): RequestListener {
  return (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    // Not emitted when the client goes away in the middle of its body: half a request is no request.
    incoming.on('end', () => {
      // Decoded as a whole, since a character may be split across chunks.
      const body = new TextDecoder().decode(Buffer.concat(chunks));
      send(
        outgoing,
        handle({ method: incoming.method ?? '', path: pathOf(incoming), headers: headersOf(incoming), body }),
      );
    });
  };
}

function send(outgoing: ServerResponse, { status, headers, body }: WireResponse): void {
  const bytes = Buffer.from(body);
  outgoing.writeHead(status, { ...headers, 'content-length': bytes.length }).end(bytes);
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
