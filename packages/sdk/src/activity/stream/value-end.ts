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
        index = this.#endOfString(chunk, index);
        if (index < 0) return -1;
        this.#inString = false;
        if (this.#depth === 0) return index + 1;
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

  /** The index of the quote that ends a string, which goes on at `from`; -1 where it goes on after this chunk. */
  #endOfString(chunk: Uint8Array, from: number): number {
    for (let start = from; ;) {
      const end = chunk.indexOf(quote, start);
      // What escapes a quote are the backslashes right before it.
      let before = (end < 0 ? chunk.length : end) - 1;
      while (before >= start && chunk[before] === backslash) before -= 1;
      const backslashes = (end < 0 ? chunk.length : end) - 1 - before;
      const reachesStart = before < start && this.#isEscaped;
      this.#isEscaped = (backslashes + (reachesStart ? 1 : 0)) % 2 === 1;
      if (end < 0 || !this.#isEscaped) return end;
      this.#isEscaped = false;
      start = end + 1;
    }
  }
}
