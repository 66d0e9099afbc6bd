import { afterEach, beforeEach, expect, vi } from 'vitest';

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

/** Fails each test of a file that leaves an active fake timer. */
export function expectNoTimersLeft(): void {
  afterEach(() => {
    expect(vi.getTimerCount(), 'a timer is left').toBe(0);
  });
}
