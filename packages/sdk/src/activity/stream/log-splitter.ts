import type { LogFault } from '../errors/log-error.ts';
import { ValueScanner } from './value-scanner.ts';

/** Why a body is not an activity log. */
export interface LogProblem {
  readonly fault: LogFault;
  readonly path: readonly PropertyKey[];
  readonly expected: string;
  readonly received: string;
}

/** The texts of the entries that end in a piece of a log, and the problem that follows them, if any. */
export interface SplitPiece {
  readonly entries: readonly string[];
  readonly problem?: LogProblem;
}

/** What comes next. */
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
  /** What to report when anything else comes. */
  readonly expected: string;
  /** The state after each character that may come. */
  readonly next?: Readonly<Record<string, State>>;
  /** Whether a JSON value may come as well. */
  readonly takesValue?: true;
  /** Whether a problem is reported at the current field instead of the whole object. */
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

/**
 * Splits the text of a log, which comes in pieces, into the texts of its entries. Checks what surrounds the entries, but
 * does not parse them. Other fields are allowed and skipped (§2).
 */
export class LogSplitter {
  readonly #scanner = new ValueScanner();
  #state: State = 'object';
  /** The part of an unfinished value that earlier pieces held. */
  #begun = '';
  #field = '';
  #hasData = false;
  readonly #maxLength: number;

  /** @param maxLength - The most characters of one value: an entry, or another field. */
  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /** Splits the next piece, up to the first problem. */
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
        return { entries, problem: this.#problem('something else', text.charAt(index)) };
      }
      const end = this.#scanner.endIn(text, index);
      const value = this.#begun + text.slice(index, end < 0 ? undefined : end);
      if (value.length > this.#maxLength) return { entries, problem: this.#tooLong() };
      this.#begun = end < 0 ? value : '';
      if (end < 0) return { entries };
      if (!this.#take(value, entries)) return { entries, problem: this.#problem('something else') };
      index = end;
    }
  }

  /** Says what the last piece leaves: an unfinished value counts as a whole one. */
  end(): SplitPiece {
    const entries: string[] = [];
    const isTaken = steps[this.#state].takesValue !== true || this.#take(this.#begun, entries);
    if (!isTaken || this.#state !== 'end') return { entries, problem: this.#problem('the end of the body') };
    if (this.#hasData) return { entries };
    return { entries, problem: { fault: 'shape', path: ['data'], expected: 'array', received: 'nothing' } };
  }

  /** Takes a value as what the state says; false if it is something else. */
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
    this.#hasData ||= parsed === 'data';
    return true;
  }

  #tooLong(): LogProblem {
    const expected = `values of at most ${this.#maxLength} characters`;
    return { fault: 'shape', path: [this.#field], expected, received: 'a longer one' };
  }

  #problem(received: string, character = ''): LogProblem {
    const { expected, isInField } = steps[this.#state];
    // JSON of another type where an object or an array belongs.
    const isShape = (this.#state === 'object' || this.#state === 'data') && /[[{"\dtfn-]/.test(character);
    return { fault: isShape ? 'shape' : 'syntax', path: isInField ? [this.#field] : [], expected, received };
  }
}

/** The value of a JSON text; `undefined` if it is not JSON. The platform's own error would quote the text. */
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
