/** Collects the bytes of a body, up to a limit. Chunks are not kept: of one byte each, they would take 400 times its memory. */
export class BodyBytes {
  readonly #maxBytes: number;
  #bytes: Uint8Array = new Uint8Array();
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Returns whether the body is not too long; otherwise, the chunk is dropped. */
  append(chunk: Uint8Array): boolean {
    const total = this.#length + chunk.length;
    if (total > this.#maxBytes) return false;
    if (this.#length === 0) this.#bytes = chunk;
    else {
      if (total > this.#bytes.length) this.#bytes = resized(this.#bytes, 2 * total);
      this.#bytes.set(chunk, this.#length);
    }
    this.#length = total;
    return true;
  }

  /** Decoded as a whole: a character may be split across chunks. */
  text(): string {
    return new TextDecoder().decode(this.#bytes.subarray(0, this.#length));
  }
}

function resized(bytes: Uint8Array, length: number): Uint8Array {
  const larger = new Uint8Array(length);
  larger.set(bytes);
  return larger;
}
