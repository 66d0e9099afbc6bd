/** Reads responses, whichever implementation of `fetch` they come from. */
import { bytesIn, chunkTypeName } from '../activity/bytes.ts';
import type { Failure } from './context.ts';
import { isBodiless } from './status.ts';

/** Thrown if a `fetch` function returns something that the client cannot read. */
export class UnusableResponse extends TypeError {
  readonly failure: Failure;

  /** @param duty - What the function must do. */
  constructor(problem: string, duty: string) {
    super(`\`fetch\` ${problem}: it must ${duty}.`);
    const what = `the \`fetch\` function ${problem} (it must ${duty})`;
    this.failure = { kind: 'callback', what, thrown: this };
  }
}

/** @param isNetworkFailure - False for a programming error in `fetch`, which is not retried. */
export function lost(thrown: unknown, status: number | undefined, isNetworkFailure: boolean): Failure {
  if (thrown instanceof UnusableResponse) return thrown.failure;
  return { kind: 'network', thrown, status, isNetworkFailure };
}

/** In SvelteKit's `load`, `get` throws for headers that the application does not serialize. */
export function readHeader(headers: Headers, name: string): string | null {
  try {
    return headers.get(name);
  } catch {
    return null;
  }
}

/**
 * Whether somebody has read the body. In SvelteKit's `load`, `bodyUsed` is true as soon as somebody gets the stream, and
 * the stream can still be read.
 * @param stream - The value of `response.body`, whose getter may do work.
 */
export function isUsedUp(response: Response, stream: Response['body']): boolean {
  return isWebStream(stream) ? stream.locked : response.bodyUsed;
}

function isWebStream(body: unknown): body is ReadableStream<Uint8Array> {
  return typeof body === 'object' && body !== null && 'getReader' in body;
}

/** Converts the Node stream of a node-fetch response to the web stream that ky's hooks need. */
export function withWebStream(response: Response): Response {
  if (response instanceof Response) return response;
  const { status, headers, url, body: stream } = response;
  const chunks = readerOf(stream);
  if (!chunks || isBodiless(status) || isWebStream(stream)) return response;
  const pull = async (controller: ReadableStreamDefaultController) => {
    const { done, value } = await chunks.next();
    if (done) controller.close();
    else controller.enqueue(value);
  };
  const body = new ReadableStream({ pull, cancel: chunks.end }, { highWaterMark: 0 });
  const init = { status, headers: Object.fromEntries(headers) };
  return Object.defineProperty(new Response(body, init), 'url', { value: url });
}

/** Returns what broke off the body of a response, if anything, and discards the rest. */
export async function failureOfBody(
  response: Response | undefined,
): Promise<{ thrown: unknown } | undefined> {
  const body = response?.body;
  if (!isWebStream(body) || body.locked) return undefined;
  const reader = body.getReader();
  const closed = reader.closed.then(
    () => undefined,
    (thrown: unknown) => ({ thrown }),
  );
  reader.cancel().catch(() => undefined);
  return await closed;
}

/** Returns `undefined` if the decompressed body exceeds `maxBytes` or the maximum length of a string. */
export async function readText(
  response: Response,
  stream: Response['body'],
  maxBytes: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const chunks = readerOf(stream);
  if (!chunks) return stream === null ? '' : await response.text();
  signal.addEventListener('abort', () => chunks.end(), { once: true });
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    parts.push(next.value);
    length += next.value.length;
    if (length <= maxBytes) continue;
    chunks.end();
    return undefined;
  }
  try {
    // In Node, decoding part by part takes several times as long.
    return new TextDecoder().decode(joined(parts, length));
  } catch {
    return undefined;
  }
}

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

interface ChunkReader {
  readonly next: () => Promise<IteratorResult<Uint8Array, unknown>>;
  readonly end: () => void;
}

/** Iterates over Node streams, but reads web streams with `getReader`, because Safari cannot iterate over them. */
export function readerOf(body: unknown): ChunkReader | undefined {
  if (isWebStream(body)) {
    let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
    return {
      next: async () => checked(await (reader ??= body.getReader()).read()),
      end: () => void quietly(() => (reader ?? body).cancel()),
    };
  }
  if (typeof body !== 'object' || body === null || !(Symbol.asyncIterator in body)) return undefined;
  const stream = body as AsyncIterable<Uint8Array> & { destroy?: () => unknown };
  let iterator: AsyncIterator<Uint8Array> | undefined;
  return {
    next: async () => checked(await (iterator ??= stream[Symbol.asyncIterator]()).next()),
    // Ending an unused iterator does not close its Node stream.
    end: () => void quietly(() => (stream.destroy ? stream.destroy() : iterator?.return?.())),
  };
}

async function quietly(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch {
    // The rest of a body that cannot be discarded is not needed, either.
  }
}

/** A handwritten response may stream strings. */
function checked(result: IteratorResult<unknown, unknown>): IteratorResult<Uint8Array, unknown> {
  if (result.done) return result;
  const value = bytesIn(result.value);
  if (value) return { done: false, value };
  const problem = `returned a body with a chunk of the type ${chunkTypeName(result.value)}`;
  throw new UnusableResponse(problem, 'return only `Uint8Array` chunks');
}
