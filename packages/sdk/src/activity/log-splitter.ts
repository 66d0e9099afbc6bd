/** `syntax` means that the body is truncated or not JSON. `shape` means that it is JSON, but not an activity log. */
export type LogFault = 'syntax' | 'shape';

export interface LogProblem {
  readonly fault: LogFault;
  readonly path: readonly PropertyKey[];
  readonly expected: string;
  readonly received: string;
}

/** The JSON of each entry that one chunk of a log completes, up to the first invalid entry. */
export interface SplitPiece {
  readonly entries: readonly string[];
  readonly problem?: LogProblem;
}

type State =
  | 'object'
  | 'firstName'
  | 'nextName'
  | 'colon'
  | 'field'
  | 'dataColon'
  | 'data'
  | 'firstEntry'
  | 'nextEntry'
  | 'afterEntry'
  | 'afterField'
  | 'end';

interface Step {
  readonly expected: string;
  readonly next?: Readonly<Record<string, State>>;
  readonly takesValue?: true;
  /** Whether problems concern the current field instead of the whole object. */
  readonly isInField?: true;
}

/** The grammar of `{"field": value, "data": [entry, entry]}`. */
const steps: Readonly<Record<State, Step>> = {
  object: { expected: 'object', next: { '{': 'firstName' } },
  firstName: { expected: 'a name and a colon', next: { '}': 'end' }, takesValue: true },
  nextName: { expected: 'a name and a colon', takesValue: true },
  colon: { expected: 'a name and a colon', next: { ':': 'field' } },
  field: { expected: 'JSON', takesValue: true, isInField: true },
  dataColon: { expected: 'a name and a colon', next: { ':': 'data' } },
  data: { expected: 'array', next: { '[': 'firstEntry' }, isInField: true },
  firstEntry: { expected: 'JSON', next: { ']': 'afterField' }, takesValue: true },
  nextEntry: { expected: 'JSON', takesValue: true },
  afterEntry: {
    expected: 'the end of the array',
    next: { ',': 'nextEntry', ']': 'afterField' },
    isInField: true,
  },
  afterField: { expected: 'the end of the object', next: { ',': 'nextName', '}': 'end' } },
  end: { expected: 'the end of the body' },
};

const secondData: LogProblem = {
  fault: 'shape',
  path: ['data'],
  expected: 'one field of this name',
  received: 'a second one',
};

/**
 * Splits a log that arrives in pieces into the JSON of its entries. It validates the text around the entries, but does
 * not parse the entries. It skips additional fields, which the interface allows (§2).
 *
 * It reports a second `data` field as a problem, because the entries of the first have already been returned.
 * `JSON.parse` would use only the second.
 */
export class LogSplitter {
  readonly #scanner = new ValueScanner();
  #state: State = 'object';
  /** The beginning of a value whose end has not arrived yet. */
  #begun = '';
  #field = '';
  #dataFields = 0;
  readonly #maxLength: number;

  /** @param maxLength - Maximum length of an entry, or of any other value, in characters. */
  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  split(text: string): SplitPiece {
    const entries: string[] = [];
    let index = 0;
    for (;;) {
      if (this.#begun === '') {
        index = skipSpace(text, index);
        const next = steps[this.#state].next?.[text.charAt(index)];
        if (next !== undefined) {
          this.#state = next;
          index += 1;
          continue;
        }
      }
      if (index >= text.length) return { entries };
      if (steps[this.#state].takesValue !== true) {
        return { entries, problem: this.#problem('other text', text.charAt(index)) };
      }
      const end = this.#scanner.endIn(text, index);
      const value = this.#begun + text.slice(index, end < 0 ? undefined : end);
      if (value.length > this.#maxLength) return { entries, problem: this.#tooLong() };
      this.#begun = end < 0 ? value : '';
      if (end < 0) return { entries };
      if (!this.#take(value, entries)) return { entries, problem: this.#problem('other text') };
      if (this.#dataFields > 1) return { entries, problem: secondData };
      index = end;
    }
  }

  /** If the log ends in the middle of a value, the incomplete value is processed like a complete one. */
  end(): SplitPiece {
    const entries: string[] = [];
    const isTaken = steps[this.#state].takesValue !== true || this.#take(this.#begun, entries);
    if (!isTaken || this.#state !== 'end') return { entries, problem: this.#problem('the end of the body') };
    if (this.#dataFields > 0) return { entries };
    return { entries, problem: { fault: 'shape', path: ['data'], expected: 'array', received: 'nothing' } };
  }

  #take(value: string, entries: string[]): boolean {
    if (this.#state === 'firstEntry' || this.#state === 'nextEntry') {
      entries.push(value);
      this.#state = 'afterEntry';
      return true;
    }
    const parsed = parseJson(value);
    if (this.#state === 'field') {
      if (parsed !== undefined) this.#state = 'afterField';
      return parsed !== undefined;
    }
    if (typeof parsed !== 'string') return false;
    this.#field = parsed;
    this.#state = parsed === 'data' ? 'dataColon' : 'colon';
    if (parsed === 'data') this.#dataFields += 1;
    return true;
  }

  #tooLong(): LogProblem {
    const expected = `values of at most ${this.#maxLength} characters`;
    return { fault: 'shape', path: [this.#field], expected, received: 'a longer one' };
  }

  #problem(received: string, character = ''): LogProblem {
    const { expected, isInField } = steps[this.#state];
    // The text is valid JSON so far, but the value is not the expected object or array.
    const isShape = (this.#state === 'object' || this.#state === 'data') && /[[{"\dtfn-]/.test(character);
    return { fault: isShape ? 'shape' : 'syntax', path: isInField ? [this.#field] : [], expected, received };
  }
}

/** Returns `undefined` for invalid JSON, because the message of a `JSON.parse` error would quote the text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function skipSpace(text: string, from: number): number {
  let index = from;
  while (index < text.length && ' \t\n\r'.includes(text.charAt(index))) index += 1;
  return index;
}

const quote = 0x22;
const backslash = 0x5c;

/** Characters that end a number or a word. */
const delimiters = ' \t\n\r,:';

/**
 * Finds the ends of JSON values, each of which may span several pieces of text. It tracks only nesting and strings,
 * because `JSON.parse` validates the JSON later.
 */
class ValueScanner {
  #depth = 0;
  #inString = false;
  #isEscaped = false;

  /** Returns the index after the value that starts or continues at `from`, or -1 if it continues in the next piece. */
  endIn(text: string, from: number): number {
    for (let index = from; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (this.#inString || code === quote) {
        index = this.#endOfString(text, this.#inString ? index : index + 1);
        if (index < 0) return -1;
        if (this.#depth === 0) return index + 1;
      } else if (code === 0x7b || code === 0x5b) this.#depth += 1;
      else if (code === 0x7d || code === 0x5d) {
        // An unmatched closing bracket belongs to the surrounding object or array.
        if (this.#depth === 0) return index;
        this.#depth -= 1;
        if (this.#depth === 0) return index + 1;
      } else if (this.#depth === 0 && delimiters.includes(text.charAt(index))) return index;
    }
    return -1;
  }

  #endOfString(text: string, from: number): number {
    let start = this.#isEscaped ? from + 1 : from;
    for (;;) {
      const end = text.indexOf('"', start);
      const stop = end < 0 ? text.length : end;
      // A quote is escaped if the number of backslashes before it is odd.
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
