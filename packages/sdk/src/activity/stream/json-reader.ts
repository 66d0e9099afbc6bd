import { ValueEnd } from './value-end.ts';

/** Reads JSON from pieces of text. Holds the piece it is in and the value it reads. */
export class JsonReader {
  readonly #texts: AsyncIterator<string, unknown>;
  #text = '';
  #index = 0;

  constructor(texts: AsyncIterator<string, unknown>) {
    this.#texts = texts;
  }

  /** The next character that is no white space; `undefined` at the end. */
  async peek(): Promise<string | undefined> {
    for (;;) {
      this.#index = this.#skipSpace(this.#index);
      if (this.#index < this.#text.length) return this.#text.charAt(this.#index);
      if (!(await this.#next())) return undefined;
    }
  }

  /** Whether the next character is this one, which is then behind. */
  async accept(character: string): Promise<boolean> {
    if ((await this.peek()) !== character) return false;
    this.#index += 1;
    return true;
  }

  /** The text of the next value. */
  async value(): Promise<string> {
    await this.peek();
    const end = new ValueEnd();
    const pieces: string[] = [];
    for (;;) {
      const stop = end.find(this.#text, this.#index);
      pieces.push(this.#text.slice(this.#index, stop < 0 ? undefined : stop));
      if (stop >= 0) {
        this.#index = stop;
        return pieces.join('');
      }
      if (!(await this.#next())) return pieces.join('');
    }
  }

  /** The text of the value behind a comma, where both are whole in this piece. Otherwise nothing is read. */
  following(): string | undefined {
    const comma = this.#skipSpace(this.#index);
    if (this.#text.charAt(comma) !== ',') return undefined;
    const start = this.#skipSpace(comma + 1);
    const stop = new ValueEnd().find(this.#text, start);
    if (stop < 0) return undefined;
    this.#index = stop;
    return this.#text.slice(start, stop);
  }

  #skipSpace(from: number): number {
    let index = from;
    while (index < this.#text.length && ' \t\n\r'.includes(this.#text.charAt(index))) index += 1;
    return index;
  }

  async #next(): Promise<boolean> {
    const next = await this.#texts.next();
    this.#text = next.done === true ? '' : next.value;
    this.#index = 0;
    return next.done !== true;
  }
}
