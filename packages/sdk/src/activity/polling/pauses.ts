import { ArgumentError } from '../errors/argument-error.ts';

const shortest = 10;
const growth = 1.5;
const most = 8;

/** Longest delay a timer can hold: 2^31 - 1 ms. */
const longestDelay = 2_147_483_647;

/** @throws {@link ArgumentError} when a timer cannot wait that long. */
export function checkDelay(argument: string, value: unknown): void {
  if (typeof value === 'number' && value >= 0 && value <= longestDelay) return;
  throw new ArgumentError(argument, `milliseconds from 0 to ${longestDelay}`, value);
}

/** The pauses between reads, each longer than the one before, up to a limit. */
export class Pauses {
  readonly #first: number;
  #next: number;

  constructor(interval: number) {
    this.#first = Math.max(interval, shortest);
    this.#next = this.#first;
  }

  /** Starts again with the shortest. */
  reset(): void {
    this.#next = this.#first;
  }

  /** Waits for the next pause to pass. */
  async wait(signal: AbortSignal | undefined): Promise<void> {
    const ms = this.#next;
    this.#next = Math.min(ms * growth, this.#first * most, longestDelay);
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      await abortable(
        new Promise<void>((resolve) => {
          timer = setTimeout(resolve, ms);
        }),
        signal,
      );
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Settles like `work`, or rejects with the signal's reason as soon as it is aborted. */
export async function abortable<Value>(
  work: PromiseLike<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (signal === undefined) return work;
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => {
      // Passed on as it is; it becomes the cause of an error.
      reject(signal.reason as Error);
    };
  });
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
