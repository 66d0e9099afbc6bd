/** Implements `fetch` without a network. */
import { limits } from '../option-checks.ts';
import { type ReleaseSignal, SharedSignals } from '../time/release.ts';
import type { WireRequest, WireResponse } from './message.ts';
import { connectionReset, createResponder, plainServer } from './web.ts';

/** A function with the signature of the global `fetch`. */
export type FetchFunction = (input: Request | string | URL, init?: RequestInit) => Promise<Response>;

/** Creates a `fetch` function that calls `handle` instead of using a network. */
export function createFetch(
  handle: (request: WireRequest) => WireResponse,
  maxBodyBytes: number = limits.bodyBytes,
): FetchFunction {
  const respond = createResponder(plainServer(handle, maxBodyBytes), { maxBodyBytes, bodyFailed });
  const signals = new SharedSignals();
  return async (input, init) => {
    const { request, signal } = read(input, init);
    const response = signal
      ? await abortable(signal, signals.of(signal), (aborted) => respond(request, aborted))
      : await respond(request);
    if (response.type === 'error') throw new TypeError('fetch failed', { cause: connectionReset() });
    return withUrl(response, request.url.replace(/#.*$/s, ''));
  };
}

/** Sets the URL of a response and of its clones. The constructor of `Response` cannot set it. */
function withUrl(response: Response, url: string): Response {
  const clone = (): Response => withUrl(Response.prototype.clone.call(response), url);
  return Object.defineProperties(response, { url: { value: url }, clone: { value: clone } });
}

/** Throws the same error as Node's `fetch` if the request body fails. */
function bodyFailed(cause: unknown): never {
  throw new TypeError('fetch failed', { cause });
}

interface ReadRequest {
  readonly request: Request;
  /** The caller's abort signal, or `undefined` if the caller passed no signal. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Creates the request, if possible without the caller's signal. A `Request` adds a listener to its signal. If many
 * requests share a signal, removing the listener is slow.
 */
function read(input: Request | string | URL, init: RequestInit | undefined): ReadRequest {
  if (init?.signal && Object.hasOwn(init, 'signal')) {
    return { request: new Request(input, { ...init, signal: null }), signal: init.signal };
  }
  const request = new Request(input, init);
  const hasSignal = (typeof input === 'object' && 'signal' in input) || (init?.signal ?? null) !== null;
  return { request, signal: hasSignal ? request.signal : undefined };
}

/** Rejects with the signal's reason as soon as the signal is aborted, even while the body is still being read. */
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
