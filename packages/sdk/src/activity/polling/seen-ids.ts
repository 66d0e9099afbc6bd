const most = 100_000;

/** The ids that were seen. The oldest are forgotten, but never one of the log as it was read last. */
export class SeenIds {
  readonly #ids = new Set<string>();

  /** Keeps the ids of a log. Gives its entries whose ids are new, each once. */
  unseenOf<Entry extends { readonly id: string }>(log: readonly Entry[]): Entry[] {
    const unseen = log.filter(({ id }) => {
      const isNew = !this.#ids.has(id);
      // Moves it to the end, where it is forgotten last.
      if (!isNew) this.#ids.delete(id);
      this.#ids.add(id);
      return isNew;
    });
    for (const id of this.#ids) {
      if (this.#ids.size <= Math.max(most, log.length)) break;
      this.#ids.delete(id);
    }
    return unseen;
  }
}
