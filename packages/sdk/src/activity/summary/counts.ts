/** Counts how often each key occurs. */
export class Counts {
  readonly #counts = new Map<string, number>();

  add(key: string): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  /** The most frequent first. */
  ranked(): Record<string, number> {
    return Object.fromEntries([...this.#counts].sort(([, one], [, other]) => other - one));
  }
}
