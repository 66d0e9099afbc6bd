import { decodeBody } from '../http/body-encoding.ts';
import { checkWebGlobals } from './web-globals.ts';

/** Collects a body in one buffer, because an array of one-byte chunks would take 400 times as much memory. */
export class BodyCollector {
  readonly #maxBytes: number;
  #bytes: Uint8Array = new Uint8Array();
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
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
    // Decode the whole body at once, because a character may be split across chunks.
    return decodeBody(this.#bytes.subarray(0, this.#length));
  }

  #grow(length: number): void {
    const larger = new Uint8Array(length);
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
