import { type ClientOptions, createClient, type RequestOptions } from '@mock-services/sdk';
import { describe, expect, test, vi } from 'vitest';
import { workspaceId } from '../support/fixtures.ts';

/** The body of a log as it arrives: what `activity.open` gives to a reader. */

const baseUrl = 'https://mocks.example.com';
const url = `${baseUrl}/workspace/${workspaceId}/activity`;
const bytes = (text: string) => new TextEncoder().encode(text);

/** A body whose reader decides what comes, and whether it was cancelled. */
function aBody(source: UnderlyingDefaultSource<Uint8Array> = {}) {
  const cancel = vi.fn((): void | Promise<void> => undefined);
  return { cancel, stream: new ReadableStream<Uint8Array>({ cancel, ...source }, { highWaterMark: 0 }) };
}
const opening = (body: BodyInit | null, options: Partial<ClientOptions> = {}, ofCall?: RequestOptions) =>
  createClient({ baseUrl, fetch: () => Promise.resolve(new Response(body)), ...options }).activity.open(
    workspaceId,
    ofCall,
  );
async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
  return text;
}
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable('reading should have failed'),
    (error: unknown) => error as Error,
  );

test('chunks come one by one, and end with the body', async () => {
  const parts = ['{"data"', ':[]}'];
  const { stream } = aBody({
    pull: (controller) => {
      const part = parts.shift();
      if (part === undefined) controller.close();
      else controller.enqueue(bytes(part));
    },
  });
  const { chunks, validation } = await opening(stream);
  const reader = chunks[Symbol.asyncIterator]();
  await expect(reader.next()).resolves.toEqual({ done: false, value: bytes('{"data"') });
  await expect(reader.next()).resolves.toEqual({ done: false, value: bytes(':[]}') });
  await expect(reader.next()).resolves.toEqual({ done: true, value: undefined });
  expect(validation).toBe('strict');
});

test('nothing is read before it is asked for, and an early end closes the body', async () => {
  const pull = vi.fn();
  const { stream, cancel } = aBody({ pull });
  const { chunks } = await opening(stream);
  expect(pull).not.toHaveBeenCalled();
  const reader = chunks[Symbol.asyncIterator]();
  await expect(reader.return?.()).resolves.toEqual({ done: true, value: undefined });
  expect(cancel).toHaveBeenCalledOnce();
});

test('a response without a body is an empty one', async () => {
  const { chunks } = await opening(null);
  const reader = chunks[Symbol.asyncIterator]();
  await expect(reader.return?.()).resolves.toEqual({ done: true, value: undefined });
  expect(await textOf(chunks)).toBe('');
});

test('chunks are read once', async () => {
  const { chunks } = await opening('x');
  expect(await textOf(chunks)).toBe('x');
  await expect(textOf(chunks)).rejects.toThrow(
    new TypeError('the chunks of this log were read already, and are not kept: open it once more.'),
  );
});

test('an error response is read, and is an ApiError', async () => {
  const fetch = () => Promise.resolve(Response.json({ error: 'gone' }, { status: 404 }));
  await expect(opening(null, { fetch })).rejects.toMatchObject({ status: 404, body: { error: 'gone' } });
});

describe('a body that breaks off', () => {
  const broken = () => aBody({ pull: (controller) => controller.error(new Error('line is dead')) });

  test('is a NetworkError with its status, and closes', async () => {
    const { chunks } = await opening(broken().stream, { token: 'canary-token' });
    const error = await failureOf(textOf(chunks));
    expect(error).toMatchObject({ name: 'NetworkError', status: 200, attempts: 1, url });
    expect(error.message).toBe(
      'listActivity: the response 200 of mocks.example.com broke off (line is dead). See `error.cause`.',
    );
  });

  test('is an AbortError when it was the abort that broke it', async () => {
    const controller = new AbortController();
    const { stream } = aBody({
      pull: (body) => {
        controller.abort('enough');
        body.error(new Error('aborted'));
      },
    });
    const { chunks } = await opening(stream, {}, { signal: controller.signal });
    expect(await failureOf(textOf(chunks))).toMatchObject({ name: 'AbortError', cause: 'enough' });
  });
});

