/** `activity.stream`: entries while they arrive, limits, and how a stream ends. */
import {
  type ActivityStream,
  createClient,
  type StreamOptions,
  type ValidationError,
  type WarningEvent,
} from '@mock-services/sdk';
import { describe, expect, test, vi } from 'vitest';
import { anExchange, idOf } from '../support/activity-entries.ts';
import { failureOf, unhandledDuring } from '../support/failures.ts';
import {
  emptyList,
  fetching,
  fetchOf,
  hang,
  networkFailure,
  status,
  type FetchAnswer,
} from '../support/fetches.ts';
import { anEntry, baseUrl, workspaceId } from '../support/fixtures.ts';
import { advance, pause, settle, useVirtualTime } from '../support/virtual-time.ts';
import { startWireServer } from '../support/wire-server.ts';

const entries = Array.from({ length: 4 }, (_, n) =>
  anExchange({ id: idOf(n), request: { path: `/ü🎉/${n}` } }),
);
const ids = entries.map(({ id }) => id);
const log = JSON.stringify({ data: entries });
const comma = (n: number) => `,${JSON.stringify(entries[n])}`;
/** The beginning of a log, with one entry. */
const one = `{"data":[${JSON.stringify(entries[0])}`;

/** Creates a service that sends the given parts of a log when the test asks for it. */
function openLog(options?: StreamOptions, ofClient: Partial<Parameters<typeof createClient>[0]> = {}) {
  let body!: ReadableStreamDefaultController<Uint8Array>;
  const cancel = vi.fn();
  const start = (controller: typeof body) => void (body = controller);
  const { fetch, sent } = fetchOf(
    () => new Response(new ReadableStream({ start, cancel }, { highWaterMark: 0 })),
  );
  const stream = createClient({ baseUrl, fetch, ...ofClient }).activity.stream(workspaceId, options);
  const send = (text: string) => body.enqueue(new TextEncoder().encode(text));
  return { stream, send, sent, cancel, end: () => body.close(), fail: () => body.error(networkFailure()) };
}

/** Starts to read an entry, and waits until the stream waits for bytes. */
async function reading({ stream }: { stream: ActivityStream }) {
  const next = stream.next();
  next.catch(() => undefined);
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return { next };
}

async function collected(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const item of items) all.push(item);
  return all;
}
const end = { done: true, value: undefined };
const streamOf = (answer: FetchAnswer, options?: StreamOptions) =>
  createClient({ baseUrl, ...fetching(answer) }).activity.stream(workspaceId, options);

