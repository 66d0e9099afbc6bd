/** A `fetch` whose exchanges are recorded. */
import type { Exchange } from './exchange.ts';
import type { FetchFunction } from './fetch.ts';
import { OptionError } from './option-error.ts';

/** Options of `activity.capture`. */
export interface CaptureOptions {
  /** How many bytes of each body are recorded at most; the rest is left out. Default 65,536. */
  readonly maxBodyBytes?: number | undefined;
}

interface Capture {
  readonly fetch: FetchFunction;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly record: (exchange: Exchange) => unknown;
}

/** @throws {OptionError} when `maxBodyBytes` is no whole number. */
export function captureFetch(
  { fetch, now, record }: Capture,
  { maxBodyBytes = 65_536 }: CaptureOptions = {},
): FetchFunction {
  if (!(Number.isInteger(maxBodyBytes) && maxBodyBytes >= 0)) {
    throw new OptionError('maxBodyBytes', 'whole number of bytes');
  }
  return async (input, init) => {
    const request = new Request(input, init);
    const [sent, startedAt] = [bytesOf(request.clone(), maxBodyBytes), now()];
    const response = await fetch(request);
    const responseTimeMs = Math.max(0, now() - startedAt);
    record({
      request: {
        method: request.method,
        url: request.url,
        headers: Object.fromEntries(request.headers),
        body: await sent,
      },
      response: {
        statusCode: response.status,
        headers: Object.fromEntries(response.headers),
        body: isEndless(response) ? undefined : await bytesOf(response.clone(), maxBodyBytes),
        responseTimeMs,
      },
    });
    return response;
  };
}

/** Such a body comes piece by piece, and may never end. */
function isEndless({ headers }: Response): boolean {
  return /^text\/event-stream\b/i.test(headers.get('content-type') ?? '');
}

/** The first bytes of a body; `undefined` when there are none. */
async function bytesOf({ body }: Request | Response, most: number): Promise<Uint8Array | undefined> {
  if (body === null) return undefined;
  const reader = body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let room = most; room > 0;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value.subarray(0, room));
    room -= value.length;
  }
  // Not awaited: a body that was cloned ends only when whoever reads the other one is done.
  void reader.cancel();
  const bytes = await new Blob(chunks).bytes();
  return bytes.length === 0 ? undefined : bytes;
}
