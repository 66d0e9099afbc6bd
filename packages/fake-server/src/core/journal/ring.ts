import { bytesOf } from '../limits.ts';

/** Texts in the order in which they were added, as many as fit: the oldest are dropped. */
export class Ring {
  /** How many texts were dropped. */
  dropped = 0;
  readonly #maxEntries: number;
  readonly #maxBytes: number;
  #texts: string[] = [];
  /** Index of the oldest text; those before it were dropped. */
  #start = 0;
  #bytes = 0;

  constructor(maxEntries: number, maxBytes: number) {
    this.#maxEntries = maxEntries;
    this.#maxBytes = maxBytes;
  }

  get size(): number {
    return this.#texts.length - this.#start;
  }

  /** Whether a text of this length would fit into an empty ring. */
  holds(length: number): boolean {
    return length * 2 <= this.#maxBytes;
  }

  /** Returns the texts that were dropped for it. */
  add(text: string): readonly string[] {
    // A first text that is pushed takes room for many, in each of many worlds.
    if (this.#texts.length === 0) this.#texts = [text];
    else this.#texts.push(text);
    this.#bytes += bytesOf(text);
    const dropped: string[] = [];
    while (this.size > this.#maxEntries || this.#bytes > this.#maxBytes) dropped.push(this.#dropOldest());
    return dropped;
  }

  /** The texts, oldest first. */
  texts(): string[] {
    return this.#texts.slice(this.#start);
  }

  clear(): void {
    this.dropped = 0;
    this.#texts = [];
    this.#start = 0;
    this.#bytes = 0;
  }

  #dropOldest(): string {
    const oldest = this.#texts[this.#start] ?? '';
    this.#bytes -= bytesOf(oldest);
    this.#texts[this.#start] = '';
    this.#start += 1;
    this.dropped += 1;
    if (this.#start >= this.size) {
      this.#texts = this.#texts.slice(this.#start);
      this.#start = 0;
    }
    return oldest;
  }
}