describe('a stream', () => {
  test('reads all entries with one request, which the first read sends', async () => {
    const { fetch, sent } = fetchOf(status(200, {}, log));
    const stream = createClient({ baseUrl, fetch, token: 'secret' }).activity.stream(workspaceId);
    await Promise.resolve();
    expect(sent).toHaveLength(0);
    await expect(collected(stream)).resolves.toEqual(entries);
    const headers = { accept: 'application/json', authorization: 'Bearer secret' };
    expect(sent).toMatchObject([
      { method: 'GET', url: `${baseUrl}/workspace/${workspaceId}/activity`, headers },
    ]);
    await expect(stream.next()).resolves.toEqual(end);
    await expect(collected(stream)).resolves.toEqual([]);
  });

  test('yields an entry before the next one arrives, and does not read ahead', async () => {
    let pulls = 0;
    const encoder = new TextEncoder();
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      pulls += 1;
      controller.enqueue(encoder.encode(pulls === 1 ? one + comma(1) : comma(2)));
    };
    const stream = streamOf(() => new Response(new ReadableStream({ pull }, { highWaterMark: 0 })));
    await expect(stream.next()).resolves.toMatchObject({ value: { id: ids[0] } });
    const afterFirst = pulls;
    await expect(stream.next()).resolves.toMatchObject({ value: { id: ids[1] } });
    await new Promise((resolve) => setImmediate(resolve));
    // A chunk ends an entry when the next comma arrives, so one more chunk may be needed.
    expect(pulls - afterFirst).toBeLessThanOrEqual(1);
    await stream.close();
  });

  test('retries only failures that occur before the response headers arrive', async () => {
    const { fetch, sent } = fetchOf(status(503, { 'retry-after': '0' }), status(200, {}, one));
    const stream = createClient({ baseUrl, fetch }).activity.stream(workspaceId);
    await expect(collected(stream)).rejects.toMatchObject({ name: 'ParseError', attempts: 2 });
    expect(sent).toHaveLength(2);
  });

  test('rejects with an ApiError that has a body if the service refuses the request', async () => {
    const stream = streamOf(status(404, {}, '{"why":"gone"}'));
    await expect(stream.next()).rejects.toMatchObject({
      name: 'ApiError',
      status: 404,
      body: { why: 'gone' },
    });
    await expect(stream.next()).resolves.toEqual(end);
  });

  test.each([
    ['a body that ends early', one, { name: 'ParseError', status: 200, body: undefined }],
    ['a body that is not JSON', `${one}, nonsense]}`, { name: 'ParseError' }],
    ['an HTML page', '<!doctype html>', { name: 'ParseError' }],
    ['another form', '[]', { name: 'ValidationError', side: 'response' }],
    ['a log that is not an array', '{"data":{}}', { name: 'ValidationError', issues: [{ path: 'data' }] }],
    ['an invalid entry', `${one},{"id":7}]}`, { name: 'ValidationError', status: 200, body: undefined }],
  ])('throws the matching error while reading %s', async (_, text, expected) => {
    const all: unknown[] = [];
    const read = async () => {
      for await (const entry of streamOf(status(200, {}, text))) all.push(entry);
    };
    await expect(read()).rejects.toMatchObject({ ...expected, operation: 'listActivity', attempts: 1 });
    expect(all).toEqual(text.startsWith(one) && text !== one ? [entries[0]] : all);
  });

  test('a stream reports the same issues as `list`', async () => {
    const bad = { ...anEntry(), id: 7, request: { ...anEntry().request, headers: { 'a/b~': 7 } } };
    const answer = status(200, {}, JSON.stringify({ data: [anEntry(), anEntry(), bad] }));
    const listed = createClient({ baseUrl, ...fetching(answer) }).activity.list(workspaceId);
    const { issues } = (await failureOf(listed)) as ValidationError;
    expect(issues.map(({ pointer }) => pointer)).toContain('/data/2/id');
    expect(await failureOf(collected(streamOf(answer)))).toMatchObject({ issues });
  });

  test('throws a NetworkError if the connection is lost, and then ends', async () => {
    const source = openLog();
    const { next: first } = await reading(source);
    source.send(`${one},`);
    await expect(first).resolves.toMatchObject({ value: entries[0] });
    const { next: second } = await reading(source);
    source.fail();
    await expect(second).rejects.toMatchObject({
      name: 'NetworkError',
      status: 200,
      cause: networkFailure(),
    });
    await expect(source.stream.next()).resolves.toEqual(end);
  });
});

