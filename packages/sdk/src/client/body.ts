import { bytesIn, chunkTypeName } from '../activity/bytes.ts';
import type { Failure } from './call.ts';
import { isBodiless } from '../status.ts';

/** Thrown if a `fetch` function returns an unreadable response. */
export class UnusableResponse extends TypeError {
  readonly failure: Failure;

  /** @param duty - Requirement that the function violates, such as `return a Response`. */
  constructor(problem: string, duty: string) {
    super(`\`fetch\` ${problem}: it must ${duty}.`);
    const what = `the \`fetch\` function ${problem} (it must ${duty})`;
    this.failure = { kind: 'callback', what, thrown: this };
  }
}

/** @param isNetworkFailure - Whether the network failed. Any other error is a programming error and not retried. */
export function lost(thrown: unknown, status: number | undefined, isNetworkFailure: boolean): Failure {
  if (thrown instanceof UnusableResponse) return thrown.failure;
  return { kind: 'network', thrown, status, isNetworkFailure };
}

/** Avoids `instanceof`, because a custom `fetch` may return the `Response` of another implementation. */
export function isResponse(value: unknown): value is Response {
  if (typeof value !== 'object' || value === null) return false;
  const { status, headers, text } = value as Partial<Response>;
  const hasBody = 'body' in value || typeof text === 'function';
  return typeof status === 'number' && typeof headers?.get === 'function' && hasBody;
}

/** In SvelteKit's `load`, `get` throws an error for headers that the application does not serialize. */
export function readHeader(headers: Headers, name: string): string | null {
  try {
    return headers.get(name);
  } catch {
    return null;
  }
}

/**
 * Avoids `bodyUsed` if possible, because in SvelteKit's `load` it becomes true before the stream is read.
 * @param body - The value of `response.body`. Its getter must be called only once.
 */
export function isUsedUp(response: Response, body: unknown): boolean {
  return isWebStream(body) ? body.locked : response.bodyUsed;
}

function isWebStream(body: unknown): body is ReadableStream<unknown> {
  return typeof body === 'object' && body !== null && 'getReader' in body;
}

interface NodeStream extends AsyncIterable<unknown, unknown> {
  readonly destroy?: () => unknown;
}

/** Converts the Node stream of a node-fetch response. Returns `undefined` if `body` is not a stream. */
export function streamOf(body: unknown): ReadableStream<unknown> | undefined {
  if (isWebStream(body)) return body;
  if (typeof body !== 'object' || body === null || !(Symbol.asyncIterator in body)) return undefined;
  const stream = body as NodeStream;
  let chunks: AsyncIterator<unknown, unknown> | undefined;
  const pull = async (controller: ReadableStreamDefaultController) => {
    const { done, value } = await (chunks ??= stream[Symbol.asyncIterator]()).next();
    if (done) controller.close();
    else controller.enqueue(value);
  };
  // Destroy the Node stream, because ending an unused iterator would not close it.
  const cancel = () => void (stream.destroy ? stream.destroy() : chunks?.return?.());
  return new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
}

/** ky's hooks need a web stream, but the body of a node-fetch response is a Node stream. */
export function withWebStream(response: Response): Response {
  if (response instanceof Response) return response;
  const { status, headers, url, body } = response;
  const stream = streamOf(body);
  if (!stream || stream === body || isBodiless(status)) return response;
  const web = new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>, {
    status,
    headers: Object.fromEntries(headers),
  });
  return Object.defineProperty(web, 'url', { value: url });
}

/** Discards a body, because an unread body would keep the connection open and the process alive. */
export function discard(body: unknown): void {
  void quietly(() => streamOf(body)?.cancel());
}

async function quietly(cancel: () => unknown): Promise<void> {
  try {
    await cancel();
  } catch {
    // Ignore errors, because the body is not needed.
  }
}

/** Returns the error that has interrupted a body, if any, and discards the rest of the body. */
export async function failureOfBody(
  response: Response | undefined,
): Promise<{ readonly thrown: unknown } | undefined> {
  const body = response?.body;
  if (!isWebStream(body) || body.locked) return undefined;
  const reader = body.getReader();
  const closed = reader.closed.then(
    () => undefined,
    (thrown: unknown) => ({ thrown }),
  );
  void quietly(() => reader.cancel());
  return await closed;
}

/** Returns `undefined` if the decompressed body exceeds `maxBytes` or the maximum length of a string. */
export async function readText(
  response: Response,
  body: unknown,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (body === null) return '';
  // Use a reader, because Safari cannot iterate over a stream.
  const reader = streamOf(body)?.getReader();
  if (!reader) return await response.text();
  const end = () => void quietly(() => reader.cancel());
  signal.addEventListener('abort', end, { once: true });
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    // The stream of a handwritten response may contain strings.
    const part = bytesIn(next.value);
    if (!part) {
      const problem = `returned a body with a chunk of the type ${chunkTypeName(next.value)}`;
      throw new UnusableResponse(problem, 'return only `Uint8Array` chunks');
    }
    parts.push(part);
    length += part.length;
    if (length <= maxBytes) continue;
    end();
    return undefined;
  }
  try {
    // Decode all parts at once, because decoding part by part is several times slower in Node.
    return (decoder ??= new TextDecoder()).decode(joined(parts, length));
  } catch {
    return undefined;
  }
}

let decoder: TextDecoder | undefined;

function joined(parts: readonly Uint8Array[], length: number): Uint8Array | undefined {
  if (parts.length < 2) return parts[0];
  const whole = new Uint8Array(length);
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}
