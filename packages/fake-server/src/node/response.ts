import type { ServerResponse } from 'node:http';
import type { Outcome, WireResponse } from '../core/http/message.ts';

export interface SendSettings {
  /** Milliseconds after which the server disconnects a client that does not read its response. 0 means never. */
  readonly idleTimeout: number;
}

/** Maximum length of a body that is sent in the same write as the headers. */
const short = 16 * 1024;

/** @throws {TypeError} if HTTP does not allow the status or a header. */
export function send(outgoing: ServerResponse, { response, ending }: Outcome, settings: SendSettings): void {
  const { socket } = outgoing.req;
  if (ending === 'complete') sendWhole(outgoing, response, settings);
  else if (ending === 'reset') socket.resetAndDestroy();
  else {
    const bytes = Buffer.from(response.body);
    writeHead(outgoing, response, bytes.length || 1);
    outgoing.flushHeaders();
    outgoing.write(bytes.subarray(0, ending));
    socket.destroySoon();
  }
}

function sendWhole(outgoing: ServerResponse, response: WireResponse, { idleTimeout }: SendSettings): void {
  const { body } = response;
  if (body.length <= short) {
    const length = Buffer.byteLength(body);
    writeHead(outgoing, response, length);
    // Node sends a string in the same write as the headers. `latin1` avoids encoding plain ASCII.
    outgoing.end(body, length === body.length ? 'latin1' : 'utf8');
    return;
  }
  const bytes = Buffer.from(body);
  writeHead(outgoing, response, bytes.length);
  if (outgoing.write(bytes)) {
    outgoing.end();
    return;
  }
  // End the response only after its body is sent, because a closing server closes the connection of an ended response.
  outgoing.once('drain', () => outgoing.end());
  // After this time without progress, Node disconnects the client.
  outgoing.setTimeout(idleTimeout);
}

function writeHead(outgoing: ServerResponse, { status, headers }: WireResponse, length: number): void {
  outgoing.writeHead(status, status === 204 ? headers : { 'content-length': length, ...headers });
}
