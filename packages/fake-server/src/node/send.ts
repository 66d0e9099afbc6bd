/** Writes responses. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BodyEncoder } from '../core/http/body-encoder.ts';
import type { WireResponse } from '../core/index.ts';

/** A client that sends nothing for so many milliseconds is taken to have finished. */
const quiet = 200;

/** A body of more characters than this is not taken to be sent at once. */
const short = 16 * 1024;

/** Sends a response; a client that reads nothing of it for `idleTimeout` milliseconds is cut off. */
export function send(
  outgoing: ServerResponse,
  { status, headers, body }: WireResponse,
  encoder: BodyEncoder,
  idleTimeout: number,
): void {
  if (body.length <= short) {
    const length = Buffer.byteLength(body);
    writeHead(outgoing, status, headers, length);
    // Text leaves in one piece with the head. Where a byte is a character, it need not be encoded.
    outgoing.end(body, length === body.length ? 'latin1' : 'utf8');
    return;
  }
  const bytes = encoder.encode(body);
  writeHead(outgoing, status, headers, bytes.length);
  if (outgoing.write(bytes)) {
    outgoing.end();
    return;
  }
  // Ended only now, because a server that closes takes connections for idle as soon as their response has ended.
  outgoing.once('drain', () => outgoing.end());
  if (idleTimeout > 0) outgoing.setTimeout(idleTimeout, () => outgoing.destroy());
}

/**
 * Sends a response before the request has been read, and closes the connection. Closed at once, with bytes
 * unread, it would be reset, and the client might never see the response.
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
