/** When requests end that a fault or the latency delays. */
import { createFakeServer } from '@mock-services/fake-server/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const operation = 'listWorkspaces';
const path = '/configuration/workspaces';

describe('a request that a fault delays', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('leaves no timer behind when it is aborted', async () => {
    const fake = createFakeServer();
    fake.faults.add({ operation, delay: '1h' });
    const controller = new AbortController();
    const call = fake.fetch(fake.baseUrl + path, { signal: controller.signal });
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    controller.abort('enough');
    await expect(call).rejects.toBe('enough');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is one of many that share a signal, and all of them end when it is aborted', async () => {
    const fake = createFakeServer();
    fake.faults.add({ operation, delay: '1h' });
    const controller = new AbortController();
    const listening = vi.spyOn(controller.signal, 'addEventListener');
    const calls = Array.from({ length: 100 }, () =>
      fake.fetch(fake.baseUrl + path, { signal: controller.signal }),
    );
    await expect.poll(() => vi.getTimerCount()).toBe(100);
    expect(listening.mock.calls.length).toBe(1);
    controller.abort('enough');
    const results = await Promise.allSettled(calls);
    expect(results).toEqual(calls.map(() => ({ status: 'rejected', reason: 'enough' })));
    expect(vi.getTimerCount()).toBe(0);
    await expect(fake.fetch(fake.baseUrl + path, { signal: controller.signal })).rejects.toBe('enough');
  });

  test('waits with the timers of the test', async () => {
    const fake = createFakeServer({ latency: '1h' });
    const call = fake.fetch(fake.baseUrl + path);
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(3_600_000);
    expect((await call).status).toBe(200);
  });

  test('of the latency alone goes on when faults are cleared, and ends at a reset or a restore', async () => {
    const fake = createFakeServer({ latency: '1h' });
    const settled = vi.fn<(outcome: unknown) => void>();
    const send = () => void fake.fetch(fake.baseUrl + path).then(({ status }) => settled(status), settled);
    for (const replace of [() => fake.reset(), () => fake.restore(fake.snapshot())]) {
      send();
      await expect.poll(() => vi.getTimerCount()).toBe(1);
      replace();
      await expect.poll(() => settled.mock.lastCall).toEqual([expect.any(TypeError)]);
    }
    fake.faults.add({ operation, status: 503, times: 1 }).add({ operation, delay: 1 });
    [1, 2, 3].forEach(send);
    await expect.poll(() => vi.getTimerCount()).toBe(3);
    settled.mockClear();
    fake.faults.clear();
    send();
    await expect.poll(() => vi.getTimerCount()).toBe(2);
    vi.advanceTimersByTime(3_600_000);
    await expect
      .poll(() => settled.mock.calls.flat())
      .toEqual([expect.any(TypeError), expect.any(TypeError), 503, 200]);
  });

  test.each(['reset', 'clear'])('is released by %s', async (how) => {
    const fake = createFakeServer();
    fake.faults.add({ operation, delay: '1h' });
    const call = fake.fetch(fake.baseUrl + path);
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    if (how === 'reset') fake.reset();
    else fake.faults.clear();
    await expect(call).rejects.toThrow(TypeError);
    expect(vi.getTimerCount()).toBe(0);
  });
});
