/** Time limits, retries, delays and sizes, in virtual time. `call-model.test.ts` combines them. */
import { getEventListeners } from 'node:events';
import {
  createClient,
  type MockServices,
  type MockServicesError,
  type RequestOptions,
  type RetryEvent,
} from '@mock-services/sdk';
import { describe, expect, test, vi } from 'vitest';
import { expectNoTimersLeft } from '../support/clock.ts';
import { failureOf } from '../support/failures.ts';
import {
  brokenResponse,
  emptyList,
  fetchOf,
  hang,
  networkFailure,
  status,
  type FetchAnswer,
} from '../support/fetches.ts';
import { anInput, baseUrl, mockServiceId } from '../support/fixtures.ts';
import { advance, pause, settle, slowResponse, useVirtualTime } from '../support/virtual-time.ts';

useVirtualTime();
expectNoTimersLeft();

type Answers = FetchAnswer[];
type Options = Omit<Parameters<typeof createClient>[0], 'baseUrl'>;

/** Lists the workspaces in virtual time. Returns the outcome and how long it took. */
async function listing(answers: Answers, ofClient: Options = {}, ofCall: RequestOptions = {}) {
  const { fetch, sent } = fetchOf(...answers);
  const delays: number[] = [];
  const onRetry = ({ delayMs }: RetryEvent) => delays.push(delayMs);
  const start = performance.now();
  const call = createClient({ baseUrl, fetch, onRetry, ...ofClient }).workspaces.list(ofCall);
  const outcome: unknown = await settle(call.catch((error: unknown) => error));
  return { outcome, ms: performance.now() - start, requests: sent.length, delays, sent };
}
const after = (ms: number) => () => pause(ms).then(() => emptyList.clone());
const error = (fields: object) => expect.objectContaining(fields) as MockServicesError;
/** One request, whose signal was aborted. */
const abandoned = { requests: 1, sent: [{ signal: { aborted: true } }] };

describe('timeout', () => {
  test('`timeout` is 10,000 ms by default, and an attempt that exceeds it is not retried', async () => {
    const result = { outcome: error({ name: 'TimeoutError', limit: 'timeout', attempts: 1 }), ms: 10_000 };
    expect(await listing([hang])).toMatchObject({ ...result, ...abandoned });
    expect(await listing([after(9_999)])).toMatchObject({ outcome: [], ms: 9_999 });
  });

  test('`timeout` covers the attempt to the last byte of the body', async () => {
    const slow: Answers[0] = ({ signal }) =>
      pause(6_000).then(() => slowResponse('{"data":[]}', () => pause(4_001, signal), {}));
    const message = expect.stringContaining('the response body') as string;
    expect(await listing([slow])).toMatchObject({
      outcome: error({ limit: 'timeout', message }),
      ms: 10_000,
    });
  });

  test('`timeout` of a call takes precedence over `timeout` of the client', async () => {
    expect(await listing([hang], { timeout: 70 }, { timeout: 50 })).toMatchObject({ ms: 50 });
    expect(await listing([hang], { timeout: 70 })).toMatchObject({ ms: 70 });
  });
});

describe('totalTimeout', () => {
  test('`totalTimeout` is 60,000 ms by default', async () => {
    const result = { outcome: error({ name: 'TimeoutError', limit: 'totalTimeout' }), ms: 60_000 };
    expect(await listing([hang], { timeout: false })).toMatchObject({ ...result, ...abandoned });
    expect(await listing([after(59_999)], { timeout: false })).toMatchObject({ outcome: [] });
  });

  test('`totalTimeout` covers attempts, delays, and the token and headers functions', async () => {
    const options = { token: () => pause(20).then(() => 't'), headers: () => pause(30).then(() => ({})) };
    const busy = () => pause(40).then(() => status(503, { 'retry-after': '1' }));
    const cause = error({ name: 'ApiError', status: 503 });
    expect(await listing([busy], { ...options, totalTimeout: 1_130 })).toMatchObject({
      outcome: error({ limit: 'totalTimeout', attempts: 2, cause }),
      ms: 1_130,
    });
    expect(await listing([busy, emptyList], { ...options, totalTimeout: 1_130 })).toMatchObject({
      outcome: [],
      ms: 1_100,
    });
    expect(await listing([busy], { ...options, totalTimeout: 29 })).toMatchObject({ requests: 0, ms: 29 });
    await advance(1); // the rest of the headers function
  });

  test('`totalTimeout` ends a call at once if the next delay would exceed it', async () => {
    const busy = status(503, { 'retry-after': '2' });
    const rejected = { outcome: error({ status: 503 }), ms: 0, requests: 1 };
    expect(await listing([busy, emptyList], { totalTimeout: 1_999 })).toMatchObject(rejected);
    expect(await listing([busy, emptyList], { totalTimeout: 2_001 })).toMatchObject({ outcome: [] });
  });
});

test('without time limits, a call waits indefinitely for the response', async () => {
  const noLimits = { timeout: false, totalTimeout: false } as const;
  expect(await listing([after(10 ** 9)], noLimits)).toMatchObject({ outcome: [], ms: 10 ** 9 });
});

