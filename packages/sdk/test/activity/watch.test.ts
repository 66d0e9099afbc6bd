import { createClient } from '@mock-services/sdk';
import { type ActivityEntry, watchActivity } from '@mock-services/sdk/activity';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { anExchange, idOf } from '../support/activity-entries.ts';
import { pausesOf, scriptedLog } from '../support/activity-log.ts';
import { useFakeClock } from '../support/clock.ts';
import { workspaceId } from '../support/fixtures.ts';
import { answerWith, startWireServer } from '../support/wire-server.ts';

const entry = (n: number, timestamp = '2026-03-01T10:00:00.000Z') => anExchange({ id: idOf(n), timestamp });

/** The ids of the first `count` entries. */
async function take(count: number, entries: AsyncIterable<ActivityEntry>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of entries) {
    ids.push(id);
    if (ids.length === count) break;
  }
  return ids;
}

/** Advances the clock until the work settles. */
async function meanwhile<Value>(work: Promise<Value>): Promise<Value> {
  work.catch(() => undefined);
  await vi.runAllTimersAsync();
  return work;
}

describe('on a fake clock', () => {
  useFakeClock();

  test('each entry is yielded once, existing and new ones, even after a clear', async () => {
    const [a, b, c, d] = [entry(1), entry(2), entry(3), entry(4)];
    const log = scriptedLog([a], [a, b], [a, b], [], [b, c], [a, c, d]);
    const ids = await meanwhile(take(4, watchActivity(log, workspaceId)));
    expect(ids).toEqual([a, b, c, d].map(({ id }) => id));
  });

  test('no id is yielded twice or omitted, whatever is cleared and recorded again', async () => {
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

  test('entries of one read are ordered by timestamp', async () => {
    const log = scriptedLog([
      entry(3, '2026-03-01T10:00:00.3Z'),
      entry(1, '2026-03-01T10:00:00.100Z'),
      entry(2, '2026-03-01T10:00:00.25Z'),
    ]);
    await expect(take(3, watchActivity(log, workspaceId))).resolves.toEqual([idOf(1), idOf(2), idOf(3)]);
  });

  test('the pause grows while there is nothing new, and is short again after an entry', async () => {
    const log = scriptedLog([], [], [], [entry(1)], [], [entry(2)]);
    await meanwhile(take(2, watchActivity(log, workspaceId, { interval: 100 })));
    expect(pausesOf(log)).toEqual([100, 150, 225, 100, 150]);
  });

  test('an interval of zero does not make a busy loop', async () => {
    const log = scriptedLog([], [], [], [entry(1)]);
    await meanwhile(take(1, watchActivity(log, workspaceId, { interval: 0 })));
    expect(Math.min(...pausesOf(log))).toBeGreaterThanOrEqual(10);
  });

  test('nothing is read before the first entry is requested, nor after the loop is left', async () => {
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
  ])('an abort during %s ends the loop at once', async (_, log) => {
    const controller = new AbortController();
    setTimeout(() => {
      controller.abort('enough');
    }, 50);
    const watching = meanwhile(take(1, watchActivity(log, workspaceId, controller)));
    await expect(watching).rejects.toMatchObject({ name: 'AbortError', cause: 'enough' });
  });

  test('after an abort no further entry of a read is yielded', async () => {
    const controller = new AbortController();
    const watching = watchActivity(scriptedLog([entry(1), entry(2)]), workspaceId, controller);
    await watching.next();
    controller.abort();
    await expect(watching.next()).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('an error of the client ends the loop, after the entries before it', async () => {
    const failure = new Error('the service is gone');
    const seen: string[] = [];
    const loop = async () => {
      for await (const { id } of watchActivity(scriptedLog([entry(1)], failure), workspaceId)) seen.push(id);
    };
    await expect(meanwhile(loop())).rejects.toBe(failure);
    expect(seen).toEqual([idOf(1)]);
  });

  test('null for a signal is none', async () => {
    const options = { signal: null } as unknown as { signal: undefined };
    const watching = watchActivity(scriptedLog([entry(1)], [entry(2)]), workspaceId, options);
    await expect(meanwhile(take(2, watching))).resolves.toEqual([idOf(1), idOf(2)]);
  });

  test('an invalid interval is rejected at once', () => {
    expect(() => watchActivity(scriptedLog([]), workspaceId, { interval: -1 })).toThrow(/options.interval/);
  });
});

test('over HTTP each entry is yielded once', async () => {
  await using server = await startWireServer((request, response, count) => {
    const log = Array.from({ length: count }, (_, index) => entry(index));
    answerWith(200, { data: log })(request, response, count);
  });
  const client = createClient({ baseUrl: server.url });
  await expect(take(3, watchActivity(client, workspaceId, { interval: 10 }))).resolves.toEqual(
    [0, 1, 2].map(idOf),
  );
});
