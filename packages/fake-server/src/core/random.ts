/** Added to the state for each number. */
const increment = 0x6d_2b_79_f5;

/** A seeded generator of numbers and identifiers: the same seed gives the same ones in the same order. */
export class Random {
  /** All of the generator's state: an unsigned 32-bit number. */
  state: number;

  /** @param state - The state to continue from. */
  constructor(state: number) {
    this.state = state;
  }

  /** A number from 0 up to, but not including, `limit`. */
  below(limit: number): number {
    return this.#next() % limit;
  }

  /** A UUID of version 4, in lower case, for which `taken` is false. */
  uuid(taken: (id: string) => boolean = () => false): string {
    // Where one id is taken, a run of them may be: data that the same generator once made. Growing steps leave it soon.
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

  /** Mulberry32: a full period of 2^32 over a counter. */
  #next(): number {
    this.state = (this.state + increment) >>> 0;
    return scramble(this.state);
  }
}

/** The generator of a seed: an integer, of which the low 32 bits count. */
export function seededRandom(seed: number): Random {
  return new Random(scramble(seed));
}

function scramble(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 15), value | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return (mixed ^ (mixed >>> 14)) >>> 0;
}
