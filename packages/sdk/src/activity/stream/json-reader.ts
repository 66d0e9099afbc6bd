import { ValueEnd } from './value-end.ts';

const space = /*@__PURE__*/ new Set(
  /*@__PURE__*/ Array.from(' \t\n\r', (character) => character.charCodeAt(0)),
);

/** Reads JSON from chunks of bytes, piece by piece. Holds the chunk it is in and the value it reads. */
export class JsonReader {
  readonly #chunks: AsyncIterator<Uint8Array, unknown>;
  #chunk: Uint8Array = new Uint8Array();
  #index = 0;

  constructor(chunks: AsyncIterator<Uint8Array, unknown>) {
    this.#chunks = chunks;
  }

  /** The next character that is no white space; `undefined` at the end. */
  async peek(): Promise<string | undefined> {
    for (;;) {
      this.#index = this.#skipSpace(this.#index);
      const byte = this.#chunk[this.#index];
      if (byte !== undefined) return String.fromCharCode(byte);
      if (!(await this.#next())) return undefined;
    }
  }

  /** Whether the next character is this one, which is then behind. */
  async accept(character: string): Promise<boolean> {
    if ((await this.peek()) !== character) return false;
    this.#index += 1;
    return true;
  }

  /** The bytes of the value behind a comma, where both are whole in this chunk. Otherwise nothing is read. */
  following(): Uint8Array | undefined {
    const comma = this.#skipSpace(this.#index);
    if (this.#chunk[comma] !== 0x2c) return undefined;
    const start = this.#skipSpace(comma + 1);
    const stop = new ValueEnd().find(this.#chunk, start);
    if (stop < 0) return undefined;
    this.#index = stop;
    return this.#chunk.subarray(start, stop);
  }

  /** The bytes of the next value, in the pieces in which they came; none where it is only passed over. */
  async value(isKept: boolean): Promise<Uint8Array[]> {
    await this.peek();
    const end = new ValueEnd();
    const pieces: Uint8Array[] = [];
    for (;;) {
      const stop = end.find(this.#chunk, this.#index);
      if (isKept) pieces.push(this.#chunk.subarray(this.#index, stop < 0 ? undefined : stop));
      if (stop >= 0) {
        this.#index = stop;
        return pieces;
      }
      if (!(await this.#next())) return pieces;
    }
  }

  #skipSpace(from: number): number {
    let index = from;
    while (space.has(this.#chunk[index] ?? -1)) index += 1;
    return index;
  }

  async #next(): Promise<boolean> {
    const next = await this.#chunks.next();
    this.#chunk = next.done === true ? new Uint8Array() : next.value;
    this.#index = 0;
    return next.done !== true;
  }
}
