import { runInNewContext } from 'node:vm';
import { type ClientOptions, createClient, type WarningEvent } from '@mock-services/sdk';
import { describe, expect, test, vi } from 'vitest';
import { fakeTimers } from '../support/clock.ts';
import { unhandledDuring } from '../support/failures.ts';
import { responding } from '../support/fetches.ts';
import { anEntry, mockServiceId, workspaceId } from '../support/fixtures.ts';

const baseUrl = 'https://mocks.example.com';
const url = `${baseUrl}/configuration/workspaces`;
const call = { operation: 'listWorkspaces', method: 'GET', url };
const durationMs = expect.any(Number) as number;
const ok = () => Promise.resolve(Response.json({ data: [] }));

/** Creates observers that store every event with the name of the observer. */
function storing(events: unknown[][]): Partial<ClientOptions> {
  const store = (name: string) => (event: unknown) => void events.push([name, event]);
  return {
    onRequest: store('onRequest'),
    onResponse: store('onResponse'),
    onRetry: store('onRetry'),
    onWarning: store('onWarning'),
  };
}

describe('observers', () => {
  test('onRequest and onResponse receive each request, its response and the duration', async () => {
    fakeTimers();
    await vi.advanceTimersByTimeAsync(1000);
    const events: unknown[][] = [];
    const response = Response.json({ data: [] }, { status: 203 });
    const fetch = () => new Promise<Response>((resolve) => setTimeout(resolve, 50, response));
    const client = createClient({ baseUrl, fetch, ...storing(events) });
    const listed = client.workspaces.list();
    await vi.advanceTimersByTimeAsync(50);
    await listed;
    expect(events).toStrictEqual([
      ['onRequest', { ...call, attempt: 1 }],
      ['onResponse', { ...call, attempt: 1, status: 203, durationMs: 50 }],
    ]);
  });

  test('onRetry receives the delay and the reason of each retry', async () => {
    const events: unknown[][] = [];
    const random = vi.spyOn(Math, 'random').mockReturnValue(0);
    const fetch = vi
      .fn(ok)
      .mockResolvedValueOnce(new Response('', { status: 503, headers: { 'retry-after': '0' } }))
      .mockRejectedValueOnce(new TypeError('fetch failed'));
    try {
      await createClient({ baseUrl, fetch, ...storing(events) }).workspaces.list();
    } finally {
      random.mockRestore();
    }
    expect(events).toStrictEqual([
      ['onRequest', { ...call, attempt: 1 }],
      ['onResponse', { ...call, attempt: 1, status: 503, durationMs }],
      ['onRetry', { ...call, attempt: 1, reason: 'ApiError', status: 503, delayMs: 0 }],
      ['onRequest', { ...call, attempt: 2 }],
      ['onRetry', { ...call, attempt: 2, reason: 'NetworkError', delayMs: 0 }],
      ['onRequest', { ...call, attempt: 3 }],
      ['onResponse', { ...call, attempt: 3, status: 200, durationMs }],
    ]);
  });

  test('onRequest is called again for the request that follows a redirect', async () => {
    const events: unknown[][] = [];
    const moved = new Response(null, { status: 302, headers: { location: '/moved' } });
    const fetch = vi.fn(ok).mockResolvedValueOnce(moved);
    await createClient({ baseUrl, fetch, ...storing(events) }).workspaces.list();
    expect(events).toStrictEqual([
      ['onRequest', { ...call, attempt: 1 }],
      ['onRequest', { ...call, attempt: 2 }],
      ['onResponse', { ...call, attempt: 2, status: 200, durationMs }],
    ]);
  });

  test('onRequest receives a URL that contains the identifier of the resource', async () => {
    const events: unknown[][] = [];
    const client = createClient({ baseUrl, ...responding(null), ...storing(events) });
    await client.mockServices.delete(mockServiceId);
    const path = `/configuration/mock-services/${mockServiceId}`;
    const facts = { operation: 'deleteMockService', method: 'DELETE', url: baseUrl + path };
    expect(events[0]).toStrictEqual(['onRequest', { ...facts, attempt: 1 }]);
  });
});