describe('maxRetries', () => {
  test('`maxRetries` is 2 by default', async () => {
    expect(await listing([status(503)])).toMatchObject({ outcome: error({ attempts: 3 }), requests: 3 });
  });

  test('`maxRetries` of a call takes precedence over `maxRetries` of the client', async () => {
    expect(await listing([status(503)], { maxRetries: 0 }, { maxRetries: 1 })).toMatchObject({ requests: 2 });
    expect(await listing([status(503)], { maxRetries: 1 }, { maxRetries: 0 })).toMatchObject({ requests: 1 });
  });

  test('retries only the statuses 408, 429, 500, 502, 503 and 504', async () => {
    const retried: number[] = [];
    for (let code = 300; code < 600; code += 1) {
      if ((await listing([status(code), emptyList])).requests === 2) retried.push(code);
    }
    expect(retried).toEqual([408, 429, 500, 502, 503, 504]);
  });

  test.each<[string, number, Answers[0]]>([
    ['a system error', 2, networkFailure()],
    ['an error that only its message identifies', 2, new TypeError('Failed to fetch')],
    ['an error code without a cause', 2, Object.assign(new Error('x'), { code: 'ECONNRESET' })],
    [
      'an HTTP parser error',
      2,
      new TypeError('fetch failed', {
        cause: Object.assign(new Error('x'), { code: 'HPE_INVALID_CONSTANT' }),
      }),
    ],
    ['a body that breaks off', 2, () => brokenResponse()],
    ['a body of a 401 that breaks off', 2, () => brokenResponse(401)],
    ['a programming error', 1, new TypeError("Cannot read properties of undefined (reading 'x')")],
    ['an argument error of Node', 1, Object.assign(new TypeError('x'), { code: 'ERR_INVALID_ARG_TYPE' })],
    ['a body that is not JSON', 1, new Response('<html>')],
    ['a response that differs from the interface', 1, new Response('{}')],
  ])('%s leads to %i requests in total', async (_, requests, answer) => {
    expect(await listing([answer, emptyList])).toMatchObject({ requests });
  });

  type Write = (client: MockServices, options: RequestOptions) => Promise<unknown>;
  const update: Write = (client, options) => client.update(mockServiceId, anInput(), options);
  const remove: Write = (client, options) => client.delete(mockServiceId, options);
  const create: Write = (client, options) => client.create(anInput(), options);
  test.each<[string, number, Write, RequestOptions]>([
    ['an update', 3, update, {}],
    ['an update with retryUnsafe: false', 3, update, { retryUnsafe: false }],
    ['a delete', 3, remove, {}],
    ['a create without retryUnsafe', 1, create, { maxRetries: 5 }],
    ['a create with retryUnsafe', 3, create, { retryUnsafe: true }],
    ['a create with retryUnsafe and maxRetries: 1', 2, create, { retryUnsafe: true, maxRetries: 1 }],
  ])('%s may send %i equal requests', async (_, requests, call, options) => {
    const { fetch, sent } = fetchOf(networkFailure());
    const error = failureOf(call(createClient({ baseUrl, fetch }).mockServices, options));
    expect(await settle(error)).toMatchObject({ attempts: requests });
    expect(sent).toHaveLength(requests);
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
  });

  test('`maxRetries` does not count the request with another token after a 401', async () => {
    const token = ({ rejected }: { rejected: string | undefined }) => (rejected ? 'new' : 'old');
    const answers = [status(503), status(401), status(503), emptyList];
    expect(await listing(answers, { token })).toMatchObject({ outcome: [], requests: 4 });
  });
});

describe('the delay before a retry', () => {
  test('the delay is random, with a maximum that doubles from 300 ms to 10,000 ms', async () => {
    const options = { maxRetries: 8, totalTimeout: false } as const;
    const half = [150, 300, 600, 1_200, 2_400, 4_800, 5_000, 5_000];
    expect(await listing([networkFailure()], options)).toMatchObject({ delays: half });
    vi.spyOn(Math, 'random').mockReturnValue(0);
    expect(await listing([networkFailure()], options)).toMatchObject({ delays: half.map(() => 0), ms: 0 });
  });

  test.each<[string, string, number]>([
    ['Retry-After in seconds', '2', 2_000],
    ['a fraction of seconds', '1.5', 1_500],
    ['a Retry-After of 0', '0', 150],
    ['a Retry-After that is shorter than the random delay', '0.1', 150],
    ['a date in the past', new Date(0).toUTCString(), 150],
    ...['', 'soon', '-5', '1, 2', '60s', '1.', '2099-01-01', 'May 5 2099', 'nonsense GMT'].map(
      (value): [string, string, number] => [`the invalid Retry-After "${value}"`, value, 150],
    ),
  ])('the delay is correct for %s', async (_, value, ms) => {
    expect(await listing([status(429, { 'retry-after': value }), emptyList])).toMatchObject({
      outcome: [],
      ms,
    });
  });

  test('the delay lasts until the date in Retry-After', async () => {
    vi.setSystemTime(Math.ceil(Date.now() / 1000) * 1000);
    const date = new Date(Date.now() + 7_000).toUTCString();
    expect(await listing([status(429, { 'retry-after': date }), emptyList])).toMatchObject({ ms: 7_000 });
  });

  test('an abort ends the delay with an AbortError', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort('enough'), 100);
    const { outcome, ms } = await listing([status(503)], {}, { signal: controller.signal });
    expect({ outcome, ms }).toEqual({ outcome: error({ name: 'AbortError', cause: 'enough' }), ms: 100 });
  });
});