describe('limits', () => {
  useVirtualTime();

  test('`timeout` limits the wait for a chunk, but not the time to process an entry', async () => {
    const source = openLog({ timeout: 100 });
    for (let round = 0; round < 5; round += 1) {
      const { next } = await reading(source);
      await advance(99);
      source.send(round === 0 ? `${one},` : `${comma(1).slice(1)},`);
      await expect(next).resolves.toMatchObject({ done: false });
      await advance(1_000_000); // the consumer pauses
    }
    const { next: late } = await reading(source);
    await advance(99);
    expect(source.cancel).not.toHaveBeenCalled();
    await advance(1);
    await expect(late).rejects.toMatchObject({ name: 'TimeoutError', limit: 'timeout', attempts: 1 });
    expect(source.cancel).toHaveBeenCalledOnce();
    await expect(source.stream.next()).resolves.toEqual(end);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('`timeout` is 10,000 ms by default, or the `timeout` of the client', async () => {
    for (const [ofClient, ms] of [
      [{}, 10_000],
      [{ timeout: 50 }, 50],
    ] as const) {
      const { next } = await reading(openLog(undefined, ofClient));
      const start = performance.now();
      await expect(settle(next)).rejects.toMatchObject({ limit: 'timeout' });
      expect(performance.now() - start).toBe(ms);
    }
  });

  test('the limits of the client apply until the headers arrive', async () => {
    const before = async (ofClient: object, limit: string, ms: number) => {
      const start = performance.now();
      const { activity } = createClient({ baseUrl, ...fetching(hang), ...ofClient });
      await expect(settle(activity.stream(workspaceId).next())).rejects.toMatchObject({
        name: 'TimeoutError',
        limit,
      });
      expect(performance.now() - start).toBe(ms);
    };
    await before({}, 'timeout', 10_000);
    await before({ timeout: false }, 'totalTimeout', 60_000);
  });

  test('`totalTimeout` of the client does not limit the stream', async () => {
    const source = openLog({ timeout: false }, { totalTimeout: 1_000 });
    const { next } = await reading(source);
    await advance(1_000_000);
    source.send(`${one},`);
    await expect(next).resolves.toMatchObject({ done: false });
    await source.stream.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('`totalTimeout` of the stream closes the connection, even if nobody reads', async () => {
    const source = openLog({ totalTimeout: 5_000 });
    const { next } = await reading(source);
    source.send(`${one},`);
    await next;
    await advance(4_999);
    expect(source.cancel).not.toHaveBeenCalled();
    await advance(1);
    expect(source.cancel).toHaveBeenCalledOnce();
    expect(source.sent[0]?.signal.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
    await expect(source.stream.next()).rejects.toMatchObject({ name: 'TimeoutError', limit: 'totalTimeout' });
    await expect(source.stream.next()).resolves.toEqual(end);
  });

  test('`totalTimeout` of the stream starts with the request and ends a pending read', async () => {
    const slow = () => pause(3_000).then(() => new Response(new ReadableStream()));
    const next = streamOf(slow, { totalTimeout: 5_000 }).next();
    next.catch(() => undefined);
    await advance(0);
    await advance(3_000);
    await advance(1_999);
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    await advance(1);
    const message = expect.stringContaining('the response body') as string;
    await expect(next).rejects.toMatchObject({ name: 'TimeoutError', limit: 'totalTimeout', message });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a stream that was read to its end leaves no timer', async () => {
    await expect(collected(streamOf(emptyList, { totalTimeout: 5_000 }))).resolves.toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a stream that is not read to the end', () => {
  test.each<[string, (stream: ActivityStream) => PromiseLike<unknown>, unknown]>([
    ['close()', (stream) => stream.close(), undefined],
    ['return()', (stream) => stream.return(), end],
    ['await using', (stream) => stream[Symbol.asyncDispose](), undefined],
  ])('%s closes the connection and ends a pending read', async (_, close, result) => {
    const source = openLog();
    const { next } = await reading(source);
    await expect(close(source.stream)).resolves.toEqual(result);
    await expect(next).resolves.toEqual(end);
    expect(source.cancel).toHaveBeenCalledOnce();
    await expect(source.stream.next()).resolves.toEqual(end);
  });

  test('leaving the loop closes the stream and its socket', async () => {
    const closed = vi.fn();
    await using server = await startWireServer((_, response) => {
      response.on('close', closed).write(`${one},`);
    });
    for await (const { id } of createClient({ baseUrl: server.url }).activity.stream(workspaceId)) {
      expect(id).toBe(ids[0]);
      break;
    }
    await expect.poll(() => closed.mock.calls.length).toBe(1);
  });

  test('a stream can be closed before the response arrives', async () => {
    const closed = vi.fn();
    await using server = await startWireServer((_, response) => {
      response.on('close', closed);
    });
    const stream = createClient({ baseUrl: server.url }).activity.stream(workspaceId);
    const read = collected(stream);
    await expect.poll(() => server.requests.length).toBe(1);
    await stream.close();
    await expect(read).resolves.toEqual([]);
    await expect.poll(() => closed.mock.calls.length).toBe(1);
  });

  test('a stream that is closed before the first read sends no request', async () => {
    const source = openLog();
    await source.stream.close();
    await expect(source.stream.next()).resolves.toEqual(end);
    expect(source.sent).toHaveLength(0);
  });

  test('a body that cannot be canceled causes no unhandled rejection', async () => {
    const source = openLog();
    source.cancel.mockRejectedValue(new Error('cannot be canceled'));
    const work = async () => {
      await reading(source);
      await source.stream.close();
    };
    expect(await unhandledDuring(work)).toEqual([]);
  });
});

describe('an abort', () => {
  test('an abort ends a pending read and closes the connection', async () => {
    const controller = new AbortController();
    const source = openLog({ signal: controller.signal });
    const { next } = await reading(source);
    controller.abort('enough');
    await expect(next).rejects.toMatchObject({ name: 'AbortError', cause: 'enough', attempts: 1 });
    expect(source.cancel).toHaveBeenCalledOnce();
    await expect(source.stream.next()).resolves.toEqual(end);
  });

  test('an abort between two reads closes the connection, and the next read rejects', async () => {
    const controller = new AbortController();
    const source = openLog({ signal: controller.signal, timeout: false });
    const { next } = await reading(source);
    source.send(`${one}${comma(1)}${comma(2)},`);
    await expect(next).resolves.toMatchObject({ value: entries[0] });
    controller.abort('enough');
    expect(source.sent[0]?.signal.aborted).toBe(true);
    await expect(source.stream.next()).rejects.toMatchObject({ name: 'AbortError', cause: 'enough' });
  });
});

describe('validation', () => {
  const [entry] = entries;
  const odd = [{ ...entry, timestamp: 'late' }, { id: 7 }, entry];

  test('validation of an entry is strict by default', async () => {
    const stream = streamOf(Response.json({ data: odd }));
    const issues = [{ path: 'data[0].timestamp' }];
    await expect(collected(stream)).rejects.toMatchObject({ name: 'ValidationError', issues });
  });

  test('`warn` and `off` yield invalid entries, and `warn` reports the first path once', async () => {
    const onWarning = vi.fn<(event: WarningEvent) => void>();
    const client = createClient({
      baseUrl,
      validation: 'warn',
      onWarning,
      ...fetching(Response.json({ data: odd })),
    });
    const off = { validation: 'off' } as const;
    await expect(collected(client.activity.stream(workspaceId, off))).resolves.toEqual(odd);
    expect(onWarning).not.toHaveBeenCalled();
    for (let round = 0; round < 2; round += 1)
      await expect(collected(client.activity.stream(workspaceId))).resolves.toEqual(odd);
    const warning = { kind: 'validation', operation: 'listActivity', path: 'data[0].timestamp', attempt: 1 };
    expect(onWarning.mock.calls).toEqual([[expect.objectContaining(warning)]]);
  });

  test('a stream rejects a body without a list, even with `validation: off`', async () => {
    const stream = streamOf(Response.json({ data: {} }), { validation: 'off' });
    await expect(collected(stream)).rejects.toMatchObject({
      name: 'ValidationError',
      issues: [{ path: 'data' }],
    });
  });

  test('accepts entries of up to maxEntryLength characters, and null as the default', async () => {
    const { length } = JSON.stringify(entry);
    const read = (maxEntryLength: number | null) =>
      collected(streamOf(status(200, {}, `${one}]}`), { maxEntryLength } as StreamOptions));
    await expect(read(null)).resolves.toEqual([entry]);
    await expect(read(length)).resolves.toEqual([entry]);
    for (const tooShort of [length - 1, 0])
      await expect(read(tooShort)).rejects.toMatchObject({ name: 'ValidationError', status: 200 });
  });
});
