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
  let received: Buffer | undefined = Buffer.alloc(0);
  let length = 0;
  incoming.on('data', (chunk: Buffer) => {
    if (received === undefined) return;
    if (length + chunk.length > maxBytes) {
      received = undefined;
      done(undefined);
      return;
    }
    received = append(received, length, chunk);
    length += chunk.length;
  });
  incoming.on('end', () => {
    // Decoded as a whole: a character may be split across chunks.
    if (received !== undefined) done(new TextDecoder().decode(received.subarray(0, length)));
  });
}

/**
 * Appends to the `length` bytes that a buffer holds. Chunks are not kept: of one byte each, they would take 400 times the
 * memory of the body.
 */
function append(buffer: Buffer, length: number, chunk: Buffer): Buffer {
  if (length === 0) return chunk;
  const total = length + chunk.length;
  let target = buffer;
  if (total > buffer.length) {
    target = Buffer.allocUnsafe(2 * total);
    buffer.copy(target, 0, 0, length);
  }
  chunk.copy(target, length);
  return target;
}

/** Whether a request has no body (RFC 9112 §6.3), as its headers say. */
function hasNoBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;
}

/** Whether the announced length of the body exceeds the limit. */
export function isTooLong({ headers }: Pick<IncomingMessage, 'headers'>, maxBytes: number): boolean {
  return Number(headers['content-length'] ?? 0) > maxBytes;
}
