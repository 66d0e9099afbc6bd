import { pointerTo } from '@mock-services/sdk/contract';

/** The first place at which a text is not well-formed JSON. */
export class JsonMistake extends Error {
  override readonly name = 'JsonMistake';
  readonly offset: number;

  constructor(offset: number, reason: string) {
    super(`not well-formed JSON: ${reason}`);
    this.offset = offset;
  }
}

const blank = /[ \t\r\n]*/y;
const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
const stringStart = /"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\uffff]*)*/y;

/** Goes through a JSON text (RFC 8259) and notes where each value begins, by JSON pointer. */
export class JsonScanner {
  readonly offsets = new Map<string, number>();
  readonly #text: string;
  #offset = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** @throws {JsonMistake} where the text is not well-formed. */
  scan(): void {
    this.#value('');
    if (this.#next() !== '') this.#fail('nothing may follow the value');
  }

  #value(pointer: string): void {
    const character = this.#next();
    this.offsets.set(pointer, this.#offset);
    if (character === '{') this.#members('}', () => this.#member(pointer));
    else if (character === '[') this.#members(']', (index) => this.#value(`${pointer}/${index}`));
    else if (character === '"') this.#string();
    else if (this.#match(scalar) === '') this.#fail('a value belongs here');
  }

  #members(end: string, read: (index: number) => void): void {
    this.#offset += 1;
    if (this.#next() === end) {
      this.#offset += 1;
      return;
    }
    for (let index = 0; ; index += 1) {
      read(index);
      const separator = this.#next();
      if (separator !== ',' && separator !== end) this.#fail(`a comma or ${end} belongs here`);
      this.#offset += 1;
      if (separator === end) return;
    }
  }

  #member(pointer: string): void {
    if (this.#next() !== '"') this.#fail('a name in double quotes belongs here');
    const name = this.#string();
    if (this.#next() !== ':') this.#fail('a colon belongs here');
    this.#offset += 1;
    this.#value(pointerTo(pointer, name));
  }

  #string(): string {
    const start = this.#match(stringStart);
    if (this.#text[this.#offset] !== '"') {
      this.#fail(
        this.#offset < this.#text.length ? 'a string cannot go on like this' : 'a string has no end',
      );
    }
    this.#offset += 1;
    return JSON.parse(`${start}"`) as string;
  }

  /** The next character that is not blank; empty at the end. */
  #next(): string {
    this.#match(blank);
    return this.#text[this.#offset] ?? '';
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#offset;
    const [found = ''] = pattern.exec(this.#text) ?? [];
    this.#offset += found.length;
    return found;
  }

  #fail(reason: string): never {
    throw new JsonMistake(this.#offset, this.#offset < this.#text.length ? reason : 'it ends too early');
  }
}
