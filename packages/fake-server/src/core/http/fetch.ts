/** The core as a `fetch`: converts `Request` and `Response` at the edge, and acts faults out. */
import { BodyEncoder } from './encoded-body.ts';
import type { WireFault, WireRequest, WireResponse } from './message.ts';
import { pause } from '../time/pause.ts';
import { TextResponse } from './text-response.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Handle = (request: WireRequest) => WireResponse;

/** What can be called like the global `fetch`. */
export type FetchFunction = (input: Request | string | URL, init?: RequestInit) => Promise<Response>;

/** A fetch that is answered by `handle` and never reaches a network. */
export function createFetch(handle: Handle): FetchFunction {
  const answer = createAnswer(handle);
  return async (input, init) => {
    const request = new Request(input, init);
    const response = hasSignal(input, init)
      ? await abortable(request.signal, () => answer(request))
      : await answer(request);
    if (response.type === 'error') throw new TypeError('fetch failed', { cause: connectionReset() });
    // A Response that was constructed has no URL, and `url` cannot be given to the constructor.
    return Object.defineProperty(response, 'url', { value: request.url.replace(/#.*$/s, '') });
  };
}

/** Without one, a request is never aborted, and need not be watched. */
function hasSignal(input: Request | string | URL, init: RequestInit | undefined): boolean {
  return (typeof input === 'object' && 'signal' in input) || (init?.signal ?? null) !== null;
}

/** Answers a `Request`. */
export type Answer = (request: Request) => Promise<Response>;

/**
 * Answers requests with a response as `fetch` would return it, but for its URL, and with `Response.error()` where
 * `fetch` would reject because the connection broke. When the request is aborted, waiting ends at once.
 */
export function createAnswer(handle: Handle): Answer {
  const encoder = new BodyEncoder();
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const headers = Object.fromEntries(request.headers);
    const body = request.body === null ? '' : await request.text();
    const response = handle({ method: request.method, path: pathname + search, headers, body });
    const bytes = encoder.encode(response.body);
    return response.fault ? faulty(response, bytes, response.fault, request) : toResponse(response, bytes);
  };
}

async function faulty(
  response: WireResponse,
  bytes: Bytes,
  fault: WireFault,
  request: Request,
): Promise<Response> {
  const { delayMs, ending, released } = fault;
  const signals = [request.signal, released];
  if (delayMs > 0) await pause(delayMs, signals);
  if (ending === 'hang') await pause(Number.POSITIVE_INFINITY, signals);
  if (typeof ending === 'string' || signals.some(({ aborted }) => aborted)) return Response.error();
  return toResponse(response, bytes, ending);
}

/** @param sentBytes - How many bytes of the body arrive before the connection breaks; all of them by default. */
function toResponse({ status, headers, body }: WireResponse, bytes: Bytes, sentBytes?: number): Response {
  const length = sentBytes === undefined ? bytes.length : bytes.length || 1;
  const init = { status, headers: { ...headers, 'content-length': String(length) } };
  if (!hasBody(status, bytes, sentBytes)) return new Response(null, init);
  if (sentBytes !== undefined) return new Response(breaking(bytes.slice(0, sentBytes)), init);
  // Text, because what intercepts requests passes it on with far less effort than bytes.
  const isAscii = bytes.length === body.length;
  return isAscii ? new TextResponse(body, init) : new Response(body, init);
}

/** A body that is empty still breaks when it is to; these statuses have none, whatever a fault says. */
function hasBody(status: number, bytes: Bytes, sentBytes: number | undefined): boolean {
  return status !== 204 && status !== 205 && status !== 304 && (bytes.length > 0 || sentBytes !== undefined);
}

/** A body that ends in a broken connection. */
function breaking(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let begun = bytes.length === 0;
  return new ReadableStream({
    pull: (stream) => {
      if (begun) stream.error(new TypeError('terminated', { cause: connectionReset() }));
      else stream.enqueue(bytes);
      begun = true;
    },
  });
}

/** What Node's own fetch has as the cause of such a failure. */
function connectionReset(): Error {
  return Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
}

/** Rejects with the signal's reason as soon as it is aborted, even while a body is still being read. */
async function abortable<Value>(signal: AbortSignal, start: () => Promise<Value>): Promise<Value> {
  signal.throwIfAborted();
  const aborted = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const result = start();
  await Promise.race([aborted, result]);
  signal.throwIfAborted();
  return result;
}
