import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type ClientOptions, createClient, type RequestOptions } from '@mock-services/sdk';
import { describe, expect, test, vi } from 'vitest';
import { fakeTimers } from '../support/clock.ts';
import { failureOf } from '../support/failures.ts';
import { rejecting, responding, silent } from '../support/fetches.ts';
import { inTurn, stallInBody, startWireServer, unavailable } from '../support/wire-server.ts';

const baseUrl = 'https://mocks.example.com';
const empty = responding('{"data":[]}');

describe('TimeoutError', () => {
  test.each([
    ['timeout', 10_000, {}],
    ['totalTimeout', 60_000, { timeout: false as const }],
  ])('a call ends with a TimeoutError after the default %s of %i ms', async (_, ms, options) => {
    fakeTimers();
    const settled = vi.fn();
    void createClient({ baseUrl, ...silent, ...options })
      .workspaces.list()
      .catch(settled);
    await vi.advanceTimersByTimeAsync(ms - 100);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(settled).toHaveBeenCalledWith(expect.objectContaining({ name: 'TimeoutError' }));
  });

  test.each<[string, Partial<ClientOptions>, RequestOptions, 'attempt' | 'total']>([
    ['the timeout of the client', { timeout: 20 }, {}, 'attempt'],
    ['the timeout of the call', { timeout: 60_000 }, { timeout: 20 }, 'attempt'],
    ['the totalTimeout of the client', { timeout: false, totalTimeout: 500 }, {}, 'total'],
    ['a totalTimeout shorter than the timeout', { timeout: 60_000 }, { totalTimeout: 500 }, 'total'],
  ])('a TimeoutError has the phase of %s', async (_, ofClient, ofCall, phase) => {
    const call = createClient({ baseUrl, ...silent, ...ofClient }).workspaces.list(ofCall);
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError', phase, attempts: 1 });
  });

  test.each<[string, Partial<ClientOptions>, string]>([
    ['timeout', { timeout: 2500 }, 'attempt'],
    ['totalTimeout', { timeout: false, totalTimeout: 2500 }, 'total'],
  ])('a call whose response body stalls ends with a TimeoutError after the %s', async (_, options, phase) => {
    await using server = await startWireServer(stallInBody);
    const call = createClient({ baseUrl: server.url, ...options }).workspaces.list();
    const url = `${server.url}/configuration/workspaces`;
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError', phase, attempts: 1, url });
  });

  test('retries of a call end with a TimeoutError after the totalTimeout', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    await using server = await startWireServer(unavailable);
    const client = createClient({ baseUrl: server.url, totalTimeout: 80, maxRetries: 1_000_000 });
    await expect(client.workspaces.list()).rejects.toMatchObject({ name: 'TimeoutError', phase: 'total' });
  });

  test('a TimeoutError has the failure of the previous attempt as its cause', async () => {
    await using server = await startWireServer(inTurn(unavailable, () => undefined));
    const call = createClient({ baseUrl: server.url, timeout: 2500 }).workspaces.list();
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError', attempts: 2, cause: { status: 503 } });
  });

  test('a call with a totalTimeout of 0 ends before it sends a request', async () => {
    const fetch = vi.fn(empty.fetch);
    const call = createClient({ baseUrl, fetch }).workspaces.list({ totalTimeout: 0 });
    await expect(call).rejects.toMatchObject({ phase: 'total', attempts: 0 });
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('AbortError', () => {
  test('an AbortError has the reason of the signal as its cause', async () => {
    const controller = new AbortController();
    const reason = new Error('the user left the page');
    const onRequest = () => {
      controller.abort(reason);
    };
    const call = createClient({ baseUrl, ...silent, onRequest }).workspaces.list({
      signal: controller.signal,
    });
    await expect(call).rejects.toMatchObject({ name: 'AbortError', cause: reason, attempts: 1 });
  });

  test('a call with an aborted signal ends before it requests a token', async () => {
    const token = vi.fn(() => 'x');
    const fetch = vi.fn(empty.fetch);
    const call = createClient({ baseUrl, token, fetch }).workspaces.list({
      signal: AbortSignal.abort('early'),
    });
    await expect(call).rejects.toMatchObject({ name: 'AbortError', cause: 'early', attempts: 0 });
    expect(token).not.toHaveBeenCalled();
    expect(fetch).not.toHaveBeenCalled();
  });

  test('an AbortError has the abort reason as its cause, even if it is another SDK error', async () => {
    const { mockServices } = createClient({ baseUrl, maxRetries: 0, ...responding('', { status: 503 }) });
    const reason = await failureOf(mockServices.list());
    const controller = new AbortController();
    const { signal } = controller;
    const onRetry = vi.fn();
    const { workspaces } = createClient({ baseUrl, ...silent, onRetry });
    const waiting = failureOf(workspaces.list({ signal }));
    controller.abort(reason);
    const expected = { name: 'AbortError', operation: 'listWorkspaces', cause: reason };
    expect(await waiting).toMatchObject(expected);
    expect(await failureOf(workspaces.list({ signal }))).toMatchObject({ ...expected, attempts: 0 });
    expect(onRetry).not.toHaveBeenCalled();
  });

  test('an aborted call ends even if fetch ignores the signal', async () => {
    const call = createClient({ baseUrl, ...silent }).workspaces.list({ signal: AbortSignal.timeout(10) });
    await expect(call).rejects.toMatchObject({ name: 'AbortError', attempts: 1 });
  });

  test('a call without time limits can still be aborted after garbage collection', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const controller = new AbortController();
    const client = createClient({ baseUrl, ...silent, timeout: false, totalTimeout: false });
    const call = client.workspaces.list({ signal: controller.signal });
    for (let round = 0; round < 5; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      collect();
    }
    controller.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('a call that waits for a token can be aborted', async () => {
    const client = createClient({ baseUrl, ...empty, token: () => new Promise<string>(() => undefined) });
    const call = client.workspaces.list({ signal: AbortSignal.timeout(20) });
    await expect(call).rejects.toMatchObject({ name: 'AbortError', attempts: 0 });
  });

  test('a call ends with an AbortError if its token function aborts the signal', async () => {
    const controller = new AbortController();
    const token = () => {
      controller.abort('now');
      return new Promise<string>(() => undefined);
    };
    const call = createClient({ baseUrl, token, ...empty }).workspaces.list({ signal: controller.signal });
    await expect(call).rejects.toMatchObject({ name: 'AbortError', cause: 'now' });
  });

  test('an aborted call does not follow the next redirect', async () => {
    const controller = new AbortController();
    let requests = 0;
    const fetch = async () => {
      requests += 1;
      if (requests === 2) controller.abort();
      await new Promise((resolve) => setTimeout(resolve, 5));
      return new Response(null, { status: 302, headers: { location: '/again' } });
    };
    const call = createClient({ baseUrl, fetch }).workspaces.list({ signal: controller.signal });
    await expect(call).rejects.toMatchObject({ name: 'AbortError', attempts: 2 });
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(requests).toBe(2);
  });
});

test('if fetch throws an error of another client, the outer call fails with a NetworkError', async () => {
  const inner = createClient({ baseUrl, maxRetries: 0, ...responding('', { status: 404 }) });
  const fetch = () => inner.mockServices.list().then(() => Response.json({}));
  const call = createClient({ baseUrl, maxRetries: 0, fetch }).workspaces.list();
  await expect(call).rejects.toMatchObject({ name: 'NetworkError', operation: 'listWorkspaces' });
});

test('onResponse is not called for a response that arrives after its call has ended', async () => {
  const onResponse = vi.fn();
  const controller = new AbortController();
  let respond: ((response: Response) => void) | undefined;
  const fetch = () => {
    setTimeout(() => controller.abort(), 1);
    return new Promise<Response>((resolve) => {
      respond = resolve;
    });
  };
  const call = createClient({ baseUrl, fetch, onResponse }).workspaces.list({ signal: controller.signal });
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  respond?.(Response.json({ data: [] }));
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(onResponse).not.toHaveBeenCalled();
});

test('a response body is canceled when the call ends, even if fetch ignores the signal', async () => {
  const cancel = vi.fn();
  const body = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(5)), cancel });
  const client = createClient({ baseUrl, timeout: 10, fetch: () => Promise.resolve(new Response(body)) });
  await expect(client.workspaces.list()).rejects.toMatchObject({ name: 'TimeoutError' });
  await expect.poll(() => cancel.mock.calls.length).toBe(1);

  const late = vi.fn();
  const fetch = async () => {
    await new Promise((resolve) => setTimeout(resolve, 40));
    return new Response(new ReadableStream({ cancel: late }));
  };
  const call = createClient({ baseUrl, timeout: 10, fetch }).workspaces.list();
  await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
  await expect.poll(() => late.mock.calls.length).toBe(1);
});

describe("listeners of the caller's signal", () => {
  test("the caller's signal has no listeners after successful calls", async () => {
    const { signal } = new AbortController();
    const client = createClient({ baseUrl, ...empty });
    for (let calls = 0; calls < 20; calls += 1) await client.workspaces.list({ signal });
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  test("the caller's signal has no listeners after a call that timed out", async () => {
    const { signal } = new AbortController();
    const call = createClient({ baseUrl, ...silent, timeout: 5 }).workspaces.list({ signal });
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
    await expect.poll(() => getEventListeners(signal, 'abort').length).toBe(0);
  });
});

describe('timers', () => {
  test('a call that waited for a token leaves no active timer', async () => {
    fakeTimers();
    await createClient({ baseUrl, ...empty, token: () => Promise.resolve('secret') }).workspaces.list();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a call that is aborted while fetch ignores its signal leaves no active timer', async () => {
    fakeTimers();
    const controller = new AbortController();
    const call = createClient({ baseUrl, ...silent }).workspaces.list({ signal: controller.signal });
    const ended = failureOf(call);
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    controller.abort();
    expect(await ended).toMatchObject({ name: 'AbortError', attempts: 1 });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a call that is aborted before a retry leaves no active timer', async () => {
    fakeTimers();
    const controller = new AbortController();
    const onRetry = vi.fn(() => controller.abort());
    const client = createClient({ baseUrl, ...rejecting(new TypeError('fetch failed')), onRetry });
    const call = client.workspaces.list({ signal: controller.signal });
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    expect(onRetry).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a call whose attempt times out leaves no active timer', async () => {
    fakeTimers();
    const failed = failureOf(
      createClient({ baseUrl, ...silent, totalTimeout: false }).workspaces.list({ timeout: 50 }),
    );
    await vi.runAllTimersAsync();
    expect(await failed).toMatchObject({ name: 'TimeoutError', phase: 'attempt' });
    expect(vi.getTimerCount()).toBe(0);
  });
});
