import { afterEach, beforeEach, expect, vi } from 'vitest';

/** Gives the tests of a block a clock of their own, and fails a test that leaves a timer behind. */
export function useOwnClock(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  });
  afterEach(() => {
    const left = vi.getTimerCount();
    vi.useRealTimers();
    expect(left).toBe(0);
  });
}
