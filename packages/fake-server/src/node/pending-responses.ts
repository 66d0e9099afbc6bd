import type { ServerResponse } from 'node:http';

/** Responses that are not yet sent to the last byte, though their requests were received. */
export class PendingResponses {
  readonly #pending = new Set<ServerResponse>();
  #settle: (() => void) | undefined;

  add(outgoing: ServerResponse): void {
    this.#pending.add(outgoing);
    // Emitted when the response is sent, and when its connection breaks.
    outgoing.once('close', () => {
      this.#pending.delete(outgoing);
      if (this.#pending.size === 0) this.#settle?.();
    });
  }

  /** Resolves when no response is pending any more, or after `graceMs`. */
  settled(graceMs: number): Promise<void> {
    if (this.#pending.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, graceMs);
      this.#settle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
