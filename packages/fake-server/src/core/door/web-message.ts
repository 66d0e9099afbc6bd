import { lowerCased } from '../http/message.ts';
import { failureResponse, problemResponse } from '../http/problem.ts';
import type { ReleaseSignal } from '../time/release.ts';
import { BodyCollector } from './body.ts';
import type { Arrival, Body, Outcome } from './door.ts';
import { initOf, type Endings } from './endings.ts';

export function arrivalOf(request: Request, left: ReleaseSignal = request.signal): Arrival {
  const { pathname, search, origin } = new URL(request.url);
  return {
    method: request.method,
    path: pathname + search,
    // In happy-dom, header names may contain capital letters.
    headers: lowerCased(Object.fromEntries(request.headers)),
    origin,
    readBody: (maxBytes) => readText(request, maxBytes),
    left: () => left,
  };
}

const wasRead = /*@__PURE__*/ problemResponse(
  500,
  'The request body was already read, probably by another handler. In that handler, read request.clone() instead.',
);

async function readText(request: Request, maxBytes: number): Promise<Body> {
  if (request.bodyUsed) return wasRead;
  // Firefox does not support `Request.body`.
  const given = request.body as Request['body'] | undefined;
  if (given === null) return '';
  const collected = new BodyCollector(maxBytes);
  if (given === undefined)
    return collected.append(new Uint8Array(await request.arrayBuffer())) ? collected.text() : undefined;
  const reader = given.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return collected.text();
      if (!collected.append(value)) return undefined;
    }
  } finally {
    reader.releaseLock();
  }
}

/** A `Response` cannot represent every outcome, such as a reset connection. */
export function responseOf({ response, ending }: Outcome, endings: Endings): Response {
  if (ending === 'reset') return endings.reset();
  const { body } = response;
  const bytes = new TextEncoder().encode(body);
  try {
    if (ending !== 'complete') return endings.truncated(response, bytes.slice(0, ending), bytes.length || 1);
    // Pass a string if possible, because request interceptors process strings much faster than bytes.
    return new Response(body === '' ? null : body, initOf(response, bytes.length));
  } catch (error) {
    // A fault may set a status or a header that HTTP does not allow.
    const { status, headers, body: text } = failureResponse(error);
    return new Response(text, { status, headers });
  }
}
