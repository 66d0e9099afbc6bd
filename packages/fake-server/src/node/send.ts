/** Writes responses. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WireResponse } from '../core/index.ts';

/** A client that sends nothing for so many milliseconds is taken to have finished. */
const quiet = 200;

/** A body of more bytes than this is not taken to be sent at once. */
const short = 16 * 1024;

/** Sends a response; a client that reads nothing of it for `idleTimeout` milliseconds is cut off. */
export function send(outgoing: ServerResponse, response: WireResponse, idleTimeout: number): void {
  const bytes = writeHead(outgoing, response);
  if (bytes.length <= short) {
    outgoing.end(bytes);
    return;
  }
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
  response: WireResponse,
): void {
  outgoing.shouldKeepAlive = false;
  outgoing.write(writeHead(outgoing, response));
  if (incoming.complete) {
    outgoing.end();
    return;
  }
  const timer = setTimeout(() => outgoing.end(), quiet);
  incoming.on('data', () => timer.refresh());
  incoming.once('end', () => outgoing.end());
  outgoing.once('close', () => clearTimeout(timer));
}

/** Writes the head of a response, and returns its body. */
function writeHead(outgoing: ServerResponse, { status, headers, body }: WireResponse): Buffer {
  const bytes = Buffer.from(body);
  const length = status === 204 ? {} : { 'content-length': bytes.length };
  outgoing.writeHead(status, { ...headers, ...length });
  return bytes;
}
