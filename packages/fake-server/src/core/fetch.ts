/** The core as a `fetch`: converts `Request` and `Response` at the edge. */
import type { WireRequest, WireResponse } from './message.ts';

type Handle = (request: WireRequest) => WireResponse;

/** What can be called like the global `fetch`. */
export type FetchFunction = (input: Request | string | URL, init?: RequestInit) => Promise<Response>;

/** A fetch that is answered by `handle` and never reaches a network. */
export function createFetch(handle: Handle): FetchFunction {
  return async (input, init) => {
    const request = new Request(input, init);
    return abortable(request.signal, () => answer(handle, request));
  };
}

/** Answers a request with a response as `fetch` would return it. */
export async function answer(handle: Handle, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const headers = Object.fromEntries(request.headers);
  const body = request.body === null ? '' : await request.text();
  return toResponse(handle({ method: request.method, path: pathname + search, headers, body }), request.url);
}

function toResponse({ status, headers, body }: WireResponse, url: string): Response {
  const bytes = new TextEncoder().encode(body);
  const response = new Response(bytes.length === 0 ? null : bytes, {
    status,
    headers: { ...headers, 'content-length': String(bytes.length) },
  });
  // A Response that was constructed has no URL, and `url` cannot be given to the constructor.
  return Object.defineProperty(response, 'url', { value: url.replace(/#.*$/s, '') });
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