describe('failing observers', () => {
  const error = new RangeError('boom');
  const rejected = runInNewContext('(error) => Promise.reject(error)') as (error: Error) => Promise<never>;

  test.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw error;
      },
    ],
    ['rejects', () => Promise.reject(error)],
    ['rejects in another realm', () => rejected(error)],
  ])('a call succeeds and onWarning receives the error of an observer that %s', async (_, boom) => {
    const onWarning = vi.fn<(event: WarningEvent) => void>();
    const client = createClient({ baseUrl, fetch: ok, onRequest: boom, onWarning });
    expect(await unhandledDuring(() => client.workspaces.list())).toEqual([]);
    const message = 'The observer onRequest failed.';
    expect(onWarning.mock.calls).toEqual([
      [{ ...call, attempt: 1, kind: 'observer-failed', message, cause: error }],
    ]);
    expect(onWarning.mock.calls[0]?.[0].cause).toBe(error);
  });

  test.each(['onRequest', 'onWarning'])(
    'a failing %s observer is reported in the console if no other onWarning is set',
    async (name) => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
      const boom = () => {
        throw error;
      };
      const client = createClient({ baseUrl, validation: 'warn', ...responding('{"data":7}'), [name]: boom });
      await client.workspaces.list();
      expect(warn.mock.calls).toEqual([[`@mock-services/sdk: The observer ${name} failed.`, error]]);
      warn.mockRestore();
    },
  );
});

describe('onWarning with validation: warn', () => {
  test('onWarning is called once for each invalid path of an operation with validation: warn', async () => {
    const data = [{ id: 1 }, { id: 2 }];
    const body = JSON.stringify({ data });
    const onWarning = vi.fn<(event: WarningEvent) => void>();
    const client = createClient({ baseUrl, ...responding(body), validation: 'warn', onWarning });
    for (let calls = 0; calls < 2; calls += 1) await expect(client.workspaces.list()).resolves.toEqual(data);
    const paths = ['data[0].id', 'data[0].name', 'data[0].createdAt', 'data[0].expiresAt'];
    expect(onWarning.mock.calls.map(([{ path }]) => path)).toEqual(paths);
    expect(onWarning.mock.calls[0]?.[0]).toMatchObject({ ...call, kind: 'validation', attempt: 1 });

    onWarning.mockClear();
    const off = createClient({ baseUrl, ...responding(body), validation: 'off', onWarning });
    await expect(off.workspaces.list()).resolves.toEqual(data);
    expect(onWarning).not.toHaveBeenCalled();
  });

  test('onWarning is called once for each operation, even if several operations have the same invalid path', async () => {
    const onWarning = vi.fn();
    const client = createClient({ baseUrl, ...responding('{"data":7}'), validation: 'warn', onWarning });
    await client.workspaces.list();
    await client.mockServices.list();
    expect(onWarning).toHaveBeenCalledTimes(2);
  });

  /** Returns a function that lists a log with invalid values of the given headers, and counts the warnings. */
  function warner() {
    const onWarning = vi.fn<(event: WarningEvent) => void>();
    let wrong: readonly (readonly string[])[] = [];
    const entryWith = (names: readonly string[]) => {
      const headers = Object.fromEntries(names.map((name) => [name, 7])) as never;
      return anEntry({ request: { ...anEntry().request, headers } });
    };
    const fetch = () => Promise.resolve(Response.json({ data: wrong.map(entryWith) }));
    const client = createClient({ baseUrl, fetch, validation: 'warn', onWarning });
    return async (...names: readonly (readonly string[])[]) => {
      wrong = names;
      onWarning.mockClear();
      await client.activity.list(workspaceId);
      return onWarning.mock.calls.length;
    };
  }

  test('onWarning is called once for the same invalid path in several items of a list', async () => {
    const warningsOf = warner();
    expect(await warningsOf(...Array.from({ length: 12 }, () => ['x']))).toBe(1);
    expect(await warningsOf(['y'])).toBe(1);
    expect(await warningsOf(['x'], ['y'])).toBe(0);
  });

  test('after the first 1,000 invalid paths, onWarning is called for every occurrence of any other invalid path, including repetitions', async () => {
    const warningsOf = warner();
    const hundred = (round: number) => Array.from({ length: 100 }, (_, index) => `x${round}y${index}`);
    for (let round = 0; round <= 10; round += 1) expect(await warningsOf(hundred(round))).toBe(100);
    expect(await warningsOf(hundred(0))).toBe(0);
    expect(await warningsOf(hundred(9))).toBe(0);
    expect(await warningsOf(hundred(10))).toBe(100);
  });

  test('onWarning is called again for a repeated invalid path if the path is too long to be remembered', async () => {
    const warningsOf = warner();
    const longest = 'x'.repeat(999 - 'listActivity data[].request.headers.'.length);
    expect(await warningsOf([longest])).toBe(1);
    expect(await warningsOf([longest])).toBe(0);
    expect(await warningsOf([`${longest}x`])).toBe(1);
    expect(await warningsOf([`${longest}x`])).toBe(1);
  });
});
