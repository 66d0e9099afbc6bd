/** Texts in the order in which they came, as many as fit: the oldest go first. */
export class Ring {
  /** How many texts had to go. */
  dropped = 0;
  readonly #maxEntries: number;
  readonly #maxBytes: number;
  #texts: string[] = [];
  /** Where in `#texts` the oldest text stands; what is before it is gone. */
  #start = 0;
  #bytes = 0;

  constructor(maxEntries: number, maxBytes: number) {
    this.#maxEntries = maxEntries;
    this.#maxBytes = maxBytes;
  }

  get size(): number {
    return this.#texts.length - this.#start;
  }

  /** Whether a text of this length would ever fit. */
  holds(length: number): boolean {
    return length * 2 <= this.#maxBytes;
  }

  add(text: string): void {
    this.#texts.push(text);
    this.#bytes += bytesOf(text);
    while (this.size > this.#maxEntries || this.#bytes > this.#maxBytes) this.#dropOldest();
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

  #dropOldest(): void {
    this.#bytes -= bytesOf(this.#texts[this.#start] ?? '');
    this.#texts[this.#start] = '';
    this.#start += 1;
    this.dropped += 1;
    if (this.#start < this.size) return;
    this.#texts = this.#texts.slice(this.#start);
    this.#start = 0;
  }
}

/** Two bytes a character: the most that an engine takes for one. */
function bytesOf(text: string): number {
  return text.length * 2;
}
