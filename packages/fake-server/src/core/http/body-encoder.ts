/** Shorter bodies are encoded faster than compared. */
const short = 4096;

/** Encodes bodies. The last long one is kept: a list that has not changed is the same text again. */
export class BodyEncoder {
  readonly #encoder = new TextEncoder();
  #text = '';
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array();

  /** The bytes of a body, which the caller must not change. */
  encode(text: string): Uint8Array<ArrayBuffer> {
    if (text.length < short) return this.#encoder.encode(text);
    if (text !== this.#text) {
      this.#bytes = this.#encoder.encode(text);
      this.#text = text;
    }
    return this.#bytes;
  }
}
