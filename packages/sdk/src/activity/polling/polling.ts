import type { ActivityEntry } from '../../contract/resources.ts';
import { ArgumentError } from '../errors/argument-error.ts';

/** Reads the activity log: a client of `createClient`, or anything with this one method. */
export interface ActivityReader {
  readonly activity: {
    /** Reads all entries of a workspace's activity log (§4, endpoint 1). */
    list(
      workspaceId: string,
      options: { readonly signal?: AbortSignal | undefined },
    ): PromiseLike<readonly ActivityEntry[]>;
  };
}

/** How to poll. */
export interface PollOptions {
  /**
   * Milliseconds between the first two reads, at least 10. Each further pause is half as long again, up to
   * eight times the first.
   */
  readonly interval?: number | undefined;
  /** Stops the polling, even during a read. */
  readonly signal?: AbortSignal | undefined;
}

/** The longest delay of a timer: 2^31 - 1 ms. */
const maxDelay = 2_147_483_647;

/** @throws {@link ArgumentError} when a timer cannot wait that long. */
export function checkDelay(argument: string, value: unknown): void {
  if (typeof value === 'number' && value >= 0 && value <= maxDelay) return;
  throw new ArgumentError(argument, `milliseconds from 0 to ${maxDelay}`, value);
}

/** The lengths of the pauses between reads, in milliseconds. */
export function* pausesFrom(interval: number): Generator<number, never, undefined> {
  const first = Math.max(interval, 10);
  let pause = first;
  for (;;) {
    yield pause;
    pause = Math.min(pause * 1.5, first * 8, maxDelay);
  }
}

/** Waits; rejects with the signal's reason as soon as it is aborted. */
export async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await abortable(elapsed, signal);
  } finally {
    clearTimeout(timer);
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
      // Passed on unchanged, to become the cause of an error.
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
