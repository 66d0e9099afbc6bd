import { afterEach, beforeEach, expect, vi } from 'vitest';

/** A test fails if it leaves an active timer. */
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

export function expectNoTimersLeft(): void {
  afterEach(() => {
    expect(vi.getTimerCount(), 'a timer is left').toBe(0);
  });
}
