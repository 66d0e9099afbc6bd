import { getEventListeners } from 'node:events';
import { gzipSync } from 'node:zlib';
import {
  type ActivityEntry,
  type ActivityMatcher,
  bodyOf,
  isAbortError,
  isActivityError,
  toHar,
  waitForActivity,
  watchActivity,
} from '@mock-services/sdk/activity';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { anExchange, anOddExchange, base64, idOf } from '../support/activity-entries.ts';
import { pausesOf, scriptedLog } from '../support/activity-log.ts';
import { useFakeClock } from '../support/clock.ts';
import { workspaceId } from '../support/fixtures.ts';

const entry = (n: number, timestamp = '2026-03-01T10:00:00.000Z') => anExchange({ id: idOf(n), timestamp });

/** Returns the ids of the first `count` entries. */
async function take(count: number, entries: AsyncIterable<ActivityEntry>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of entries) {
    ids.push(id);
    if (ids.length === count) break;
  }
  return ids;
}

/** Advances the fake clock while `work` runs. */
async function after<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  work.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(ms);
  return work;
}
const reasonOf = async (work: Promise<unknown>) => work.catch((error: unknown) => error);

const signals = {
  'a pause': () => scriptedLog([]),
  'a read': () => scriptedLog('hang'),
};

describe('watchActivity', () => {
  useFakeClock();

  test('yields each existing and new entry once for any sequence of logs', async () => {
    const reads = fc.array(fc.array(fc.nat(20), { maxLength: 8 }), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(reads, async (reads) => {
        const different = [...new Set(reads.flat())].map(idOf);
        const log = scriptedLog(...reads.map((ids) => ids.map((id) => entry(id))), [entry(99)]);
        const ids = take(different.length + 1, watchActivity(log, workspaceId));
        expect(await after(200_000, ids)).toEqual([...different, idOf(99)]);
      }),
    );
  });

  test('yields an entry once if its id changes between upper and lower case', async () => {
    const { id } = anOddExchange();
    const lower = anExchange({ id: id.toLowerCase() });
    const log = scriptedLog([anExchange({ id }), lower], [lower], [anExchange({ id })], [lower, entry(1)]);
    expect(await after(60_000, take(2, watchActivity(log, workspaceId)))).toEqual([id, idOf(1)]);
  });

  test('sorts the new entries of each read by time, and invalid times last', async () => {
    const times = [
      'never',
      '2026-03-01T10:00:00.3Z',
      '2026-03-01T12:00:00.1234+02:00',
      '',
      '2026-03-01T09:00:00Z',
      '2026-03-01T10:00:00.25Z',
    ];
    const log = scriptedLog(
      times.map((time, n) => entry(n, time)),
      [entry(9, '2020-01-01T00:00:00Z')],
    );
    const ids = await after(2000, take(7, watchActivity(log, workspaceId)));
    expect(ids).toEqual([4, 2, 5, 1, 0, 3, 9].map(idOf));
  });

  test('pauses 1,000 ms by default, and up to eight times longer without new entries', async () => {
    const empty = Array.from({ length: 8 }, () => []);
    const log = scriptedLog(...empty, [entry(1)], [], [entry(2)]);
    await after(60_000, take(2, watchActivity(log, workspaceId)));
    expect(pausesOf(log).map(Math.floor)).toEqual([
      1000, 1500, 2250, 3375, 5062, 7593, 8000, 8000, 1000, 1500,
    ]);
  });

  test.each([0, 10, 250])('with an interval of %i ms, pauses at least 10 ms', async (interval) => {
    const log = scriptedLog(...Array.from({ length: 8 }, () => []), [entry(1)]);
    const first = Math.max(10, interval);
    await after(first * 100, take(1, watchActivity(log, workspaceId, { interval })));
    const pauses = Array.from({ length: 8 }, (_, n) => Math.floor(first * Math.min(1.5 ** n, 8)));
    expect(pausesOf(log).map(Math.floor)).toEqual(pauses);
  });

  test('reads nothing before its loop starts, or after its loop has ended', async () => {
    const log = scriptedLog([entry(1)]);
    const watching = watchActivity(log, workspaceId);
    expect(log.readAt).toHaveLength(0);
    await take(1, watching);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(log.readAt).toHaveLength(1);
  });

  test.each(Object.entries(signals))(
    'return() during %s settles at once and stops the polling',
    async (_, logOf) => {
      const watching = watchActivity(logOf(), workspaceId);
      const next = watching.next();
      await vi.advanceTimersByTimeAsync(50);
      const ends = Promise.all([watching.return(), next]);
      await expect(ends).resolves.toEqual([
        { done: true, value: undefined },
        { done: true, value: undefined },
      ]);
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  test.each(Object.entries(signals))(
    'watchActivity rejects with an AbortError if it is aborted during %s',
    async (_, logOf) => {
      const controller = new AbortController();
      const reason = new Error('enough');
      setTimeout(() => controller.abort(reason), 50);
      const { signal } = controller;
      const error = await after(50, reasonOf(take(1, watchActivity(logOf(), workspaceId, { signal }))));
      expect(isAbortError(error)).toBe(true);
      expect(error).toMatchObject({ name: 'AbortError', cause: reason, attempts: 1 });
    },
  );

  test("watchActivity yields the entries before a client's error and rethrows it", async () => {
    const failure = new Error('the service is gone');
    const watching = watchActivity(scriptedLog([entry(1)], failure), workspaceId);
    await expect(watching.next()).resolves.toMatchObject({ value: { id: idOf(1) } });
    await expect(after(1000, watching.next())).rejects.toBe(failure);
  });

  test('watchActivity throws a TypeError for an invalid option and accepts a null signal', async () => {
    const watch = (options: object | null) => () =>
      watchActivity(scriptedLog([entry(1)]), workspaceId, options as object);
    expect(watch({ interval: -1 })).toThrow(
      new TypeError('options.interval: expected a number of milliseconds from 0 to 2147483647, received -1.'),
    );
    expect(watch({ timeout: 1 })).toThrow(
      new TypeError('Unknown option `timeout`. Expected one of: interval, signal.'),
    );
    await expect(take(1, watch({ signal: null, interval: 2 ** 31 - 1 })())).resolves.toEqual([idOf(1)]);
  });
});

describe('waitForActivity', () => {
  useFakeClock();
  const wanted = anOddExchange();
  const matcher = { method: 'POST', path: '/läden/**' };

  test('waitForActivity returns an existing entry after one read', async () => {
    const log = scriptedLog([entry(1), wanted]);
    await expect(waitForActivity(log, workspaceId, matcher)).resolves.toEqual(wanted);
    expect(log.readAt).toHaveLength(1);
  });

  test('waitForActivity reads a cleared log again after 250 ms by default, then less often', async () => {
    const log = scriptedLog([], [entry(1)], [], [entry(2), wanted]);
    await expect(after(5_000, waitForActivity(log, workspaceId, matcher))).resolves.toEqual(wanted);
    expect(pausesOf(log)).toEqual([250, 375, 562.5].map(Math.floor));
  });

  test('times out after 3,000 ms by default, or exactly after `timeout`', async () => {
    for (const [options, timeoutMs] of [
      [undefined, 3000],
      [{ timeout: 1234 }, 1234],
    ] as const) {
      let isSettled = false;
      const waiting = reasonOf(waitForActivity(scriptedLog([]), workspaceId, matcher, options));
      void waiting.then(() => (isSettled = true));
      await vi.advanceTimersByTimeAsync(timeoutMs - 1);
      expect(isSettled).toBe(false);
      expect(await after(1, waiting)).toMatchObject({ code: 'wait-timeout', timeoutMs });
    }
  });

  test.each<[string, ActivityMatcher]>([
    ['`responseBody`', { responseBody: { größe: 3 } }],
    ['`body`', { body: /Grüße/ }],
    ['a function', (received) => bodyOf(received, 'response').text().includes('größe')],
  ])('decodes compressed bodies, which a matcher with %s reads', async (_, matching) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const zipped = (value: unknown) => ({
      headers,
      bodyBase64Encoded: base64(gzipSync(JSON.stringify(value))),
    });
    const unknown = { headers: { 'content-encoding': 'x-own' }, bodyBase64Encoded: base64('?') };
    const found = anExchange({ id: idOf(2), request: zipped('Grüße'), response: zipped({ größe: 3 }) });
    const log = scriptedLog([anExchange({ id: idOf(1), response: unknown }), found]);
    const received = await waitForActivity(log, workspaceId, matching);
    expect(received).toMatchObject({ id: idOf(2), response: { headers } });
    expect(bodyOf(received, 'response').json()).toEqual({ größe: 3 });
    const [har] = toHar([received]).log.entries;
    expect(har?.response.content.text).toBe('{"größe":3}');
  });

  test('reads the log once with a timeout of 0', async () => {
    const waiting = waitForActivity(scriptedLog([]), workspaceId, matcher, { timeout: 0 });
    const error = await after(60_000, reasonOf(waiting));
    expect(error).toMatchObject({ code: 'wait-timeout', timeoutMs: 0, reads: 1 });
  });

  test('the timeout error lists the closest entries, without credentials', async () => {
    const near = anExchange({ id: idOf(1), request: { method: 'POST', path: '/orders/9?token=canary' } });
    const log = scriptedLog([entry(2)], [near]);
    const waiting = waitForActivity(
      log,
      workspaceId,
      { method: 'POST', path: '/orders' },
      { timeout: 1_000 },
    );
    const error = await after(1_000, reasonOf(waiting));
    expect(isActivityError(error, 'wait-timeout')).toBe(true);
    expect(error).toMatchObject({
      reads: 3,
      explanation: expect.stringContaining('1 entry was recorded') as string,
    });
    expect(String(error)).toMatch(
      /^ActivityError: Nothing matched within 1000 ms; the log was read 3 times\./,
    );
    expect(String(error)).toContain('path: expected "/orders", received "/orders/9?token=REDACTED"');
  });

  test('aborts a pending read when the timeout expires', async () => {
    const log = scriptedLog('hang');
    const waiting = after(1_000, waitForActivity(log, workspaceId, matcher, { timeout: 1_000 }));
    const explanation = 'The log could not be read in that time. Check the service, or raise the timeout.';
    await expect(waiting).rejects.toMatchObject({ reads: 0, explanation });
    expect(log.signals[0]?.aborted).toBe(true);
  });

  test.each(Object.entries(signals))(
    'waitForActivity rejects with an AbortError if it is aborted during %s',
    async (_, logOf) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort('enough'), 300);
      const error = await after(
        300,
        reasonOf(waitForActivity(logOf(), 'a/b', matcher, { signal: controller.signal })),
      );
      expect([isAbortError(error), isActivityError(error, 'wait-timeout')]).toEqual([true, false]);
      expect(error).toMatchObject({
        message: 'listActivity: waiting for activity was aborted by its signal.',
        operation: 'listActivity',
        method: 'GET',
        url: '/workspace/a%2Fb/activity',
        mayHaveBeenApplied: false,
        cause: 'enough',
      });
      expect((error as { attempts: number }).attempts).toBeGreaterThanOrEqual(1);
    },
  );

  test('waitForActivity rejects with the error of the client', async () => {
    const failure = new Error('the service is gone');
    await expect(after(250, waitForActivity(scriptedLog([], failure), workspaceId, matcher))).rejects.toBe(
      failure,
    );
  });

  test.each<[object, object, RegExp]>([
    [matcher, { timeout: -1 }, /^options.timeout: /],
    [matcher, { timeoutMs: 1 }, /^Unknown option `timeoutMs`. Did you mean `timeout`\?/],
    [{ path: 'orders' }, {}, /^matcher.path: /],
  ])(
    'waitForActivity rejects with a TypeError before its first read: %j, %j',
    async (matcher, options, message) => {
      const log = scriptedLog([wanted]);
      const error = await reasonOf(waitForActivity(log, workspaceId, matcher, options));
      expect(error).toBeInstanceOf(TypeError);
      expect((error as Error).message).toMatch(message);
      expect(log.readAt).toEqual([]);
    },
  );
});

test('waitForActivity and watchActivity leave no listener on the signal of a caller', async () => {
  const { signal } = new AbortController();
  await waitForActivity(scriptedLog([entry(1)]), workspaceId, {}, { signal });
  await take(1, watchActivity(scriptedLog([entry(1)]), workspaceId, { signal }));
  await reasonOf(waitForActivity(scriptedLog(new Error('gone')), workspaceId, {}, { signal }));
  await reasonOf(take(1, watchActivity(scriptedLog(new Error('gone')), workspaceId, { signal })));
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
