import { longestWait } from './duration.ts';

/**
 * Waits for so long, or until one of the signals is aborted, for the faces that speak `fetch`. The one place
 * of the core that waits: what the core answers, it answers at once.
 */
export function pause(ms: number, signals: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    // Looked up at each call, so that a test's own timers apply.
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
