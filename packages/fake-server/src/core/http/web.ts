import { pause, type ReleaseSignal } from '../time/release.ts';
import {
  exchange,
  lowerCased,
  type Outcome,
  type Server,
  type WireRequest,
  type WireResponse,
} from './message.ts';
import { decodeBody } from './body-encoding.ts';
import { failureResponse, tooLong } from './problem.ts';
import { checkWebGlobals } from './web-globals.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Collects a body in one buffer, because an array of one-byte chunks would take 400 times as much memory. */
export class BodyCollector {
  readonly #maxBytes: number;
  #bytes: Uint8Array = new Uint8Array();
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  static isTooLong(contentLength: string | null | undefined, maxBytes: number): boolean {
    return Number(contentLength ?? 0) > maxBytes;
  }

  /** Returns whether the body is still within the limit. */
  append(chunk: Uint8Array): boolean {
    if (!ArrayBuffer.isView(chunk)) throw new TypeError('A chunk of the request body is not a Uint8Array.');
    const total = this.#length + chunk.length;
    if (total > this.#maxBytes) return false;
    if (this.#length === 0) this.#bytes = chunk;
    else {
      if (total > this.#bytes.length) this.#grow(2 * total);
      this.#bytes.set(chunk, this.#length);
    }
    this.#length = total;
    return true;
  }

  /** Returns `undefined` if the body exceeds the maximum length of a string. */
  text(): string | undefined {
    checkWebGlobals();
    // A character may be split across chunks, so decode the whole body at once.
    return decodeBody(this.#bytes.subarray(0, this.#length));
  }

  #grow(length: number): void {
    const larger = new Uint8Array(length);
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

/** Resolves to `undefined` as soon as the body exceeds `maxBytes`. Rejects if reading the body fails. */
async function readText(request: Request, maxBytes: number): Promise<string | undefined> {
  // Firefox does not support `Request.body`.
  const given = request.body as Request['body'] | undefined;
  if (given === null) return '';
  if (BodyCollector.isTooLong(request.headers.get('content-length'), maxBytes)) return undefined;
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

export type ResponseHead = Pick<WireResponse, 'status' | 'headers'>;

/** The ways in which an adapter that returns a `Response` can break a connection. */
export interface Endings {
  /** Breaks the connection before the response. */
  readonly reset: () => Response;
  /** Breaks the connection after the bytes `sent`, although `content-length` announces `length`. */
  readonly truncated: (head: ResponseHead, sent: Bytes, length: number) => Response;
  /** How long a hanging response waits, in milliseconds. */
  readonly hangMs: number;
  /** Discards the rest of a request body before the adapter responds. */
  readonly discardBody?: (body: Request['body']) => Promise<void>;
}

/** For adapters that turn `Response.error()` into a network error, and pass a body stream's error to the caller. */
export const fetchEndings: Endings = {
  reset: () => Response.error(),
  truncated: (head, sent, length) => new Response(breaking(sent), initOf(head, length)),
  hangMs: Number.POSITIVE_INFINITY,
};

interface ResponderOptions {
  readonly maxBodyBytes: number;
  readonly endings?: Endings;
  /** Creates the response if the request body cannot be read. The default resets the connection. */
  readonly bodyFailed?: (error: unknown) => Response;
}

/**
 * Responds to a `Request` like `fetch`, but without a response URL, and with `Response.error()` for a broken
 * connection. Rejects only if `bodyFailed` throws.
 */
export function createResponder(
  server: Server,
  { maxBodyBytes, endings = fetchEndings, bodyFailed = endings.reset }: ResponderOptions,
): (request: Request, left?: ReleaseSignal) => Promise<Response> {
  return async (request, left = request.signal) => {
    const { pathname, search, origin } = new URL(request.url);
    const arrival = {
      method: request.method,
      path: pathname + search,
      // In happy-dom, the names may contain capital letters.
      headers: lowerCased(Object.fromEntries(request.headers)),
      ownOrigin: origin,
      readBody: () => readText(request, maxBodyBytes),
      left: () => left,
    };
    let outcome: Outcome;
    try {
      outcome = await exchange(server, arrival, endings.hangMs);
      await endings.discardBody?.(request.body);
    } catch (error) {
      return bodyFailed(error);
    }
    try {
      return toResponse(outcome, endings);
    } catch (error) {
      const { status, headers, body } = failureResponse(error);
      return new Response(body, { status, headers });
    }
  };
}

export type FetchFunction = (input: Request | string | URL, init?: RequestInit) => Promise<Response>;

export function createFetch(
  handle: (request: WireRequest) => WireResponse,
  maxBodyBytes: number,
): FetchFunction {
  // Like Node's `fetch`, throw a `TypeError` if the request body fails.
  const bodyFailed = (cause: unknown): never => {
    throw new TypeError('fetch failed', { cause });
  };
  const respond = createResponder(plainServer(handle, maxBodyBytes), { maxBodyBytes, bodyFailed });
  return async (input, init) => {
    checkWebGlobals();
    // Pass no signal, because Node's `Request` rejects the signals of jsdom and similar test environments.
    const given = init?.signal && Object.hasOwn(init, 'signal') ? init.signal : undefined;
    const request = new Request(input, given ? { ...init, signal: null } : init);
    const signal = given ?? request.signal;
    const response = await abortable(signal, () => respond(request, signal));
    if (response.type === 'error') throw new TypeError('fetch failed', { cause: connectionReset() });
    return withUrl(response, request.url.replace(/#.*$/s, ''));
  };
}

/** Rejects with the signal's reason as soon as it is aborted, even while the body is still being read. */
async function abortable<Value>(signal: AbortSignal, start: () => Promise<Value>): Promise<Value> {
  signal.throwIfAborted();
  let abort = (): void => {};
  const aborted = new Promise<void>((resolve) => {
    abort = resolve;
  });
  signal.addEventListener('abort', abort);
  const result = start();
  try {
    await Promise.race([result, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
  signal.throwIfAborted();
  return result;
}

/** The constructor of `Response` cannot set the URL. */
function withUrl(response: Response, url: string): Response {
  const clone = (): Response => withUrl(Response.prototype.clone.call(response), url);
  return Object.defineProperties(response, { url: { value: url }, clone: { value: clone } });
}

export function plainServer(handle: (request: WireRequest) => WireResponse, maxBodyBytes: number): Server {
  return {
    reject: () => undefined,
    respond: ({ method, path, headers }, body) =>
      body === undefined ? tooLong(maxBodyBytes) : handle({ method, path, headers, body }),
  };
}

function toResponse({ response, ending }: Outcome, endings: Endings): Response {
  if (ending === 'reset') return endings.reset();
  const { body } = response;
  const bytes = new TextEncoder().encode(body);
  if (ending !== 'complete') return endings.truncated(response, bytes.slice(0, ending), bytes.length || 1);
  // Pass a string if possible, because request interceptors process it much faster than bytes.
  return new Response(body === '' ? null : body, initOf(response, bytes.length));
}

export function initOf({ status, headers }: ResponseHead, length: number): ResponseInit {
  return { status, headers: status === 204 ? headers : { 'content-length': String(length), ...headers } };
}

/** A stream that sends `bytes` and fails `delayMs` milliseconds later, or at once if `bytes` is empty. */
export function breaking(bytes: Uint8Array, delayMs = 0): ReadableStream<Uint8Array> {
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

function connectionReset(): Error {
  return Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
}
