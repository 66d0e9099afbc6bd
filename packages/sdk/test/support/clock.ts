import { afterEach, beforeEach, expect, onTestFinished, vi } from 'vitest';

/** Fakes all timers and the time until the end of the current test. */
export function fakeTimers(): void {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

/** Gives the tests of a block a fake clock, and fails a test that leaves a timer behind. */
export function useFakeClock(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  });
  afterEach(() => {
    const left = vi.getTimerCount();
    vi.useRealTimers();
    expect(left).toBe(0);
  });
}
