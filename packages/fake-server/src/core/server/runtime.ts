/** How a handler breaks a connection: it can only return a `Response`, and servers differ in what they do with it. */
import { breaking, initOf, type Endings } from '../http/web.ts';
import { longestWait } from '../time/duration.ts';

/** A global of Workers: a stream with an announced length, so that a client notices the missing end. */
type FixedLengthStream = new (length: number) => TransformStream<Uint8Array, Uint8Array>;

export function endingsHere(): Endings {
  const { FixedLengthStream }: { readonly Response: unknown; FixedLengthStream?: FixedLengthStream } =
    globalThis;
  return FixedLengthStream ? inWorkers(FixedLengthStream) : elsewhere;
}

/** A body that breaks closes the connection. Servers send a 500 for `Response.error()` and for a handler that throws. */
const elsewhere: Endings = {
  truncated: (head, sent, length) => new Response(breaking(sent, sendingTime), initOf(head, length)),
  reset: () => elsewhere.truncated(lost, new Uint8Array(), 1),
  hangMs: Number.POSITIVE_INFINITY,
};

/**
 * Workers end a stream that breaks as if it were whole, unless its length is fixed. They respond with 500 while a handler
 * awaits nothing that can end, and reset a connection whose request was not read.
 */
function inWorkers(FixedLengthStream: FixedLengthStream): Endings {
  const truncated: Endings['truncated'] = ({ status, headers }, sent, length) => {
    const { readable, writable } = new FixedLengthStream(length);
    void cutShort(writable, sent);
    // A compressed response would end as if it were whole.
    const head = { status, headers: { ...headers, 'content-encoding': 'identity' } };
    return new Response(readable, initOf(head, length));
  };
  return { truncated, reset: () => truncated(lost, new Uint8Array(), 1), hangMs: longestWait, leave: drain };
}

/** The part of a lost response that may arrive. With this status, callers who read no body do not take it for a success. */
const lost = { status: 500, headers: {} };

/** Milliseconds before a body breaks: `Bun.serve` sends nothing of a body that breaks sooner. */
const sendingTime = 50;

async function cutShort(writable: WritableStream<Uint8Array>, bytes: Uint8Array): Promise<void> {
  const writer = writable.getWriter();
  try {
    if (bytes.length > 0) await writer.write(bytes);
    await writer.abort(new TypeError('terminated'));
  } catch {
    // The client disconnected earlier.
  }
}

/** Reads a body to its end, and drops it. */
async function drain(body: Request['body']): Promise<void> {
  if (body === null) return;
  const reader = body.getReader();
  while (!(await reader.read()).done);
}
