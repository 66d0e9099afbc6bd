import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BodyEncoder } from '../core/http/body-encoder.ts';
import type { WireResponse } from '../core/index.ts';

/** A client that sends nothing for so many milliseconds has probably finished. */
const quiet = 200;

/** Longer bodies, in characters, may not fit into one write. */
const short = 16 * 1024;

/** Sends a response; a client that reads nothing of it for `idleTimeout` milliseconds is cut off. */
export function sendResponse(
  outgoing: ServerResponse,
  { status, headers, body }: WireResponse,
  encoder: BodyEncoder,
  idleTimeout: number,
): void {
  if (body.length <= short) {
    const length = Buffer.byteLength(body);
    writeHead(outgoing, status, headers, length);
    // Text is sent in one piece with the head; latin1 spares the encoding of plain ASCII.
    outgoing.end(body, length === body.length ? 'latin1' : 'utf8');
    return;
  }
  const bytes = encoder.encode(body);
  writeHead(outgoing, status, headers, bytes.length);
  if (outgoing.write(bytes)) {
    outgoing.end();
    return;
  }
  // Not ended before: a closing server treats a connection as idle as soon as its response has ended.
  outgoing.once('drain', () => outgoing.end());
  if (idleTimeout > 0) outgoing.setTimeout(idleTimeout, () => outgoing.destroy());
}

/**
 * Sends a response before the request has been read, and closes the connection. Closing at once would reset it,
 * because of the unread bytes, and the client might never see the response.
 */
export function sendAndClose(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { status, headers, body }: WireResponse,
): void {
  outgoing.shouldKeepAlive = false;
  writeHead(outgoing, status, headers, Buffer.byteLength(body));
  outgoing.write(body);
  if (incoming.complete) {
    outgoing.end();
    return;
  }
  const timer = setTimeout(() => outgoing.end(), quiet);
  incoming.on('data', () => timer.refresh());
  incoming.once('end', () => outgoing.end());
  outgoing.once('close', () => clearTimeout(timer));
}

function writeHead(
  outgoing: ServerResponse,
  status: number,
  headers: WireResponse['headers'],
  length: number,
): void {
  outgoing.writeHead(status, status === 204 ? headers : { ...headers, 'content-length': length });
}
