import { afterEach, beforeEach, vi } from 'vitest';

const { setImmediate } = globalThis;

/** The value of `Math.random()` in virtual time. */
export const random = 0.5;

/** Replaces the timers, both clocks and `Math.random` in all tests of a file. */
export function useVirtualTime(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
    vi.spyOn(Math, 'random').mockReturnValue(random);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
}

/** Resolves when all pending promise callbacks have run. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** Moves the clock at once, runs the timers that are due, and lets their callbacks finish. */
export function advance(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms);
  return idle();
}

/**
 * Jumps from timer to timer until the promise has settled. `vi.advanceTimersByTimeAsync` waits for a real millisecond at
 * each timer, which is too slow for thousands of calls.
 */
export async function settle<T>(promise: Promise<T>): Promise<T> {
  const ends: unknown[] = [];
  const end = () => ends.push(promise);
  promise.then(end, end);
  for (await idle(); ends.length === 0; await idle()) {
    if (vi.getTimerCount() === 0) throw new Error('The promise is pending, but no timer is left.');
    vi.advanceTimersToNextTimer();
  }
  return promise;
}

/** Jumps from timer to timer until none is left. */
export async function rest(): Promise<void> {
  for (await idle(); vi.getTimerCount() > 0; await idle()) vi.advanceTimersToNextTimer();
}

/** Never resolves if `ms` is infinite. Rejects if the signal is aborted first. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  if (ms === 0) return Promise.resolve();
  if (ms === Infinity) return new Promise(() => undefined); // like a platform that does not know signals
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}

/** Returns a response whose body is complete when the promise resolves, and breaks off if the promise rejects. */
export function slowResponse(text: string, complete: () => Promise<void>, init: ResponseInit): Response {
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    await complete();
    controller.enqueue(new TextEncoder().encode(text));
    controller.close();
  };
  return new Response(new ReadableStream({ pull }), init);
}
