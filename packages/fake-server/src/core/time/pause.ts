import { longestWait } from './duration.ts';
import type { ReleaseSignal } from './release.ts';

/**
 * Waits until the time is up or a signal is aborted. Only the faces that speak `fetch` wait; the core itself responds
 * at once.
 */
export function pause(ms: number, signals: readonly ReleaseSignal[]): Promise<void> {
  return new Promise((resolve) => {
    // Read at each call, so that a test's fake timers apply.
    const { setTimeout, clearTimeout } = globalThis;
    const timer = ms === Number.POSITIVE_INFINITY ? undefined : setTimeout(done, Math.min(ms, longestWait));
    function done(): void {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', done);
      resolve();
    }
    for (const signal of signals) signal.addEventListener('abort', done);
    if (signals.some(({ aborted }) => aborted)) done();
  });
}
