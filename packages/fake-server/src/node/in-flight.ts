import type { ServerResponse } from 'node:http';

/** Responses that are due: their requests were received, and they are not yet sent to the last byte. */
export class InFlight {
  readonly #due = new Set<ServerResponse>();
  #settle: (() => void) | undefined;

  add(outgoing: ServerResponse): void {
    this.#due.add(outgoing);
    // Emitted when the response is sent, and when its connection breaks.
    outgoing.once('close', () => {
      this.#due.delete(outgoing);
      if (this.#due.size === 0) this.#settle?.();
    });
  }

  /** Resolves when nothing is due any more, or after `graceMs`. */
  settled(graceMs: number): Promise<void> {
    if (this.#due.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, graceMs);
      this.#settle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
