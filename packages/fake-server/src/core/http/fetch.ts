/** The core as a `fetch`: converts `Request` and `Response` at the edge. */
import type { ReleaseSignal } from '../time/release.ts';
import { SharedSignals } from '../time/shared-signals.ts';
import { BodyEncoder } from './body-encoder.ts';
import { failureResponse, tooLong } from './failure.ts';
import { limits } from '../limits.ts';
import type { WireRequest, WireResponse } from './message.ts';
import { connectionReset, faultyResponse, fetchEndings, toResponse, type Endings } from './response.ts';

type Handle = (request: WireRequest) => WireResponse;

/** A function with the signature of the global `fetch`. */
export type FetchFunction = (input: Request | string | URL, init?: RequestInit) => Promise<Response>;

/** A fetch to which `handle` responds, without a network. @param maxBodyBytes - As for {@link createResponder}. */
export function createFetch(handle: Handle, maxBodyBytes?: number): FetchFunction {
  const respond = createResponder(handle, { maxBodyBytes, bodyFailed });
  const signals = new SharedSignals();
  return async (input, init) => {
    const { request, signal } = read(input, init);
    const response = signal
      ? await abortable(signal, signals.of(signal), (aborted) => respond(request, aborted))
      : await respond(request);
    if (response.type === 'error') throw new TypeError('fetch failed', { cause: connectionReset() });
    // A Response that was constructed has no URL, and `url` cannot be given to the constructor.
    return Object.defineProperty(response, 'url', { value: request.url.replace(/#.*$/s, '') });
  };
}

/** As Node's own fetch rejects when the request's body breaks. */
function bodyFailed(cause: unknown): never {
  throw new TypeError('fetch failed', { cause });
}

interface ReadRequest {
  readonly request: Request;
  /** `undefined` where the request is never aborted. */
  readonly signal: AbortSignal | undefined;
}

/** The request, without the caller's signal if that can be told: a Request would search all listeners of a shared one. */
function read(input: Request | string | URL, init: RequestInit | undefined): ReadRequest {
  if (init?.signal && Object.hasOwn(init, 'signal')) {
    return { request: new Request(input, { ...init, signal: null }), signal: init.signal };
  }
  const request = new Request(input, init);
  const hasSignal = (typeof input === 'object' && 'signal' in input) || (init?.signal ?? null) !== null;
  return { request, signal: hasSignal ? request.signal : undefined };
}

/** Resolves to the response to a request. Waiting ends when `aborted` is; by default, with the signal of the request. */
export type Responder = (request: Request, aborted?: ReleaseSignal) => Promise<Response>;

interface ResponderOptions {
  /** A longer request body gets a 413. */
  readonly maxBodyBytes?: number | undefined;
  /** Responds where the request's body breaks while it is read. By default, as when the connection broke. */
  readonly bodyFailed?: (error: unknown) => Response;
  readonly endings?: Endings;
}

/**
 * Responds as `fetch` would, except for the URL of the response, and with `Response.error()` where `fetch` would reject
 * because the connection broke. Waiting ends when the request is aborted. Never rejects, unless `bodyFailed` throws.
 */
export function createResponder(
  handle: Handle,
  {
    maxBodyBytes = limits.bodyBytes,
    bodyFailed = () => Response.error(),
    endings = fetchEndings,
  }: ResponderOptions = {},
): Responder {
  const encoder = new BodyEncoder();
  return async (request, aborted = request.signal) => {
    let body = '';
    try {
      if (request.body !== null) body = await request.text();
    } catch (error) {
      return isTooLongForText(error) ? plain(tooLong(maxBodyBytes)) : bodyFailed(error);
    }
    try {
      if (exceeds(body, maxBodyBytes)) return plain(tooLong(maxBodyBytes));
      const { pathname, search } = new URL(request.url);
      const headers = Object.fromEntries(request.headers);
      const response = handle({ method: request.method, path: pathname + search, headers, body });
      const bytes = encoder.encode(response.body);
      if (response.fault) return await faultyResponse(response, bytes, response.fault, aborted, endings);
      return toResponse(response, bytes);
    } catch (error) {
      return plain(failureResponse(error));
    }
  };
}

/** Whether a text has more bytes than a limit. A character has three at most. */
function exceeds(text: string, maxBytes: number): boolean {
  if (text.length * 3 <= maxBytes) return false;
  return text.length > maxBytes || new TextEncoder().encode(text).length > maxBytes;
}

/** Whether a body has more characters than a string can have, in Node. */
function isTooLongForText(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STRING_TOO_LONG';
}

function plain({ status, headers, body }: WireResponse): Response {
  return new Response(body, { status, headers });
}

/** Rejects with the signal's reason as soon as it is aborted, even while the body is still being read. */
async function abortable<Value>(
  signal: AbortSignal,
  aborted: ReleaseSignal,
  start: (aborted: ReleaseSignal) => Promise<Value>,
): Promise<Value> {
  signal.throwIfAborted();
  let interrupt = (): void => {};
  const interrupted = new Promise<void>((resolve) => {
    interrupt = resolve;
  });
  aborted.addEventListener('abort', interrupt);
  const result = start(aborted);
  try {
    await Promise.race([interrupted, result]);
  } finally {
    aborted.removeEventListener('abort', interrupt);
  }
  signal.throwIfAborted();
  return result;
}
