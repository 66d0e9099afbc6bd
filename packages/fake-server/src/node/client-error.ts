/** What arrives on a connection and is no request. */
import type { Socket } from 'node:net';
import type { KeptConnections } from './kept-connections.ts';

/** As Node responds where nobody listens. */
const statuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/**
 * Responds to what is no request, and ends its connection. The requests before it are responded to first: a client would
 * take this for the response to the first of them.
 */
export function endBroken(error: NodeJS.ErrnoException, socket: Socket, kept: KeptConnections): void {
  if (!socket.writable) {
    socket.destroy(error);
    return;
  }
  if (!kept.ending(socket)) return;
  const response = `HTTP/1.1 ${statuses[error.code ?? ''] ?? '400 Bad Request'}\r\nconnection: close\r\n\r\n`;
  const end = (): void => {
    if (socket.writable) socket.write(response);
    socket.destroy(error);
  };
  const before = kept.owed(socket);
  if (before) before.once('close', end);
  else end();
}
