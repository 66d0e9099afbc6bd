/**
 * Lets a handler break connections, although all it can return is a `Response`. Each JavaScript runtime treats a
 * broken `Response` differently.
 */
import { lost } from '../http/message.ts';
import { breaking, initOf, type Endings } from '../http/web.ts';
import { longestWait } from '../time/time.ts';

/** A global class of Cloudflare Workers. Clients notice if a stream with a fixed length ends too early. */
type FixedLengthStream = new (length: number) => TransformStream<Uint8Array, Uint8Array>;

export function endingsHere(): Endings {
  const { FixedLengthStream }: { readonly Response: unknown; FixedLengthStream?: FixedLengthStream } =
    globalThis;
  return FixedLengthStream ? inWorkers(FixedLengthStream) : elsewhere;
}

/**
 * Other runtimes close the connection if a body fails, and respond with 500 if a handler throws or returns
 * `Response.error()`.
 */
const elsewhere: Endings = {
  truncated: (head, sent, length) => new Response(breaking(sent, sendingTime), initOf(head, length)),
  reset: () => elsewhere.truncated(lost, new Uint8Array(), 1),
  hangMs: Number.POSITIVE_INFINITY,
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
  while (!(await reader.read()).done);
}
