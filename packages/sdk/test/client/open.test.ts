import { type ClientOptions, createClient, type RequestOptions } from '@mock-services/sdk';
import { describe, expect, test, vi } from 'vitest';
import { fakeTimers } from '../support/clock.ts';
import { failureOf, unhandledDuring } from '../support/failures.ts';
import { brokenResponse, responding } from '../support/fetches.ts';
import { workspaceId } from '../support/fixtures.ts';

const baseUrl = 'https://mocks.example.com';
const url = `${baseUrl}/workspace/${workspaceId}/activity`;
const bytes = (text: string) => new TextEncoder().encode(text);

/** A body that stalls unless its source sends chunks, and a mock that is called when the body is cancelled. */
function aBody(source: UnderlyingDefaultSource<Uint8Array> = {}) {
  const cancel = vi.fn((): void | Promise<void> => undefined);
  return { cancel, stream: new ReadableStream<Uint8Array>({ cancel, ...source }, { highWaterMark: 0 }) };
}
const open = (body: BodyInit | null, options: Partial<ClientOptions> = {}, ofCall?: RequestOptions) =>
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

describe('the chunks of activity.open', () => {
  test('are yielded one by one until the body ends', async () => {
    const parts = ['{"data"', ':[]}'];
    const { stream } = aBody({
      pull: (controller) => {
        const part = parts.shift();
        if (part === undefined) controller.close();
        else controller.enqueue(bytes(part));
      },
    });
    const { chunks, validation } = await open(stream);
    const reader = chunks[Symbol.asyncIterator]();
    await expect(reader.next()).resolves.toEqual({ done: false, value: bytes('{"data"') });
    await expect(reader.next()).resolves.toEqual({ done: false, value: bytes(':[]}') });
    await expect(reader.next()).resolves.toEqual({ done: true, value: undefined });
    expect(validation).toBe('strict');
  });

  test('are not read before they are requested, and an early return closes the body', async () => {
    const pull = vi.fn();
    const { stream, cancel } = aBody({ pull });
    const { chunks } = await open(stream);
    expect(pull).not.toHaveBeenCalled();
    await expect(chunks[Symbol.asyncIterator]().return?.()).resolves.toEqual({
      done: true,
      value: undefined,
    });
    expect(cancel).toHaveBeenCalledOnce();
  });

  test('are none if the response has no body', async () => {
    const { chunks } = await open(null);
    await expect(chunks[Symbol.asyncIterator]().return?.()).resolves.toEqual({
      done: true,
      value: undefined,
    });
    expect(await textOf(chunks)).toBe('');
  });

  test('can be read once', async () => {
    const { chunks } = await open('x');
    expect(await textOf(chunks)).toBe('x');
    await expect(textOf(chunks)).rejects.toThrow(
      new TypeError('the chunks of this log were read already, and are not kept: open it once more.'),
    );
  });
});

test('activity.open rejects with an ApiError for an error response', async () => {
  const gone = responding('{"error":"gone"}', { status: 404 });
  await expect(open(null, gone)).rejects.toMatchObject({ status: 404, body: { error: 'gone' } });
});

