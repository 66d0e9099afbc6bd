/** How the servers differ that a handler runs in: it can only return a `Response`, whatever a fault says. */
import { breaking, initOf, type Endings } from '../http/response.ts';
import { longestWait } from '../time/duration.ts';

/** What a handler does in its own way in each server. */
export interface Runtime extends Endings {
  /** Deals with a body before a response to a request that was not read. */
  readonly leave: (body: Request['body']) => Promise<void> | void;
}

/** In Workers alone: a stream whose length is announced, so that its end is missed. */
type FixedLengthStream = new (length: number) => TransformStream<Uint8Array, Uint8Array>;

export function runtimeHere(): Runtime {
  const { FixedLengthStream }: { readonly Response: unknown; FixedLengthStream?: FixedLengthStream } =
    globalThis;
  return FixedLengthStream ? worker(FixedLengthStream) : server;
}

/** A body that breaks closes the connection. `Response.error()`, and an error that is thrown, become a response with 500. */
const server: Runtime = {
  truncated: (head, sent, length) => new Response(breaking(sent, sendingTime), initOf(head, length)),
  reset: () => server.truncated(lost, new Uint8Array(), 1),
  hangMs: Number.POSITIVE_INFINITY,
  leave: () => {},
};

/**
 * Workers end a stream that breaks as if it were whole, unless its length is fixed. They respond with 500 where nothing
 * is awaited that can end, and reset a connection whose request was not read.
 */
function worker(FixedLengthStream: FixedLengthStream): Runtime {
  const truncated: Runtime['truncated'] = ({ status, headers }, sent, length) => {
    const { readable, writable } = new FixedLengthStream(length);
    void cutShort(writable, sent);
    // Otherwise it may be compressed on its way, and end as if it were whole.
    const head = { status, headers: { ...headers, 'content-encoding': 'identity' } };
    return new Response(readable, initOf(head, length));
  };
  return { truncated, reset: () => truncated(lost, new Uint8Array(), 1), hangMs: longestWait, leave: drain };
}

/** What may arrive of a response that is lost. Its status keeps callers who read no body from taking it for a success. */
const lost = { status: 500, headers: {} };

/** Milliseconds before a body breaks: `Bun.serve` sends nothing of one that breaks sooner. */
const sendingTime = 50;

async function cutShort(writable: WritableStream<Uint8Array>, bytes: Uint8Array): Promise<void> {
  const writer = writable.getWriter();
  try {
    if (bytes.length > 0) await writer.write(bytes);
    await writer.abort(new TypeError('terminated'));
  } catch {
    // The client went away before.
  }
}

/** Reads a body to its end, and drops it. */
async function drain(body: Request['body']): Promise<void> {
  if (body === null) return;
  const reader = body.getReader();
  while (!(await reader.read()).done);
}
