const quote = 0x22;
const backslash = 0x5c;

/** The bytes that end a number or a word: white space and punctuation. */
const delimiters = /*@__PURE__*/ new Set(
  /*@__PURE__*/ Array.from(' \t\n\r,:', (character) => character.charCodeAt(0)),
);

/**
 * Finds where a JSON value ends, across chunks. It looks at nesting and strings alone; whether the value is
 * right is for `JSON.parse` to say.
 */
export class ValueEnd {
  #depth = 0;
  #inString = false;
  #isEscaped = false;

  /** The index after the value, which goes on at `from`; -1 where it goes on after this chunk. */
  find(chunk: Uint8Array, from: number): number {
    for (let index = from; index < chunk.length; index += 1) {
      const byte = chunk[index];
      if (this.#inString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === backslash) this.#isEscaped = true;
        else if (byte === quote) {
          this.#inString = false;
          if (this.#depth === 0) return index + 1;
        }
      } else if (byte === quote) this.#inString = true;
      else if (byte === 0x7b || byte === 0x5b) this.#depth += 1;
      else if (byte === 0x7d || byte === 0x5d) {
        // One that was never opened belongs to what is around the value.
        if (this.#depth === 0) return index;
        this.#depth -= 1;
        if (this.#depth === 0) return index + 1;
      } else if (this.#depth === 0 && byte !== undefined && delimiters.has(byte)) return index;
    }
    return -1;
  }
}
