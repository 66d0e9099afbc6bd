import type { IncomingMessage } from 'node:http';
import { BodyBytes } from '../core/http/body-bytes.ts';

/** Called once: with the body as text or, as soon as it is known to be too long, with `undefined`. */
type Done = (body: string | undefined) => void;

interface ReadOptions {
  readonly maxBytes: number;
  /** Whether earlier requests on the connection have no response yet: their bodies come first. */
  readonly isBehind: boolean;
}

/**
 * Reads a request body of at most `maxBytes`. Never calls back when the client disconnects before the end. The rest of
 * a body that is too long is read and dropped.
 */
export function readRequestBody(
  incoming: IncomingMessage,
  { maxBytes, isBehind }: ReadOptions,
  done: Done,
): void {
  if (isTooLong(incoming, maxBytes)) {
    incoming.resume();
    done(undefined);
    return;
  }
  if (hasNoBody(incoming) && !isBehind) {
    done('');
    return;
  }
  let received: BodyBytes | undefined = new BodyBytes(maxBytes);
  incoming.on('data', (chunk: Buffer) => {
    if (received === undefined || received.append(chunk)) return;
    received = undefined;
    done(undefined);
  });
  incoming.on('end', () => {
    if (received !== undefined) done(received.text());
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
