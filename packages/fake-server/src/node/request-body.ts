import type { IncomingMessage } from 'node:http';

/** Called once: with the body as text or, as soon as it is known to be too long, with `undefined`. */
type Done = (body: string | undefined) => void;

/**
 * Reads a request body of at most `maxBytes`. Never calls back when the client disconnects before the end. The rest of
 * a body that is too long is read and dropped.
 */
export function readRequestBody(incoming: IncomingMessage, maxBytes: number, done: Done): void {
  if (isTooLong(incoming, maxBytes)) {
    incoming.resume();
    done(undefined);
    return;
  }
  if (hasNoBody(incoming)) {
    done('');
    return;
  }
  let chunks: Buffer[] | undefined = [];
  let length = 0;
  incoming.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length <= maxBytes) chunks?.push(chunk);
    else if (chunks !== undefined) {
      chunks = undefined;
      done(undefined);
    }
  });
  incoming.on('end', () => {
    // Decoded as a whole: a character may be split across chunks.
    if (chunks !== undefined)
      done(new TextDecoder().decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
  });
}

/** Whether a request has no body (RFC 9112 §6.3), as its headers say. */
function hasNoBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;
}

/** Whether the announced length of the body exceeds the limit. */
export function isTooLong({ headers }: Pick<IncomingMessage, 'headers'>, maxBytes: number): boolean {
  return Number(headers['content-length'] ?? 0) > maxBytes;
}
