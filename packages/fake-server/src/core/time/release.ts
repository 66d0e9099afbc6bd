/** Waiting, and signals that end it. */
import { longestWait } from './duration.ts';

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
    for (const listener of this.#listeners) {
      try {
        listener();
      } catch {
        // Each listener reports its own failures.
      }
    }
    this.#listeners.clear();
  }
}

/** Follows each abort signal with one listener, however many requests share it. */
export class SharedSignals {
  readonly #followers = new WeakMap<AbortSignal, Release>();

  /** What is aborted when `signal` is, which is not yet. */
  of(signal: AbortSignal): ReleaseSignal {
    const known = this.#followers.get(signal);
    if (known) return known;
    const follower = new Release();
    signal.addEventListener('abort', () => follower.abort(), { once: true });
    this.#followers.set(signal, follower);
    return follower;
  }
}

/** Resolves after `ms` milliseconds, or earlier if a signal is aborted. The core itself never waits: adapters do. */
export async function pause(ms: number, signals: readonly ReleaseSignal[]): Promise<void> {
  // Read at each call, so that a test's fake timers apply.
  const { setTimeout, clearTimeout } = globalThis;
  let done = (): void => {};
  const over = new Promise<void>((resolve) => {
    done = resolve;
  });
  const timer = ms === Number.POSITIVE_INFINITY ? undefined : setTimeout(done, Math.min(ms, longestWait));
  for (const signal of signals) signal.addEventListener('abort', done);
  if (!signals.some(({ aborted }) => aborted)) await over;
  // Here rather than in `done`, which another request may call: Workers tie timers and signals to one request.
  clearTimeout(timer);
  for (const signal of signals) signal.removeEventListener('abort', done);
}
