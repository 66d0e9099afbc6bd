/** Called with whether there is anything in a set. */
type Listener = (filled: boolean) => void;

/** A set that tells its listeners when its first item comes and when its last one goes. */
export class WatchedSet<Item> {
  readonly #items = new Set<Item>();
  readonly #listeners = new Set<Listener>();

  get isWatched(): boolean {
    return this.#listeners.size > 0;
  }

  /** Calls `listener` now and at each change. Returns what ends that. */
  watch(listener: Listener): () => void {
    this.#listeners.add(listener);
    listener(this.#items.size > 0);
    return () => void this.#listeners.delete(listener);
  }

  set(item: Item, isIn: boolean): void {
    this.#change(() => (isIn ? this.#items.add(item) : this.#items.delete(item)));
  }

  replace(items: Iterable<Item>): void {
    this.#change(() => {
      this.#items.clear();
      for (const item of items) this.#items.add(item);
    });
  }

  #change(act: () => void): void {
    const before = this.#items.size > 0;
    act();
    const after = this.#items.size > 0;
    if (after !== before) for (const listener of this.#listeners) listener(after);
  }
}
