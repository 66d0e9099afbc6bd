/** Bodies of fewer characters are encoded in next to no time. */
const short = 4096;

/** Encodes bodies. Of long ones the last is kept, since a list that has not changed is the same text again. */
export class BodyEncoder {
  readonly #encoder = new TextEncoder();
  #text = '';
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array();

  /** The bytes of a body, not to be changed. */
  encode(text: string): Uint8Array<ArrayBuffer> {
    if (text.length < short) return this.#encoder.encode(text);
    if (text !== this.#text) {
      this.#bytes = this.#encoder.encode(text);
      this.#text = text;
    }
    return this.#bytes;
  }
}
