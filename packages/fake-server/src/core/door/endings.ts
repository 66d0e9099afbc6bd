/** Each JavaScript runtime treats a broken `Response` differently. */
import { lost, type WireResponse } from '../http/message.ts';
import { pause } from '../time/release.ts';
import { longestWait } from '../time/time.ts';

type Bytes = Uint8Array<ArrayBuffer>;

type ResponseHead = Pick<WireResponse, 'status' | 'headers'>;

export interface Endings {
  readonly reset: () => Response;
  /** Creates a response that announces `length` bytes, but breaks the connection after the bytes `sent`. */
  readonly truncated: (head: ResponseHead, sent: Bytes, length: number) => Response;
  readonly hangMs?: number;
  /** Discards the rest of a request body before the response is sent. Never rejects. */
  readonly discardBody?: (body: Request['body']) => Promise<void>;
}

/** For adapters that turn `Response.error()` into a network error, and pass a body stream's error to the client. */
export const fetchEndings: Endings = {
  reset: () => Response.error(),
  truncated: (head, sent, length) => new Response(breaking(sent), initOf(head, length)),
};

/** A global class of Cloudflare Workers. Clients notice if a stream with a fixed length ends too early. */
type FixedLengthStream = new (length: number) => TransformStream<Uint8Array, Uint8Array>;

export function endingsHere(): Endings {
  const { FixedLengthStream }: { readonly Response: unknown; FixedLengthStream?: FixedLengthStream } =
    globalThis;
  return FixedLengthStream ? inWorkers(FixedLengthStream) : elsewhere;
}

/**
 * Outside Cloudflare Workers, runtimes close the connection if a body fails. These runtimes respond with 500 if a
 * handler throws or returns `Response.error()`.
 */
const elsewhere: Endings = {
  truncated: (head, sent, length) => new Response(breaking(sent, sendingTime), initOf(head, length)),
  reset: () => elsewhere.truncated(lost, new Uint8Array(), 1),
};

/**
 * Cloudflare Workers treat a failed stream as complete unless its length is fixed. Workers respond with 500 if a
 * handler waits for a promise that never settles, and reset a connection whose request body was not read.
 */
function inWorkers(FixedLengthStream: FixedLengthStream): Endings {
  const truncated: Endings['truncated'] = ({ status, headers }, sent, length) => {
    const { readable, writable } = new FixedLengthStream(length);
    void cutShort(writable, sent);
    // Prevent compression, because a client would treat a truncated compressed response as complete.
    const head = { status, headers: { ...headers, 'content-encoding': 'identity' } };
    return new Response(readable, initOf(head, length));
  };
  return {
    truncated,
    reset: () => truncated(lost, new Uint8Array(), 1),
    hangMs: longestWait,
    discardBody: drain,
  };
}

/** Milliseconds before a body fails. Without a delay, `Bun.serve` would send no bytes of the body. */
const sendingTime = 50;

async function cutShort(writable: WritableStream<Uint8Array>, bytes: Uint8Array): Promise<void> {
  const writer = writable.getWriter();
  try {
    if (bytes.length > 0) await writer.write(bytes);
    await writer.abort(new TypeError('terminated'));
  } catch {
    // The client has already disconnected.
  }
}

async function drain(body: Request['body']): Promise<void> {
  if (body === null) return;
  const reader = body.getReader();
  try {
    while (!(await reader.read()).done);
  } catch {
    // The client has disconnected.
  }
}

export function initOf({ status, headers }: ResponseHead, length: number): ResponseInit {
  return { status, headers: status === 204 ? headers : { 'content-length': String(length), ...headers } };
}

function breaking(bytes: Uint8Array, delayMs = 0): ReadableStream<Uint8Array> {
  let isSent = bytes.length === 0;
  return new ReadableStream({
    pull: async (stream) => {
      if (!isSent) {
        isSent = true;
        stream.enqueue(bytes);
        return;
      }
      if (delayMs > 0 && bytes.length > 0) await pause(delayMs, []);
      stream.error(new TypeError('terminated', { cause: connectionReset() }));
    },
  });
}

export function connectionReset(): Error {
  return Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
}
