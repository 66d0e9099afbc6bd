/** A write would exceed the bytes that a world may have. Nothing was written. */
export class WorldFullError extends Error {
  override readonly name = 'WorldFullError';
  /** What fits. */
  readonly maxBytes: number;
  /** Bytes of the world with the write. */
  readonly bytes: number;

  constructor(maxBytes: number, bytes: number) {
    super();
    this.maxBytes = maxBytes;
    this.bytes = bytes;
  }
}

/** Counts the bytes of a world. */
export class Meter {
  /** Bytes of all rows. */
  used: number;
  /** Bytes that the present `atomically` adds. */
  planned = 0;
  readonly #maxBytes: number;

  constructor(maxBytes: number, used: number) {
    this.#maxBytes = maxBytes;
    this.used = used;
  }

  /** @throws {WorldFullError} when so many bytes more do not fit. */
  plan(growth: number): void {
    const bytes = this.used + this.planned + growth;
    if (bytes > this.#maxBytes) throw new WorldFullError(this.#maxBytes, bytes);
    this.planned += growth;
  }
}
