const quote = 0x22;
const backslash = 0x5c;

/** What ends a number or a word: white space and punctuation. */
const delimiters = ' \t\n\r,:';

/**
 * Finds where a JSON value ends, across pieces of text. It looks at nesting and strings alone; whether the value is right
 * is for `JSON.parse` to say.
 */
export class ValueEnd {
  #depth = 0;
  #inString = false;
  #isEscaped = false;

  /** The index after the value, which goes on at `from`; -1 where it goes on after this text. */
  find(text: string, from: number): number {
    for (let index = from; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (this.#inString || code === quote) {
        index = this.#endOfString(text, this.#inString ? index : index + 1);
        if (index < 0) return -1;
        if (this.#depth === 0) return index + 1;
      } else if (code === 0x7b || code === 0x5b) this.#depth += 1;
      else if (code === 0x7d || code === 0x5d) {
        // One that was never opened belongs to what is around the value.
        if (this.#depth === 0) return index;
        this.#depth -= 1;
        if (this.#depth === 0) return index + 1;
      } else if (this.#depth === 0 && delimiters.includes(text.charAt(index))) return index;
    }
    return -1;
  }

  /** The index of the quote that ends a string, which goes on at `from`; -1 where it goes on after this text. */
  #endOfString(text: string, from: number): number {
    let start = this.#isEscaped ? from + 1 : from;
    for (;;) {
      const end = text.indexOf('"', start);
      const stop = end < 0 ? text.length : end;
      // What escapes a quote are the backslashes right before it.
      let before = stop;
      while (before > start && text.charCodeAt(before - 1) === backslash) before -= 1;
      const isEscaped = (stop - before) % 2 === 1;
      this.#inString = end < 0;
      this.#isEscaped = end < 0 && isEscaped;
      if (end < 0 || !isEscaped) return end;
      start = end + 1;
    }
  }
}
