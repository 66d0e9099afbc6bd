import { createClient, type RetryEvent } from '@mock-services/sdk';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const baseUrl = 'https://mocks.example.com';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** How long a call that always fails waits before each repeat, in milliseconds. */
async function delaysOf(maxRetries: number): Promise<number[]> {
  const delays: number[] = [];
  const client = createClient({
    baseUrl,
    fetch: () => Promise.reject(new TypeError('connection lost')),
    totalTimeout: false,
    onRetry: ({ delayMs }: RetryEvent) => delays.push(delayMs),
    maxRetries,
  });
  const failed = client.workspaces.list().catch((error: unknown) => error);
  // What repeats is loaded first, which no timer waits for.
  while (delays.length < maxRetries) await vi.advanceTimersToNextTimerAsync();
  await vi.runAllTimersAsync();
  expect(await failed).toMatchObject({ name: 'NetworkError' });
  return delays;
}

describe('the wait before a repeat', () => {
  test('is doubled each time, and at most 10 s', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    expect(await delaysOf(8)).toEqual([300, 600, 1200, 2400, 4800, 9600, 10_000, 10_000]);
  });

  test('is any part of that, so that clients do not return together', async () => {
    vi.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValueOnce(0.25);
    expect(await delaysOf(2)).toEqual([0, 150]);
  });
});

describe('no timer is left', () => {
  const answer = () => Promise.resolve(Response.json({ data: [] }));

  test('by a call that waited for a token', async () => {
    const client = createClient({ baseUrl, fetch: answer, token: () => Promise.resolve('secret') });
    await client.workspaces.list();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('by a call that was aborted before its repeat', async () => {
    const controller = new AbortController();
    const repeats = vi.fn(() => controller.abort());
    const fetch = () => Promise.reject(new TypeError('connection lost'));
    const client = createClient({ baseUrl, fetch, onRetry: repeats });
    await expect(client.workspaces.list({ signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(repeats).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('by an attempt that ran out of time', async () => {
    const client = createClient({ baseUrl, fetch: () => new Promise(() => undefined), totalTimeout: false });
    const failed = client.workspaces.list({ timeout: 50 }).catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    expect(await failed).toMatchObject({ name: 'TimeoutError', phase: 'attempt' });
    expect(vi.getTimerCount()).toBe(0);
  });
});
