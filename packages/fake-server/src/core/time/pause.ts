import { longestWait } from './duration.ts';
import type { ReleaseSignal } from './release.ts';

/**
 * Waits until the time is up or a signal is aborted. Only the faces that speak `fetch` wait; the core itself responds
 * at once.
 */
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