describe('reading the chunks rejects', () => {
  test('with a NetworkError if the body breaks off', async () => {
    const { chunks } = await open(null, { fetch: () => Promise.resolve(brokenResponse()) });
    const error = await failureOf(textOf(chunks));
    expect(error).toMatchObject({ name: 'NetworkError', status: 200, attempts: 1, url });
    expect(error.message).toContain('the response 200 of mocks.example.com broke off (gone).');
  });

  test.each(['breaks', 'stalls'])('with an AbortError if the body %s after an abort', async (end) => {
    const controller = new AbortController();
    const pull = (body: ReadableStreamDefaultController) => {
      controller.abort('enough');
      if (end === 'breaks') body.error(new Error('aborted'));
    };
    const { stream, cancel } = aBody({ pull });
    const { chunks } = await open(stream, {}, { signal: controller.signal });
    const expected = { name: 'AbortError', cause: 'enough', attempts: 1 };
    expect(await failureOf(textOf(chunks))).toMatchObject(expected);
    expect(cancel).toHaveBeenCalledTimes(end === 'stalls' ? 1 : 0);
  });

  test.each<[string, Partial<ClientOptions>, RequestOptions, string, string]>([
    ['the timeout of the client', { timeout: 20 }, {}, 'timeout', 'attempt'],
    ['the timeout of the call', {}, { timeout: 20 }, 'timeout', 'attempt'],
    ['the totalTimeout of the call', {}, { totalTimeout: 20 }, 'totalTimeout', 'total'],
    ['a timeout below totalTimeout', {}, { timeout: 20, totalTimeout: 60_000 }, 'timeout', 'attempt'],
  ])('with a TimeoutError if the body stalls longer than %s', async (_, options, ofCall, limit, phase) => {
    const { stream, cancel } = aBody();
    const { chunks } = await open(stream, options, ofCall);
    const error = await failureOf(textOf(chunks));
    expect(error).toMatchObject({ name: 'TimeoutError', phase, attempts: 1 });
    expect(error.message).toBe(
      `listActivity: ${limit} of 20 ms ran out, waiting for the response body (GET ${url}).`,
    );
    expect(cancel).toHaveBeenCalledOnce();
  });

  test('without an unhandled rejection if the body cannot be cancelled', async () => {
    const { stream, cancel } = aBody();
    cancel.mockImplementation(() => Promise.reject(new Error('cannot be cancelled')));
    const { chunks } = await open(stream, { timeout: 5 });
    const read = () => expect(textOf(chunks)).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(await unhandledDuring(read)).toEqual([]);
    expect(cancel).toHaveBeenCalledOnce();
  });
});

test.each([undefined, { totalTimeout: null as unknown as number }])(
  'the totalTimeout of the client does not limit a stream, with the options %o',
  async (ofCall) => {
    fakeTimers();
    let body: ReadableStreamDefaultController<Uint8Array> | undefined;
    const { stream } = aBody({ start: (controller) => void (body = controller) });
    const { chunks } = await open(stream, { totalTimeout: 50, timeout: 100 }, ofCall);
    const read = textOf(chunks);
    await vi.advanceTimersByTimeAsync(80);
    body?.enqueue(bytes('late'));
    await vi.advanceTimersByTimeAsync(80);
    body?.close();
    expect(await read).toBe('late');
  },
);

describe('a reader that finds an error in the log gets', () => {
  const issues = [{ path: 'data', pointer: '/data', expected: 'array', received: 'object' }];

  test('a ParseError if the body is not JSON', async () => {
    const { failure } = await open('x');
    const error = await failure('not JSON');
    expect(error).toMatchObject({ name: 'ParseError', status: 200, attempts: 1 });
    expect(error.message).toBe(
      `listActivity: the response is not JSON, or ends early, with status 200. Does baseUrl lead to the service? (${url})`,
    );
    expect(error.cause).toMatchObject({ name: 'SyntaxError', message: 'not JSON, or ends early' });
  });

  test('a ValidationError if the body has another shape', async () => {
    const { failure } = await open('x');
    const error = await failure(issues);
    expect(error).toMatchObject({ name: 'ValidationError', side: 'response', issues, attempts: 1 });
  });

  test('one warning for each path with validation: warn', async () => {
    const onWarning = vi.fn();
    const { warn, validation } = await open('x', { validation: 'warn', onWarning });
    expect(validation).toBe('warn');
    await warn(issues);
    await warn(issues);
    const facts = { operation: 'listActivity', method: 'GET', url, attempt: 1 };
    const message = 'data: expected array, received object';
    expect(onWarning.mock.calls).toEqual([[{ ...facts, kind: 'validation', path: 'data', message }]]);
  });
});
