import { createClient, isAbortError } from '@mock-services/sdk';
import {
  type ActivityEntry,
  isWaitAbortedError,
  isWaitTimeoutError,
  waitForActivity,
  watchActivity,
} from '@mock-services/sdk/activity';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { anExchange, idOf } from '../support/activity-entries.ts';
import { pausesOf, scriptedLog } from '../support/activity-log.ts';
import { useFakeClock } from '../support/clock.ts';
import { anEntry, workspaceId } from '../support/fixtures.ts';
import { answerWith, startWireServer } from '../support/wire-server.ts';

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

/** Runs all timers until the promise settles. */
async function meanwhile<Value>(work: Promise<Value>): Promise<Value> {
  work.catch(() => undefined);
  await vi.runAllTimersAsync();
  return work;
}

describe('watchActivity', () => {
  useFakeClock();

  test('watchActivity yields each existing and new log entry once, even after the log is cleared', async () => {
    const [a, b, c, d] = [entry(1), entry(2), entry(3), entry(4)];
    const log = scriptedLog([a], [a, b], [a, b], [], [b, c], [a, c, d]);
    const ids = await meanwhile(take(4, watchActivity(log, workspaceId)));
    expect(ids).toEqual([a, b, c, d].map(({ id }) => id));
  });

  test('watchActivity yields each entry id exactly once for any sequence of logs', async () => {
    const reads = fc.array(fc.array(fc.nat(20), { maxLength: 8 }), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(reads, async (reads) => {
        const different = [...new Set(reads.flat())].map(idOf);
        const log = scriptedLog(...reads.map((ids) => ids.map((id) => entry(id))), [entry(99)]);
        const ids = await meanwhile(take(different.length + 1, watchActivity(log, workspaceId)));
        expect(ids.toSorted()).toEqual([...different, idOf(99)].toSorted());
      }),
    );
  });

  test('watchActivity sorts the new entries of each read by timestamp', async () => {
    const log = scriptedLog([
      entry(3, '2026-03-01T10:00:00.3Z'),
      entry(1, '2026-03-01T10:00:00.100Z'),
      entry(2, '2026-03-01T10:00:00.25Z'),
    ]);
    await expect(take(3, watchActivity(log, workspaceId))).resolves.toEqual([idOf(1), idOf(2), idOf(3)]);
  });

  test('watchActivity waits longer after each read without new entries, until a new entry arrives', async () => {
    const log = scriptedLog([], [], [], [entry(1)], [], [entry(2)]);
    await meanwhile(take(2, watchActivity(log, workspaceId, { interval: 100 })));
    expect(pausesOf(log)).toEqual([100, 150, 225, 100, 150]);
  });

  test('watchActivity pauses at least 10 ms between reads if the interval is 0', async () => {
    const log = scriptedLog([], [], [], [entry(1)]);
    await meanwhile(take(1, watchActivity(log, workspaceId, { interval: 0 })));
    expect(Math.min(...pausesOf(log))).toBeGreaterThanOrEqual(10);
  });

  test('watchActivity does not read the log before its loop starts or after its loop ends', async () => {
    const log = scriptedLog([entry(1)]);
    const watching = watchActivity(log, workspaceId);
    expect(log.readAt).toHaveLength(0);
    await take(1, watching);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(log.readAt).toHaveLength(1);
  });

  test.each([
    ['a pause', scriptedLog([])],
    ['a read', scriptedLog('hang')],
  ])('watchActivity rejects immediately if it is aborted during %s', async (_, log) => {
    const controller = new AbortController();
    setTimeout(() => {
      controller.abort('enough');
    }, 50);
    const watching = meanwhile(take(1, watchActivity(log, workspaceId, controller)));
    await expect(watching).rejects.toMatchObject({ name: 'AbortError', cause: 'enough' });
  });

  test('watchActivity yields no more entries after it is aborted', async () => {
    const controller = new AbortController();
    const watching = watchActivity(scriptedLog([entry(1), entry(2)]), workspaceId, controller);
    await watching.next();
    controller.abort();
    await expect(watching.next()).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('watchActivity yields the entries that precede a client error and then rethrows the error', async () => {
    const failure = new Error('the service is gone');
    const seen: string[] = [];
    const loop = async () => {
      for await (const { id } of watchActivity(scriptedLog([entry(1)], failure), workspaceId)) seen.push(id);
    };
    await expect(meanwhile(loop())).rejects.toBe(failure);
    expect(seen).toEqual([idOf(1)]);
  });

  test('watchActivity accepts null for the signal option', async () => {
    const options = { signal: null } as unknown as { signal: undefined };
    const watching = watchActivity(scriptedLog([entry(1)], [entry(2)]), workspaceId, options);
    await expect(meanwhile(take(2, watching))).resolves.toEqual([idOf(1), idOf(2)]);
  });

  test('watchActivity throws if the interval is negative', () => {
    expect(() => watchActivity(scriptedLog([]), workspaceId, { interval: -1 })).toThrow(/options.interval/);
  });
});

test('watchActivity yields each entry once when it reads the log over HTTP', async () => {
  await using server = await startWireServer((request, response, count) => {
    const log = Array.from({ length: count }, (_, index) => entry(index));
    answerWith(200, { data: log })(request, response, count);
  });
  const client = createClient({ baseUrl: server.url });
  await expect(take(3, watchActivity(client, workspaceId, { interval: 10 }))).resolves.toEqual(
    [0, 1, 2].map(idOf),
  );
});

const wanted = anExchange({ id: idOf(7), request: { method: 'POST', path: '/orders' } });
const matcher = { method: 'POST', path: '/orders' };

/** Advances the fake clock by `ms` milliseconds. If `work` rejects, the returned promise rejects. */
async function after<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  work.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(ms);
  return work;
}

describe('waitForActivity', () => {
  useFakeClock();

  test('waitForActivity returns an existing matching entry after one read', async () => {
    const log = scriptedLog([anEntry(), wanted]);
    await expect(waitForActivity(log, workspaceId, matcher)).resolves.toEqual(wanted);
    expect(log.readAt).toHaveLength(1);
  });

  test('waitForActivity returns an entry that arrives later, even if the log was cleared', async () => {
    const log = scriptedLog([], [anEntry()], [], [anEntry(), wanted]);
    await expect(after(5_000, waitForActivity(log, workspaceId, matcher))).resolves.toEqual(wanted);
    expect(log.readAt).toHaveLength(4);
  });

  test('waitForActivity increases the pause between reads to at most eight times the interval', async () => {
    const log = scriptedLog([]);
    const waiting = after(
      10_000,
      waitForActivity(log, workspaceId, matcher, { interval: 100, timeout: 5_000 }),
    );
    await expect(waiting).rejects.toThrow('nothing matched');
    expect(pausesOf(log).slice(0, 3)).toEqual([100, 150, 225]);
    expect(Math.max(...pausesOf(log))).toBe(800);
  });

  test('waitForActivity pauses at least 10 ms between reads if the interval is 0', async () => {
    const log = scriptedLog([]);
    const waiting = after(2_000, waitForActivity(log, workspaceId, matcher, { interval: 0, timeout: 1_000 }));
    await expect(waiting).rejects.toThrow('nothing matched');
    expect(Math.min(...pausesOf(log))).toBeGreaterThanOrEqual(10);
  });

  test('the timeout error of waitForActivity lists the closest entries without credentials', async () => {
    const near = anExchange({ id: idOf(1), request: { method: 'POST', path: '/orders/9?token=canary' } });
    const waiting = after(
      2_000,
      waitForActivity(scriptedLog([near]), workspaceId, matcher, { timeout: 1_000 }),
    );
    const error: unknown = await waiting.catch((reason: unknown) => reason);
    expect(isWaitTimeoutError(error)).toBe(true);
    expect(error).toMatchObject({ name: 'WaitTimeoutError', timeoutMs: 1_000, reads: 3 });
    expect(String(error)).toContain('path: expected /orders, recorded /orders/9?token=REDACTED');
    expect(String(error)).not.toContain('canary');
  });

  test('waitForActivity aborts a pending read when the timeout expires', async () => {
    const log = scriptedLog('hang');
    const waiting = after(1_000, waitForActivity(log, workspaceId, matcher, { timeout: 1_000 }));
    await expect(waiting).rejects.toMatchObject({
      reads: 0,
      explanation: 'The log could not be read in that time. Check the service, or raise the timeout.',
    });
    expect(log.signals[0]?.aborted).toBe(true);
  });

  test.each([
    ['a pause', scriptedLog([])],
    ['a read', scriptedLog('hang')],
  ])('waitForActivity rejects immediately if it is aborted during %s', async (_, log) => {
    const controller = new AbortController();
    const waiting = waitForActivity(log, workspaceId, matcher, { signal: controller.signal });
    setTimeout(() => {
      controller.abort('enough');
    }, 50);
    const error: unknown = await after(50, waiting).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'AbortError', cause: 'enough' });
    expect([isWaitAbortedError(error), isWaitTimeoutError(error)]).toEqual([true, false]);
  });

  test('waitForActivity does not read the log if its signal is already aborted', async () => {
    const log = scriptedLog([wanted]);
    const waiting = waitForActivity(log, workspaceId, matcher, { signal: AbortSignal.abort() });
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    expect(log.readAt).toEqual([]);
  });

  test("if the client rejects, waitForActivity rejects with the client's error", async () => {
    const failure = new Error('the service is gone');
    const waiting = after(5_000, waitForActivity(scriptedLog([], failure), workspaceId, matcher));
    await expect(waiting).rejects.toBe(failure);
  });

  test.each([{ timeout: -1 }, { timeout: Number.NaN }, { timeout: 2 ** 31 }, { interval: Infinity }])(
    'waitForActivity rejects the invalid option %j before the first read',
    async (options) => {
      const log = scriptedLog([wanted]);
      const argument = `options.${Object.keys(options).join('')}`;
      await expect(waitForActivity(log, workspaceId, matcher, options)).rejects.toMatchObject({ argument });
      expect(log.readAt).toEqual([]);
    },
  );

  test('waitForActivity rejects an invalid matcher before the first read', async () => {
    const log = scriptedLog([]);
    const waiting = waitForActivity(log, workspaceId, { path: 'orders' });
    await expect(waiting).rejects.toMatchObject({ name: 'ArgumentError', argument: 'matcher.path' });
    expect(log.readAt).toEqual([]);
  });
});

describe('waitForActivity over HTTP', () => {
  test('waitForActivity reads the log over HTTP until a matching entry arrives', async () => {
    await using server = await startWireServer((request, response, count) => {
      answerWith(200, { data: count < 3 ? [] : [wanted] })(request, response, count);
    });
    const client = createClient({ baseUrl: server.url });
    await expect(waitForActivity(client, workspaceId, matcher, { interval: 10 })).resolves.toEqual(wanted);
    expect(server.requests).toHaveLength(3);
  });

  test('waitForActivity rejects with a WaitAbortedError if it is aborted during a request', async () => {
    const controller = new AbortController();
    await using server = await startWireServer(() => {
      controller.abort();
    });
    const waiting = waitForActivity(createClient({ baseUrl: server.url }), workspaceId, matcher, controller);
    const error: unknown = await waiting.catch((reason: unknown) => reason);
    expect([isWaitAbortedError(error), isAbortError(error)]).toEqual([true, false]);
  });
});