describe('maxRetryAfter', () => {
  const busy = (seconds: string) => [status(503, { 'retry-after': seconds }), emptyList];

  test('`maxRetryAfter` is 30 s by default, so a delay of 30.001 s is not honored', async () => {
    expect(await listing(busy('30'))).toMatchObject({ outcome: [], ms: 30_000 });
    expect(await listing(busy('30.001'))).toMatchObject({
      outcome: error({ name: 'ApiError', status: 503, retryAfterMs: 30_001, attempts: 1 }),
      ms: 0,
    });
  });

  test('`maxRetryAfter` of a call takes precedence over the client', async () => {
    expect(await listing(busy('2'), { maxRetryAfter: 1_999 })).toMatchObject({ requests: 1 });
    expect(await listing(busy('2'), { maxRetryAfter: 0 }, { maxRetryAfter: 2_000 })).toMatchObject({
      requests: 2,
    });
  });

  test('an endless Retry-After becomes a finite number of milliseconds', async () => {
    const outcome = error({ retryAfterMs: Number.MAX_SAFE_INTEGER });
    expect(await listing(busy('9'.repeat(400)))).toMatchObject({ outcome });
  });
});

describe('maxResponseBytes', () => {
  /** Creates a response with an empty list, whose chunk claims another length, so that no memory is needed. */
  const claiming = (length: number) => () => {
    const chunk = Object.defineProperty(new TextEncoder().encode('{"data":[]}'), 'length', { value: length });
    return Object.defineProperty(new Response(), 'body', { value: chunksOf(chunk) });
  };
  async function* chunksOf(...chunks: Uint8Array[]) {
    yield* chunks;
    await Promise.resolve();
  }
  const tooLong = { outcome: error({ name: 'ParseError', status: 200, body: undefined }), requests: 1 };

  test('`maxResponseBytes` is 268,435,456 by default', async () => {
    expect(await listing([claiming(268_435_456)])).toMatchObject({ outcome: [] });
    expect(await listing([claiming(268_435_457)])).toMatchObject(tooLong);
    expect(await listing([claiming(2 ** 40)], { maxResponseBytes: false })).toMatchObject({ outcome: [] });
  });

  test('`maxResponseBytes` counts bytes, not characters', async () => {
    const text = JSON.stringify({ data: [], title: 'ü'.repeat(1_000) });
    const bytes = Buffer.byteLength(text);
    expect(bytes).toBeGreaterThan(text.length + 900);
    expect(await listing([new Response(text)], { maxResponseBytes: bytes })).toMatchObject({ outcome: [] });
    expect(await listing([new Response(text)], { maxResponseBytes: bytes - 1 })).toMatchObject(tooLong);
  });

  test('`maxResponseBytes` of a call takes precedence over the client', async () => {
    const options: [Options, RequestOptions] = [{ maxResponseBytes: 10 }, { maxResponseBytes: 11 }];
    expect(await listing([emptyList], ...options)).toMatchObject({ outcome: [] });
    expect(await listing([emptyList], options[0])).toMatchObject(tooLong);
  });

  test.each([200, 503])('`maxResponseBytes` ends an endless %i response without a retry', async (code) => {
    const cancel = vi.fn();
    let chunks = 0;
    const pull = (controller: ReadableStreamDefaultController) => {
      chunks += 1;
      controller.enqueue(new Uint8Array(1_000).fill(0x20));
    };
    const endless = () => new Response(new ReadableStream({ pull, cancel }), { status: code });
    const { outcome, requests } = await listing([endless], { maxResponseBytes: 10_000 });
    expect({ outcome, requests }).toEqual({
      outcome: error({ name: 'ParseError', status: code }),
      requests: 1,
    });
    expect(chunks).toBeLessThan(15);
    expect(cancel).toHaveBeenCalledOnce();
  });
});

test.each<[RequestOptions, Answers[0], object]>([
  [{ maxRetries: 0 }, status(503), { name: 'ApiError', attempts: 1 }],
  [{ maxRetryAfter: 0 }, status(503, { 'retry-after': '1' }), { name: 'ApiError', attempts: 1 }],
])('a limit of 0 does not mean that there is no limit: %o', async (options, answer, fields) => {
  expect(await listing([answer], options)).toMatchObject({ outcome: error(fields), ms: 0 });
  expect(await listing([answer], {}, options)).toMatchObject({ outcome: error(fields), ms: 0 });
});

test('calls leave no listener on the signal of the caller', async () => {
  const { signal } = new AbortController();
  for (const answer of [emptyList, status(503), networkFailure(), hang, () => brokenResponse()])
    await listing([answer], {}, { signal });
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
