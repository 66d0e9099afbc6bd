import { createClient, isAbortError } from '@mock-services/sdk';
import { isWaitAbortedError, isWaitTimeoutError, waitForActivity } from '@mock-services/sdk/activity';
import { describe, expect, test, vi } from 'vitest';
import { anExchange, idOf } from '../support/activity-entries.ts';
import { pausesOf, scriptedLog } from '../support/activity-log.ts';
import { useFakeClock } from '../support/clock.ts';
import { anEntry, workspaceId } from '../support/fixtures.ts';
import { answerWith, startWireServer } from '../support/wire-server.ts';

const wanted = anExchange({ id: idOf(7), request: { method: 'POST', path: '/orders' } });
const matcher = { method: 'POST', path: '/orders' };

/** Advances the clock; a rejection stays in the returned promise. */
async function after<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  work.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(ms);
  return work;
}

describe('on a fake clock', () => {
  useFakeClock();

  test('an existing entry is found with one read', async () => {
    const log = scriptedLog([anEntry(), wanted]);
    await expect(waitForActivity(log, workspaceId, matcher)).resolves.toEqual(wanted);
    expect(log.readAt).toHaveLength(1);
  });

  test('a later entry is found, even if the log is cleared meanwhile', async () => {
    const log = scriptedLog([], [anEntry()], [], [anEntry(), wanted]);
    await expect(after(5_000, waitForActivity(log, workspaceId, matcher))).resolves.toEqual(wanted);
    expect(log.readAt).toHaveLength(4);
  });

  test('the pauses grow up to eight times the interval', async () => {
    const log = scriptedLog([]);
    const waiting = after(
      10_000,
      waitForActivity(log, workspaceId, matcher, { interval: 100, timeout: 5_000 }),
    );
    await expect(waiting).rejects.toThrow('nothing matched');
    expect(pausesOf(log).slice(0, 3)).toEqual([100, 150, 225]);
    expect(Math.max(...pausesOf(log))).toBe(800);
  });

  test('an interval of zero does not make a busy loop', async () => {
    const log = scriptedLog([]);
    const waiting = after(2_000, waitForActivity(log, workspaceId, matcher, { interval: 0, timeout: 1_000 }));
    await expect(waiting).rejects.toThrow('nothing matched');
    expect(Math.min(...pausesOf(log))).toBeGreaterThanOrEqual(10);
  });

  test('after the timeout the error lists the nearest misses, without credentials', async () => {
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

  test('a hanging read is aborted at the timeout', async () => {
    const log = scriptedLog('hang');
    const waiting = after(1_000, waitForActivity(log, workspaceId, matcher, { timeout: 1_000 }));
    await expect(waiting).rejects.toMatchObject({
      reads: 0,
      explanation: 'The log could not be read in that time: is the service slow, or the timeout too short?',
    });
    expect(log.signals[0]?.aborted).toBe(true);
  });

  test.each([
    ['a pause', scriptedLog([])],
    ['a read', scriptedLog('hang')],
  ])('an abort during %s ends the wait at once', async (_, log) => {
    const controller = new AbortController();
    const waiting = waitForActivity(log, workspaceId, matcher, { signal: controller.signal });
    setTimeout(() => {
      controller.abort('enough');
    }, 50);
    const error: unknown = await after(50, waiting).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'AbortError', cause: 'enough' });
    expect([isWaitAbortedError(error), isWaitTimeoutError(error)]).toEqual([true, false]);
  });

  test('with an aborted signal nothing is read', async () => {
    const log = scriptedLog([wanted]);
    const waiting = waitForActivity(log, workspaceId, matcher, { signal: AbortSignal.abort() });
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    expect(log.readAt).toEqual([]);
  });

  test('an error of the client ends the wait', async () => {
    const failure = new Error('the service is gone');
    const waiting = after(5_000, waitForActivity(scriptedLog([], failure), workspaceId, matcher));
    await expect(waiting).rejects.toBe(failure);
  });

  test.each([{ timeout: -1 }, { timeout: Number.NaN }, { timeout: 2 ** 31 }, { interval: Infinity }])(
    'an invalid option is an ArgumentError: %j',
    async (options) => {
      const log = scriptedLog([wanted]);
      const argument = `options.${Object.keys(options).join('')}`;
      await expect(waitForActivity(log, workspaceId, matcher, options)).rejects.toMatchObject({ argument });
      expect(log.readAt).toEqual([]);
    },
  );

  test('an invalid matcher is an ArgumentError, even if the log is empty, and nothing is read', async () => {
    const log = scriptedLog([]);
    const waiting = waitForActivity(log, workspaceId, { path: 'orders' });
    await expect(waiting).rejects.toMatchObject({ name: 'ArgumentError', argument: 'matcher.path' });
    expect(log.readAt).toEqual([]);
  });
});

describe('over HTTP', () => {
  test('a client reads the log until the entry arrives', async () => {
    await using server = await startWireServer((request, response, count) => {
      answerWith(200, { data: count < 3 ? [] : [wanted] })(request, response, count);
    });
    const client = createClient({ baseUrl: server.url });
    await expect(waitForActivity(client, workspaceId, matcher, { interval: 10 })).resolves.toEqual(wanted);
    expect(server.requests).toHaveLength(3);
  });

  test('an abort during a request is a WaitAbortedError, not the AbortError of the client', async () => {
    const controller = new AbortController();
    await using server = await startWireServer(() => {
      controller.abort();
    });
    const waiting = waitForActivity(createClient({ baseUrl: server.url }), workspaceId, matcher, controller);
    const error: unknown = await waiting.catch((reason: unknown) => reason);
    expect([isWaitAbortedError(error), isAbortError(error)]).toEqual([true, false]);
  });
});
