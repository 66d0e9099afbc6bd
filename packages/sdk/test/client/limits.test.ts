/** Time limits, retries, delays and sizes, in virtual time. `call-model.test.ts` combines them. */
import { getEventListeners } from 'node:events';
import {
  createClient,
  type MockServicesError,
  type RequestOptions,
  type RetryEvent,
} from '@mock-services/sdk';
import { describe, expect, test, vi } from 'vitest';
import { expectNoTimersLeft } from '../support/clock.ts';
import {
  brokenResponse,
  emptyList,
  fetchOf,
  hang,
  networkFailure,
  status,
  type FetchAnswer,
} from '../support/fetches.ts';
import { baseUrl } from '../support/fixtures.ts';
import { pause, settle, useVirtualTime } from '../support/virtual-time.ts';

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
    ['a body that breaks off', 2, () => brokenResponse()],
    ['a programming error', 1, new TypeError("Cannot read properties of undefined (reading 'x')")],
    ['a body that is not JSON', 1, new Response('<html>')],
    ['a response that differs from the interface', 1, new Response('{}')],
  ])('%s leads to %i requests in total', async (_, requests, answer) => {
    expect(await listing([answer, emptyList])).toMatchObject({ requests });
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
    ...['soon', '-5', '60s', '2099-01-01'].map((value): [string, string, number] => [
      `the invalid Retry-After "${value}"`,
      value,
      150,
    ]),
  ])('the delay is correct for %s', async (_, value, ms) => {
    expect(await listing([status(429, { 'retry-after': value }), emptyList])).toMatchObject({
      outcome: [],
      ms,
    });
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

  test('`maxResponseBytes` ends an endless response without a retry', async () => {
    const cancel = vi.fn();
    let chunks = 0;
    const pull = (controller: ReadableStreamDefaultController) => {
      chunks += 1;
      controller.enqueue(new Uint8Array(1_000).fill(0x20));
    };
    const endless = () => new Response(new ReadableStream({ pull, cancel }), { status: 503 });
    const { outcome, requests } = await listing([endless], { maxResponseBytes: 10_000 });
    expect({ outcome, requests }).toEqual({
      outcome: error({ name: 'ParseError', status: 503 }),
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
