/** Delays, and the signals that end the delays. */
import { longestWait } from './duration.ts';

/** The subset of `AbortSignal` that is needed to end delays. */
export interface ReleaseSignal {
  readonly aborted: boolean;
  readonly addEventListener: (type: 'abort', listener: () => void) => void;
  readonly removeEventListener: (type: 'abort', listener: () => void) => void;
}

/**
 * A minimal `AbortController` and `AbortSignal` in one object. A `Release` adds and removes a listener in constant
 * time, but an `AbortSignal` searches all of its listeners.
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
        // A listener that throws must not prevent other listeners from being called.
      }
    }
    this.#listeners.clear();
  }
}

/** Adds only one listener to each abort signal, even if many requests share the signal. */
export class SharedSignals {
  readonly #followers = new WeakMap<AbortSignal, Release>();

  /** Returns an object that is aborted together with `signal`. @param signal - A signal that is not yet aborted. */
  of(signal: AbortSignal): ReleaseSignal {
    const known = this.#followers.get(signal);
    if (known) return known;
    const follower = new Release();
    signal.addEventListener('abort', () => follower.abort(), { once: true });
    this.#followers.set(signal, follower);
    return follower;
  }
}

/**
 * Resolves after `ms` milliseconds, or earlier if a signal is aborted. Only adapters call `pause`, because the core is
 * synchronous.
 */
export async function pause(ms: number, signals: readonly ReleaseSignal[]): Promise<void> {
  // Read the timer functions at each call, because a test may replace them with fake timers.
  const { setTimeout, clearTimeout } = globalThis;
  let done = (): void => {};
  const over = new Promise<void>((resolve) => {
    done = resolve;
  });
  const timer = ms === Number.POSITIVE_INFINITY ? undefined : setTimeout(done, Math.min(ms, longestWait));
  for (const signal of signals) signal.addEventListener('abort', done);
  if (!signals.some(({ aborted }) => aborted)) await over;
  // Clear the timer here instead of in `done`, because another request may call `done`. Cloudflare Workers bind each
  // timer and signal to one request.
  clearTimeout(timer);
  for (const signal of signals) signal.removeEventListener('abort', done);
}
