const increment = 0x6d_2b_79_f5;

export class Random {
  state: number;

  constructor(state: number) {
    this.state = state;
  }

  below(limit: number): number {
    return this.#next() % limit;
  }

  /** Returns a lower-case version 4 UUID that is not taken. */
  uuid(taken: (id: string) => boolean = () => false): string {
    // The steps grow, because many consecutive ids are taken if the same seed generated the data.
    for (let steps = 1; ; steps = Math.min(steps * 2, 2 ** 16)) {
      const id = this.#candidate();
      if (!taken(id)) return id;
      this.state = (this.state + Math.imul(increment, 4 * steps)) >>> 0;
    }
  }

  #candidate(): string {
    const [a, b, c, d] = [this.#hex(), this.#hex(), this.#hex(), this.#hex()];
    const variant = '89ab'.charAt(Number.parseInt(c.charAt(0), 16) % 4);
    return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-${variant}${c.slice(1, 4)}-${c.slice(4)}${d}`;
  }

  #hex(): string {
    return this.#next().toString(16).padStart(8, '0');
  }

  #next(): number {
    this.state = (this.state + increment) >>> 0;
    return scramble(this.state);
  }
}

/** Uses only the low 32 bits of the seed. */
export function seededRandom(seed: number): Random {
  return new Random(scramble(seed));
}

function scramble(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 15), value | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return (mixed ^ (mixed >>> 14)) >>> 0;
}
