import { longestWait } from './time.ts';

/** The part of an `AbortSignal` that a delay needs. */
export interface ReleaseSignal {
  readonly aborted: boolean;
  readonly addEventListener: (type: 'abort', listener: () => void) => void;
  readonly removeEventListener: (type: 'abort', listener: () => void) => void;
}

/** Unlike this class, an `AbortController` in Cloudflare Workers can be aborted only by the request that created it. */
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
  }
}

/** Resolves after `ms` milliseconds, or as soon as a signal is aborted. */
export async function pause(ms: number, signals: readonly ReleaseSignal[]): Promise<void> {
  // Look up the timer functions at each call, because a test may replace them with fake timers.
  const { setTimeout, clearTimeout } = globalThis;
  if (signals.some(({ aborted }) => aborted)) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let end = (): void => {};
  await new Promise<void>((resolve) => {
    end = resolve;
    if (ms < Number.POSITIVE_INFINITY) timer = setTimeout(end, Math.min(ms, longestWait));
    for (const signal of signals) signal.addEventListener('abort', end);
  });
  // Do not clean up in `end`, because Cloudflare Workers bind timers and signals to one request, and another request
  // may call `end`.
  clearTimeout(timer);
  for (const signal of signals) signal.removeEventListener('abort', end);
}
