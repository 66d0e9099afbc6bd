import {
  type ActivityStream,
  type Client,
  createClient,
  isApiError,
  isMockServicesError,
  type StreamOptions,
  type ValidationMode,
  type WarningEvent,
} from '@mock-services/sdk';
import ky from 'ky';
import { describe, expect, test, vi } from 'vitest';
import { anExchange, idOf } from '../support/activity-entries.ts';
import { fakeTimers } from '../support/clock.ts';
import { unhandledDuring } from '../support/failures.ts';
import { workspaceId } from '../support/fixtures.ts';
import {
  type Answer,
  answerWith,
  cut,
  inTurn,
  startWireServer,
  unavailable,
  type WireServer,
} from '../support/wire-server.ts';

const baseUrl = 'https://mocks.example.com';
const entries = Array.from({ length: 5 }, (_, index) => anExchange({ id: idOf(index) }));
const ids = entries.map(({ id }) => id);
const log = JSON.stringify({ data: entries });
/** The beginning of a log, with two entries. */
const two = log.slice(0, log.indexOf(JSON.stringify(entries[2])) - 1);
const bytes = (text: string) => new TextEncoder().encode(text);
const send =
  (...parts: readonly string[]): Answer =>
  (_, response) => {
    for (const part of parts) response.write(part);
    response.end();
  };
const begin =
  (text: string): Answer =>
  (_, response) =>
    response.write(text);

const streamFrom = ({ url }: WireServer, options?: StreamOptions) =>
  createClient({ baseUrl: url }).activity.stream(workspaceId, options);