test('an abort ends the reading of a body that stalls, and closes it', async () => {
  const controller = new AbortController();
  const { stream, cancel } = aBody({ pull: () => controller.abort('enough') });
  const { chunks } = await opening(stream, {}, { signal: controller.signal });
  expect(await failureOf(textOf(chunks))).toMatchObject({
    name: 'AbortError',
    cause: 'enough',
    attempts: 1,
  });
  expect(cancel).toHaveBeenCalledOnce();
});

describe('a body that stalls', () => {
  test.each<[string, Partial<ClientOptions>, RequestOptions, string, string]>([
    ['timeout of the client', { timeout: 20 }, {}, 'timeout of 20 ms', 'attempt'],
    ['timeout of the call', {}, { timeout: 20 }, 'timeout of 20 ms', 'attempt'],
    ['totalTimeout of the call', {}, { totalTimeout: 20 }, 'totalTimeout of 20 ms', 'total'],
    ['timeout before totalTimeout', {}, { timeout: 20, totalTimeout: 60_000 }, 'timeout of 20 ms', 'attempt'],
  ])('ends with the %s, and closes', async (_, options, ofCall, limit, phase) => {
    const { stream, cancel } = aBody();
    const { chunks } = await opening(stream, options, ofCall);
    const error = await failureOf(textOf(chunks));
    expect(error).toMatchObject({ name: 'TimeoutError', phase, attempts: 1 });
    expect(error.message).toBe(`listActivity: ${limit} ran out, waiting for the response body (GET ${url}).`);
    expect(cancel).toHaveBeenCalledOnce();
  });

  test('may fail to close, and nothing is left unhandled', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    try {
      const { stream, cancel } = aBody();
      cancel.mockImplementation(() => Promise.reject(new Error('cannot be cancelled')));
      const { chunks } = await opening(stream, { timeout: 5 });
      expect(await failureOf(textOf(chunks))).toMatchObject({ name: 'TimeoutError' });
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(unhandled).not.toHaveBeenCalled();
    } finally {
      process.off('unhandledRejection', unhandled);
    }
  });

  test('is not ended by the totalTimeout of the client, or one that is null', async () => {
    vi.useFakeTimers();
    try {
      for (const ofCall of [undefined, { totalTimeout: null as unknown as number }]) {
        let send: ReadableStreamDefaultController<Uint8Array> | undefined;
        const { stream } = aBody({ start: (controller) => void (send = controller) });
        const { chunks } = await opening(stream, { totalTimeout: 50, timeout: 100 }, ofCall);
        const read = textOf(chunks);
        await vi.advanceTimersByTimeAsync(80);
        send?.enqueue(bytes('late'));
        await vi.advanceTimersByTimeAsync(80);
        send?.close();
        expect(await read).toBe('late');
      }
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('what the reader finds wrong becomes an error of the tree', () => {
  const issues = [{ path: 'data', pointer: '/data', expected: 'array', received: 'object' }];

  test('no JSON', async () => {
    const { failure } = await opening('x');
    const error = await failure('not JSON');
    expect(error).toMatchObject({ name: 'ParseError', status: 200, attempts: 1 });
    expect(error.message).toBe(
      `listActivity: the response is not JSON, or ends early, with status 200. Does baseUrl lead to the service? (${url})`,
    );
    expect(error.cause).toMatchObject({ name: 'SyntaxError', message: 'not JSON, or ends early' });
  });

  test('another shape', async () => {
    const { failure } = await opening('x');
    const error = await failure(issues);
    expect(error).toMatchObject({ name: 'ValidationError', side: 'response', issues, attempts: 1 });
  });

  test('another shape, with validation warn', async () => {
    const onWarning = vi.fn();
    const { warn, validation } = await opening('x', { validation: 'warn', onWarning });
    expect(validation).toBe('warn');
    await warn(issues);
    await warn(issues);
    expect(onWarning.mock.calls).toEqual([
      [
        {
          operation: 'listActivity',
          method: 'GET',
          url,
          attempt: 1,
          kind: 'validation',
          path: 'data',
          message: 'data: expected array, received object',
        },
      ],
    ]);
  });
});
