/** Identifiers out of a seeded generator: the same seed gives the same identifiers in the same order. */
export class IdGenerator {
  /** All of the generator's state: an unsigned 32-bit number. */
  state: number;

  /** @param seed Whole number; any other is cut to 32 bits. */
  constructor(seed: number) {
    this.state = scramble(seed);
  }

  /** A number from 0 up to, but not including, `limit`. */
  below(limit: number): number {
    return this.#next() % limit;
  }

  /** A UUID of version 4, in lower case, for which `taken` is false. */
  uuid(taken: (id: string) => boolean = () => false): string {
    for (;;) {
      const hex = Array.from({ length: 4 }, () => this.#next().toString(16).padStart(8, '0')).join('');
      const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4);
      const id = hex.replace(
        /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/,
        (_, a: string, b: string, c: string, d: string, e: string) => `${a}-${b}-4${c}-${variant}${d}-${e}`,
      );
      if (!taken(id)) return id;
    }
  }

  /** Mulberry32: a full period of 2^32 over a counter. */
  #next(): number {
    this.state = (this.state + 0x6d_2b_79_f5) >>> 0;
    return scramble(this.state);
  }
}

function scramble(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 15), value | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return (mixed ^ (mixed >>> 14)) >>> 0;
}
