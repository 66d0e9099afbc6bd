/** The part of an `AbortSignal` that waiting needs. */
export interface ReleaseSignal {
  readonly aborted: boolean;
  readonly addEventListener: (type: 'abort', listener: () => void) => void;
  readonly removeEventListener: (type: 'abort', listener: () => void) => void;
}

/**
 * Ends what waits for it. Its listeners are found at once, however many there are; those of an `AbortSignal` are searched one
 * by one.
 */
export class Release implements ReleaseSignal {
  aborted = false;
  readonly #listeners = new Set<() => void>();

  addEventListener(_: 'abort', listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_: 'abort', listener: () => void): void {
    this.#listeners.delete(listener);
  }

  abort(): void {
    this.aborted = true;
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }
}
