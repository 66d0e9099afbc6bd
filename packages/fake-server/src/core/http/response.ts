/** The core's responses as `Response`s, with their faults acted out as far as a `Response` can. */
import { pause } from '../time/pause.ts';
import type { ReleaseSignal } from '../time/release.ts';
import type { WireFault, WireResponse } from './message.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A response without its body. */
export type ResponseHead = Pick<WireResponse, 'status' | 'headers'>;

/** How a face ends a response as a fault says. */
export interface Endings {
  /** The connection breaks before there is a response. */
  readonly reset: () => Response;
  /** The connection breaks within the body. @param sent - What arrives of it. @param length - What is announced, in bytes. */
  readonly truncated: (head: ResponseHead, sent: Bytes, length: number) => Response;
  /** Milliseconds that a hanging response takes. */
  readonly hangMs: number;
}

/** For faces where `Response.error()` is a broken connection, and what breaks a body is passed on. */
export const fetchEndings: Endings = {
  reset: () => Response.error(),
  truncated: (head, sent, length) => new Response(breaking(sent), initOf(head, length)),
  hangMs: Number.POSITIVE_INFINITY,
};

/** @param bytes - Those of the body. */
export function toResponse(response: WireResponse, bytes: Bytes): Response {
  const { status, body } = response;
  const init = initOf(response, bytes.length);
  if (isBodyless(status) || bytes.length === 0) return new Response(null, init);
  // Text, because interceptors pass it on with far less effort than bytes.
  const isAscii = bytes.length === body.length;
  return isAscii ? new TextResponse(body, init) : new Response(body, init);
}

/** Acts out a fault, and responds. Waiting ends when `aborted` is. */
export async function faultyResponse(
  response: WireResponse,
  bytes: Bytes,
  { delayMs, ending, released }: WireFault,
  aborted: ReleaseSignal,
  endings: Endings,
): Promise<Response> {
  const signals = [aborted, released];
  if (delayMs > 0) await pause(delayMs, signals);
  if (ending === 'hang') await pause(endings.hangMs, signals);
  if (typeof ending === 'string' || signals.some(({ aborted }) => aborted)) return endings.reset();
  if (ending === undefined || isBodyless(response.status)) return toResponse(response, bytes);
  return endings.truncated(response, bytes.slice(0, ending), bytes.length || 1);
}

/** These statuses have no body, whatever a fault says. */
function isBodyless(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

/** What a `Response` of so many bytes is made from. */
export function initOf({ status, headers }: ResponseHead, length: number): ResponseInit {
  return { status, headers: status === 204 ? headers : { ...headers, 'content-length': String(length) } };
}

/** A body that breaks so many milliseconds after some bytes, or before the first one. */
export function breaking(bytes: Uint8Array, delayMs = 0): ReadableStream<Uint8Array> {
  let begun = bytes.length === 0;
  return new ReadableStream({
    pull: async (stream) => {
      if (!begun) {
        begun = true;
        stream.enqueue(bytes);
        return;
      }
      if (delayMs > 0 && bytes.length > 0) await pause(delayMs, []);
      stream.error(new TypeError('terminated', { cause: connectionReset() }));
    },
  });
}

/** The cause that Node's own fetch gives. */
export function connectionReset(): Error {
  return Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
}

/**
 * A response whose text is known, so that `text()` and `json()` need not decode its bytes. Only for text that decoding
 * would not change, such as ASCII.
 */
class TextResponse extends Response {
  readonly #text: string;

  constructor(text: string, init: ResponseInit) {
    super(text, init);
    this.#text = text;
  }

  override async text(): Promise<string> {
    const { body } = this;
    // A body can be read once; the platform words the error.
    if (body === null || body.locked || this.bodyUsed) return super.text();
    void body.cancel();
    return this.#text;
  }

  override async json(): Promise<unknown> {
    return JSON.parse(await this.text()) as unknown;
  }
}
