/** The core as a `fetch`: converts `Request` and `Response` at the edge, and acts faults out. */
import type { WireFault, WireRequest, WireResponse } from './message.ts';
import { pause } from './pause.ts';

type Handle = (request: WireRequest) => WireResponse;

/** What can be called like the global `fetch`. */
export type FetchFunction = (input: Request | string | URL, init?: RequestInit) => Promise<Response>;

/** A fetch that is answered by `handle` and never reaches a network. */
export function createFetch(handle: Handle): FetchFunction {
  return async (input, init) => {
    const request = new Request(input, init);
    const response = await abortable(request.signal, () => answer(handle, request));
    if (response.type === 'error') throw new TypeError('fetch failed', { cause: connectionReset() });
    return response;
  };
}

/**
 * Answers a request with a response as `fetch` would return it, and with `Response.error()` where `fetch` would
 * reject because the connection broke. When the request is aborted, waiting ends at once.
 */
export async function answer(handle: Handle, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const headers = Object.fromEntries(request.headers);
  const body = request.body === null ? '' : await request.text();
  const response = handle({ method: request.method, path: pathname + search, headers, body });
  return response.fault ? faulty(response, response.fault, request) : toResponse(response, request.url);
}

async function faulty(response: WireResponse, fault: WireFault, request: Request): Promise<Response> {
  const { delayMs, ending, released } = fault;
  const signals = [request.signal, released];
  if (delayMs > 0) await pause(delayMs, signals);
  if (ending === 'hang') await pause(Number.POSITIVE_INFINITY, signals);
  if (typeof ending === 'string' || signals.some(({ aborted }) => aborted)) return Response.error();
  return toResponse(response, request.url, ending);
}

/** @param sentBytes - How many bytes of the body arrive before the connection breaks; all of them by default. */
function toResponse({ status, headers, body }: WireResponse, url: string, sentBytes?: number): Response {
  const bytes = new TextEncoder().encode(body);
  const content = sentBytes === undefined ? bytes : breaking(bytes.subarray(0, sentBytes));
  const response = new Response(hasBody(status, bytes, sentBytes) ? content : null, {
    status,
    headers: {
      ...headers,
      'content-length': String(sentBytes === undefined ? bytes.length : bytes.length || 1),
    },
  });
  // A Response that was constructed has no URL, and `url` cannot be given to the constructor.
  return Object.defineProperty(response, 'url', { value: url.replace(/#.*$/s, '') });
}

/** A body that is empty still breaks when it is to; these statuses have none, whatever a fault says. */
function hasBody(status: number, bytes: Uint8Array, sentBytes: number | undefined): boolean {
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