async function collected(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Starts a server. Reports whether the connection of the last response is closed. */
async function startClosing(answer: Answer) {
  let closed = false;
  const server = await startWireServer((request, response, count) => {
    response.on('close', () => {
      closed = true;
    });
    answer(request, response, count);
  });
  return { ...server, isClosed: () => closed };
}

/** Returns the ids of the entries that a stream yields, and the error at its end. */
async function drain({ url }: WireServer, options?: StreamOptions) {
  const seen: string[] = [];
  try {
    const client = createClient({ baseUrl: url, token: 'secret-token', maxRetries: 1, totalTimeout: 5000 });
    for await (const { id } of client.activity.stream(workspaceId, options)) seen.push(id);
    return { seen, error: undefined };
  } catch (error) {
    return { seen, error };
  }
}

describe('activity.stream', () => {
  test('activity.stream reads all log entries with a single request', async () => {
    await using server = await startWireServer(send(log.slice(0, 700), log.slice(700)));
    expect(await drain(server)).toEqual({ seen: ids, error: undefined });
    expect(server.requests).toMatchObject([
      {
        method: 'GET',
        target: `/workspace/${workspaceId}/activity`,
        headers: { authorization: 'Bearer secret-token' },
      },
    ]);
  });

  test('activity.stream yields an entry before the rest of the log arrives', async () => {
    let rest: (() => void) | undefined;
    await using server = await startWireServer((_, response) => {
      response.write(`{"data":[${JSON.stringify(entries[0])},`);
      rest = () => response.end(`${JSON.stringify(entries[1])}]}`);
    });
    const stream = streamFrom(server);
    expect((await stream.next()).value).toEqual(entries[0]);
    rest?.();
    expect((await stream.next()).value).toEqual(entries[1]);
    expect((await stream.next()).done).toBe(true);
  });

  test('activity.stream closes the connection if the loop ends early', async () => {
    await using server = await startClosing(begin(`${two},`));
    for await (const entry of streamFrom(server)) {
      expect(entry.id).toBe(ids[0]);
      break;
    }
    await expect.poll(server.isClosed).toBe(true);
  });

  test('activity.stream retries the request after a 503', async () => {
    await using server = await startWireServer(inTurn(unavailable, send(log)));
    expect((await drain(server)).seen).toEqual(ids);
    expect(server.requests).toHaveLength(2);
  });

  test('activity.stream does not retry if Retry-After exceeds maxRetryAfter', async () => {
    await using server = await startWireServer(answerWith(503, undefined, { 'retry-after': '2' }));
    const { error } = await drain(server, { maxRetryAfter: 1999 });
    expect(error).toMatchObject({ name: 'ApiError', retryAfterMs: 2000, attempts: 1 });
  });

  test('activity.stream rejects with an ApiError that has the body of a 404 response', async () => {
    await using server = await startWireServer(answerWith(404, { why: 'gone' }));
    const { error } = await drain(server);
    expect(isApiError(error) && error.body).toEqual({ why: 'gone' });
  });

  test('activity.stream rejects an id that is not a UUID before it sends a request', async () => {
    const stream = createClient({ baseUrl: 'http://127.0.0.1:9' }).activity.stream('no-id');
    await expect(stream.next()).rejects.toMatchObject({ name: 'ValidationError', attempts: 0 });
  });
});

describe('errors of activity.stream after the entries that have arrived', () => {
  test.each<[string, string, Answer]>([
    ['NetworkError', 'the connection is reset', cut],
    ['ParseError', 'the body is truncated', (_, response) => response.end()],
    ['ParseError', 'the body is not JSON', (_, response) => response.end(',nonsense]}')],
    ['ValidationError', 'an entry is invalid', (_, response) => response.end(',{"id":1}]}')],
  ])('activity.stream rejects with a %s if %s', async (name, _, end) => {
    await using server = await startWireServer((request, response, count) => {
      response.write(two);
      setTimeout(() => {
        response.write(' ', () => {
          end(request, response, count);
        });
      }, 20);
    });
    const { seen, error } = await drain(server);
    expect(seen.length).toBeGreaterThanOrEqual(1);
    expect(error).toMatchObject({ name, operation: 'listActivity', method: 'GET', attempts: 1 });
    expect(isMockServicesError(error)).toBe(true);
    expect(JSON.stringify(error)).not.toContain('secret-token');
  });

  test.each([
    ['<!doctype html>', { name: 'ParseError', status: 200 }],
    ['[]', { name: 'ValidationError', side: 'response' }],
    [
      '{"data":[],"data":[]}',
      { name: 'ValidationError', issues: [{ path: 'data', received: 'a second one' }] },
    ],
  ])('activity.stream rejects with a client error for the body %s', async (body, expected) => {
    await using server = await startWireServer(send(body));
    expect((await drain(server)).error).toMatchObject(expected);
  });

  test('activity.stream rejects with a TimeoutError if no chunk arrives within the timeout', async () => {
    await using server = await startWireServer(begin(`${two},`));
    const { seen, error } = await drain(server, { timeout: 2500 });
    expect(seen).toEqual(ids.slice(0, 2));
    expect(error).toMatchObject({ name: 'TimeoutError', phase: 'attempt' });
  });

  test('activity.stream rejects with a TimeoutError and closes the connection after its totalTimeout', async () => {
    await using server = await startClosing((_, response) => {
      response.write(`${two},`);
      const timer = setInterval(() => response.write(' '), 10);
      response.on('close', () => {
        clearInterval(timer);
      });
    });
    const { error } = await drain(server, { totalTimeout: 2500 });
    expect(error).toMatchObject({ name: 'TimeoutError', phase: 'total' });
    await expect.poll(server.isClosed).toBe(true);
  });

  test('an aborted activity.stream rejects with the abort reason and closes the connection', async () => {
    await using server = await startClosing(begin(`${two},`));
    const controller = new AbortController();
    const stream = streamFrom(server, { signal: controller.signal });
    await stream.next();
    await stream.next();
    const rest = stream.next();
    controller.abort('enough');
    await expect(rest).rejects.toMatchObject({ name: 'AbortError', cause: 'enough' });
    await expect.poll(server.isClosed).toBe(true);
  });

  test('activity.stream rejects with the abort reason if it is aborted between two entries', async () => {
    await using server = await startWireServer(send(log));
    const controller = new AbortController();
    const stream = streamFrom(server, { signal: controller.signal });
    expect((await stream.next()).value).toEqual(entries[0]);
    controller.abort('enough');
    await expect(stream.next()).rejects.toMatchObject({ name: 'AbortError', cause: 'enough' });
  });

  test('activity.stream causes no unhandled rejection if the response body cannot be canceled', async () => {
    const cancel = vi.fn(() => Promise.reject(new Error('cannot be canceled')));
    const body = new ReadableStream<Uint8Array>({ cancel }, { highWaterMark: 0 });
    const client = createClient({ baseUrl, timeout: 5, fetch: () => Promise.resolve(new Response(body)) });
    const read = () =>
      expect(client.activity.stream(workspaceId).next()).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(await unhandledDuring(read)).toEqual([]);
    expect(cancel).toHaveBeenCalledOnce();
  });
});

describe('an activity stream that is not read to the end', () => {
  test('activity.stream sends no request before the first entry is requested', async () => {
    const fetch = vi.fn();
    await createClient({ baseUrl, fetch }).activity.stream(workspaceId).close();
    expect(fetch).not.toHaveBeenCalled();
  });

  test.each<[string, (stream: ActivityStream) => PromiseLike<unknown>]>([
    ['close()', (stream) => stream.close()],
    ['return()', (stream) => stream.return()],
    ['await using', (stream) => stream[Symbol.asyncDispose]()],
  ])('activity.stream closes its connection on %s', async (_, end) => {
    await using server = await startClosing(begin(`${two},`));
    const stream = streamFrom(server);
    await stream.next();
    await end(stream);
    await expect.poll(server.isClosed).toBe(true);
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  test.each([
    ['a response', () => undefined],
    ['the next entry', begin(`${two},`)],
  ])('activity.stream ends without an error if it is closed while it waits for %s', async (_, answer) => {
    await using server = await startClosing(answer);
    const stream = streamFrom(server);
    const read = collected(stream);
    await expect.poll(() => server.requests.length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await stream.close();
    expect((await read).length).toBeLessThanOrEqual(2);
    await expect.poll(server.isClosed).toBe(true);
  });

  test('an idle activity stream cancels the response body and rejects with a TimeoutError', async () => {
    const cancel = vi.fn();
    const body = new ReadableStream({ start: (body) => body.enqueue(bytes(`${two},`)), cancel });
    const client = createClient({ baseUrl, fetch: () => Promise.resolve(new Response(body)) });
    const stream = client.activity.stream(workspaceId, { timeout: 100 });
    await stream.next();
    await expect.poll(() => cancel.mock.calls).toHaveLength(1);
    const expected = {
      name: 'TimeoutError',
      phase: 'attempt',
      message: /waiting for the caller to request the next entry/,
    };
    await expect(stream.next()).rejects.toMatchObject({
      ...expected,
      message: expect.stringMatching(expected.message) as string,
    });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  test('aborting an activity stream between two entries closes the connection, even without a timeout', async () => {
    await using server = await startClosing(begin(`${two},`));
    const controller = new AbortController();
    const stream = streamFrom(server, { signal: controller.signal, timeout: false });
    await stream.next();
    controller.abort('enough');
    await expect.poll(server.isClosed).toBe(true);
  });

  test('closing an activity stream closes the connection, even if a ky hook cloned the response', async () => {
    await using server = await startClosing(begin(`${two},`));
    const kept: Response[] = [];
    const instance = ky.create({
      hooks: { afterResponse: [({ response }) => void kept.push(response.clone())] },
    });
    const stream = createClient({ baseUrl: server.url, ky: instance }).activity.stream(workspaceId);
    await stream.next();
    await stream.close();
    await expect.poll(server.isClosed).toBe(true);
  });

  test('an activity stream stays open while entries are requested, even concurrently', async () => {
    fakeTimers();
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const client = createClient({ baseUrl, fetch: () => Promise.resolve(new Response(readable)) });
    const stream = client.activity.stream(workspaceId, { timeout: 500 });
    const writer = writable.getWriter();
    const first = Promise.all([stream.next(), stream.next()]);
    await writer.write(bytes(two));
    await first;
    for (let read = 0; read < 20; read += 1) {
      const next = stream.next();
      await vi.advanceTimersByTimeAsync(400);
      await writer.write(bytes(`,${JSON.stringify(entries[2])}`));
      expect((await next).done).toBe(false);
    }
    await stream.close();
  });

  test('an activity stream without a timeout sets no timer, and closing a stream clears the timer', async () => {
    fakeTimers();
    const client = createClient({ baseUrl, timeout: 1000, fetch: () => Promise.resolve(new Response(log)) });
    const patient = client.activity.stream(workspaceId, { timeout: false });
    await patient.next();
    expect(vi.getTimerCount()).toBe(0);
    const stream = client.activity.stream(workspaceId);
    await stream.next();
    expect(vi.getTimerCount()).toBe(1);
    await stream.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('an activity stream may take longer than the timeout and totalTimeout of the client', async () => {
  fakeTimers();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const client = createClient({
    baseUrl: 'https://mocks.example.com',
    fetch: () => Promise.resolve(new Response(readable)),
    timeout: 60_000,
    totalTimeout: 1000,
  });
  const writer = writable.getWriter();
  const reading = collected(client.activity.stream(workspaceId));
  for (const part of [log.slice(0, 500), log.slice(500, 700), log.slice(700)]) {
    await vi.advanceTimersByTimeAsync(50_000);
    await writer.write(bytes(part));
  }
  await writer.close();
  expect(await reading).toEqual(entries);
});

describe('an endless activity log', () => {
  const entry = JSON.stringify(entries[0]);
  const endless = () => {
    const source: UnderlyingDefaultSource<Uint8Array> = {
      start: (controller) => controller.enqueue(bytes(`{"data":[${entry}`)),
      pull: (controller) => controller.enqueue(bytes(`,${entry}`)),
    };
    return Promise.resolve(new Response(new ReadableStream(source)));
  };
  const client = createClient({ baseUrl: 'https://mocks.example.com', fetch: endless });

  /** Reads at most 1,000 entries. Timers can run after each entry. */
  async function readOn(options: StreamOptions, work: () => void = () => undefined) {
    let read = 0;
    for await (const _ of client.activity.stream(workspaceId, options)) {
      read += 1;
      work();
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (read === 1000) return;
    }
  }

  test('reading an endless activity log can be aborted', async () => {
    const controller = new AbortController();
    const reading = readOn({ signal: controller.signal }, () => {
      controller.abort('enough');
    });
    await expect(reading).rejects.toMatchObject({ name: 'AbortError', cause: 'enough' });
  });

  test('reading an endless activity log ends after the totalTimeout', async () => {
    const expected = { name: 'TimeoutError', phase: 'total' };
    await expect(readOn({ totalTimeout: 50 })).rejects.toMatchObject(expected);
  });
});

describe('validation of stream entries', () => {
  const [entry] = entries;
  const odd = [{ ...entry, timestamp: 'late' }, { id: 7 }, entry, { ...entry, timestamp: '' }];

  /** Creates a client with the given validation mode, and stores its warnings. */
  function clientOf(baseUrl: string, validation?: ValidationMode) {
    const warnings: WarningEvent[] = [];
    const client = createClient({ baseUrl, validation, onWarning: (event) => warnings.push(event) });
    return { client, warnings };
  }
  const read = ({ activity }: Client) => collected(activity.stream(workspaceId));

  test('an invalid stream entry causes a ValidationError by default', async () => {
    await using server = await startWireServer(answerWith(200, { data: odd }));
    const { client, warnings } = clientOf(server.url);
    const expected = { name: 'ValidationError', issues: [{ path: 'data[0].timestamp' }] };
    await expect(read(client)).rejects.toMatchObject(expected);
    expect(warnings).toEqual([]);
  });

  test('activity.stream with validation: warn yields invalid entries and warns once per path', async () => {
    await using server = await startWireServer(answerWith(200, { data: odd }));
    const { client, warnings } = clientOf(server.url, 'warn');
    for (const result of [await read(client), await read(client), await client.activity.list(workspaceId)])
      expect(result).toEqual(odd);
    const missing = ['id', 'request', 'response', 'metadata'].map((name) => `data[1].${name}`);
    expect(warnings.map(({ path }) => path)).toEqual(['data[0].timestamp', ...missing]);
    const facts = { kind: 'validation', operation: 'listActivity', method: 'GET', attempt: 1 };
    expect(warnings[0]).toMatchObject(facts);
  });

  test('activity.stream with validation: off yields invalid entries without a warning', async () => {
    await using server = await startWireServer(answerWith(200, { data: odd }));
    const { client, warnings } = clientOf(server.url, 'off');
    expect(await read(client)).toEqual(odd);
    expect(warnings).toEqual([]);
  });

  test.each(['warn', 'off'] as const)(
    'activity.stream rejects with a ValidationError in %s mode if the whole log is invalid',
    async (mode) => {
      await using server = await startWireServer(answerWith(200, { data: {} }));
      const expected = { name: 'ValidationError', issues: [{ path: 'data' }] };
      await expect(read(clientOf(server.url, mode).client)).rejects.toMatchObject(expected);
    },
  );

  test('the validation option of activity.stream overrides the validation option of the client', async () => {
    await using server = await startWireServer(answerWith(200, { data: odd }));
    const { client, warnings } = clientOf(server.url);
    expect(await collected(client.activity.stream(workspaceId, { validation: 'off' }))).toEqual(odd);
    expect(warnings).toEqual([]);
  });

  test('a stream entry that is longer than maxEntryLength causes a ValidationError', async () => {
    await using server = await startWireServer(answerWith(200, { data: [entry] }));
    const { activity } = clientOf(server.url, 'off').client;
    const stream = activity.stream(workspaceId, { maxEntryLength: 20 });
    await expect(collected(stream)).rejects.toMatchObject({ name: 'ValidationError' });
  });
});
