const quote = 0x22;
const backslash = 0x5c;

/** Ends a number or a word: white space and punctuation. */
const delimiters = ' \t\n\r,:';

/**
 * Finds the end of a JSON value that may span several pieces of text, and is then ready for the next value. It tracks only
 * nesting and strings; `JSON.parse` decides whether the value is valid.
 */
export class ValueScanner {
  #depth = 0;
  #inString = false;
  #isEscaped = false;

  /** The index after the value, which starts or continues at `from`; -1 if the value continues after this text. */
  endIn(text: string, from: number): number {
    for (let index = from; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (this.#inString || code === quote) {
        index = this.#endOfString(text, this.#inString ? index : index + 1);
        if (index < 0) return -1;
        if (this.#depth === 0) return index + 1;
      } else if (code === 0x7b || code === 0x5b) this.#depth += 1;
      else if (code === 0x7d || code === 0x5d) {
        // A bracket that the value did not open closes what surrounds the value.
        if (this.#depth === 0) return index;
        this.#depth -= 1;
        if (this.#depth === 0) return index + 1;
      } else if (this.#depth === 0 && delimiters.includes(text.charAt(index))) return index;
    }
    return -1;
  }

  /** The index of the closing quote of a string that continues at `from`; -1 if it continues after this text. */
  #endOfString(text: string, from: number): number {
    let start = this.#isEscaped ? from + 1 : from;
    for (;;) {
      const end = text.indexOf('"', start);
      const stop = end < 0 ? text.length : end;
      // An odd number of backslashes right before a quote escapes it.
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
