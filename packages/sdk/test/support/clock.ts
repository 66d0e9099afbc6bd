import { afterEach, beforeEach, expect, onTestFinished, vi } from 'vitest';

/** Fakes timers and dates until the end of the current test. */
export function fakeTimers(): void {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

/** Installs a fake clock for all tests of a block. A test fails if it leaves an active timer. */
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
