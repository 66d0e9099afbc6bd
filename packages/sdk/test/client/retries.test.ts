import { type ClientOptions, createClient, type RequestOptions, type RetryEvent } from '@mock-services/sdk';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fakeTimers } from '../support/clock.ts';
import { failureOf } from '../support/failures.ts';
import { brokenResponse, rejecting, responding } from '../support/fetches.ts';
import { anInput, mockServiceId, workspaceId } from '../support/fixtures.ts';
import { fourOperations } from '../support/operations.ts';
import { answerWith, cut, cutShort, inTurn, startWireServer, unavailable } from '../support/wire-server.ts';

const baseUrl = 'https://mocks.example.com';
const ok = answerWith(200, { data: [] });
const gone = answerWith(404);

afterEach(() => {
  vi.restoreAllMocks();
});

describe.each(fourOperations.filter(({ method }) => method !== 'POST'))(
  '$operation',
  ({ call, status, received, result }) => {
    test('an idempotent call is retried after 503 responses until it succeeds', async () => {
      await using server = await startWireServer(
        inTurn(unavailable, unavailable, answerWith(status, received)),
      );
      await expect(call(createClient({ baseUrl: server.url }))).resolves.toEqual(result);
      expect(server.requests).toHaveLength(3);
    });
  },
);

describe('POST requests', () => {
  test.each([
    ['a 503', unavailable],
    ['a reset connection', cut],
  ])('a POST is not retried after %s, even if the client sets maxRetries', async (_, failure) => {
    await using server = await startWireServer(failure);
    const client = createClient({ baseUrl: server.url, maxRetries: 5 });
    await expect(client.mockServices.create(anInput())).rejects.toMatchObject({ attempts: 1 });
    expect(server.requests).toHaveLength(1);
  });

  test('a POST is not retried if the call sets maxRetries without retryUnsafe', async () => {
    await using server = await startWireServer(cut);
    const created = createClient({ baseUrl: server.url }).mockServices.create(anInput(), { maxRetries: 3 });
    await expect(created).rejects.toMatchObject({ attempts: 1, mayHaveBeenApplied: true });
    expect(server.requests).toHaveLength(1);
  });

  test('a POST is retried with the same body if the call sets retryUnsafe', async () => {
    await using server = await startWireServer(inTurn(cut, answerWith(201, { id: mockServiceId })));
    const created = createClient({ baseUrl: server.url }).mockServices.create(anInput(), {
      retryUnsafe: true,
    });
    await expect(created).resolves.toEqual({ id: mockServiceId });
    const body = JSON.stringify(anInput());
    expect(server.requests.map((request) => request.body)).toEqual([body, body]);
  });

  test('a POST with retryUnsafe is retried at most maxRetries times', async () => {
    await using server = await startWireServer(unavailable);
    const options = { retryUnsafe: true, maxRetries: 1 };
    const call = createClient({ baseUrl: server.url }).mockServices.create(anInput(), options);
    await expect(call).rejects.toMatchObject({ attempts: 2 });
  });
});

test.each([408, 429, 500, 502, 503, 504])('a call is retried after a %i response', async (status) => {
  await using server = await startWireServer(
    inTurn(answerWith(status, undefined, { 'retry-after': '0' }), ok),
  );
  await expect(createClient({ baseUrl: server.url }).workspaces.list()).resolves.toEqual([]);
});

test.each([400, 401, 403, 404, 405, 409, 413, 422, 501, 505])(
  'a call is not retried after a %i response',
  async (status) => {
    await using server = await startWireServer(answerWith(status, undefined, { 'retry-after': '0' }));
    const call = createClient({ baseUrl: server.url }).workspaces.list();
    await expect(call).rejects.toMatchObject({ status, attempts: 1 });
    expect(server.requests).toHaveLength(1);
  },
);

test.each([200, 401])('a call is retried after a %i response with a truncated body', async (status) => {
  await using server = await startWireServer(inTurn(cutShort(status), cutShort(status), ok));
  const call = createClient({ baseUrl: server.url, token: 'fixed' }).workspaces.list();
  await expect(call).resolves.toEqual([]);
});

test.each<[string, Partial<ClientOptions>, RequestOptions, number]>([
  ['a lower', { maxRetries: 2 }, { maxRetries: 0 }, 1],
  ['a higher', { maxRetries: 0 }, { maxRetries: 1 }, 2],
])('%s maxRetries of the call overrides the value of the client', async (_, ofClient, ofCall, requests) => {
  await using server = await startWireServer(unavailable);
  const call = createClient({ baseUrl: server.url, ...ofClient }).workspaces.list(ofCall);
  await expect(call).rejects.toMatchObject({ status: 503 });
  expect(server.requests).toHaveLength(requests);
});

test('an error does not have the status of an earlier attempt', async () => {
  const fetch = vi.fn<() => Promise<Response>>(() => Promise.reject(new TypeError('fetch failed')));
  fetch.mockResolvedValueOnce(brokenResponse());
  const error = await failureOf(createClient({ baseUrl, fetch }).workspaces.list({ maxRetries: 1 }));
  expect(error).toMatchObject({ name: 'NetworkError', attempts: 2, cause: { message: 'fetch failed' } });
  expect(error).not.toHaveProperty('status');
});

describe('the delay before a retry', () => {
  /** Returns the delays of a call that always fails, in milliseconds. */
  async function delaysOf(maxRetries: number): Promise<number[]> {
    fakeTimers();
    const delays: number[] = [];
    const onRetry = ({ delayMs }: RetryEvent) => delays.push(delayMs);
    const lost = rejecting(new TypeError('fetch failed'));
    const client = createClient({ baseUrl, ...lost, totalTimeout: false, onRetry, maxRetries });
    const failed = failureOf(client.workspaces.list());
    while (delays.length < maxRetries) await vi.advanceTimersToNextTimerAsync();
    await vi.runAllTimersAsync();
    expect(await failed).toMatchObject({ name: 'NetworkError' });
    return delays;
  }

  test('the upper limit of the retry delay doubles with each retry, up to 10 s', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    expect(await delaysOf(8)).toEqual([300, 600, 1200, 2400, 4800, 9600, 10_000, 10_000]);
  });

  test('the retry delay is a random fraction of its upper limit', async () => {
    vi.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValueOnce(0.25);
    expect(await delaysOf(2)).toEqual([0, 150]);
  });

  test('a call fails immediately if the retry delay exceeds the time left until totalTimeout', async () => {
    fakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0.99);
    const client = createClient({ baseUrl, ...responding('', { status: 503 }) });
    const call = client.workspaces.list({ totalTimeout: 250 });
    await expect(call).rejects.toMatchObject({ name: 'ApiError', status: 503, attempts: 1 });
  });

  test('aborting a call during the retry delay causes an AbortError', async () => {
    await using server = await startWireServer(answerWith(503, undefined, { 'retry-after': '20' }));
    const controller = new AbortController();
    const onRetry = () => {
      setTimeout(() => controller.abort(), 10);
    };
    const client = createClient({ baseUrl: server.url, onRetry });
    const call = client.workspaces.list({ signal: controller.signal });
    await expect(call).rejects.toMatchObject({ name: 'AbortError', attempts: 1 });
  });
});

describe('Retry-After', () => {
  const limited = (header: string) => responding('', { status: 429, headers: { 'retry-after': header } });

  test.each([
    ['seconds', () => '1'],
    ['an HTTP date', () => new Date(Date.now() + 2000).toUTCString()],
  ])('Retry-After in %s sets the delay before the retry', async (_, header) => {
    const onRetry = vi.fn<(event: RetryEvent) => void>();
    await using server = await startWireServer((...received) => {
      inTurn(answerWith(429, undefined, { 'retry-after': header() }), ok)(...received);
    });
    await createClient({ baseUrl: server.url, onRetry }).workspaces.list();
    const delayMs = onRetry.mock.calls[0]?.[0].delayMs ?? 0;
    expect(delayMs).toBeGreaterThan(0);
    expect(delayMs).toBeLessThanOrEqual(2000);
  });

  test.each([
    ['0', 0],
    ['1.5', 1500],
    ['12', 12_000],
    [new Date(0).toUTCString(), 0],
  ])('Retry-After of %s results in a retryAfterMs of %i', async (header, retryAfterMs) => {
    const client = createClient({ baseUrl, maxRetries: 0, ...limited(header) });
    expect(await failureOf(client.workspaces.list())).toMatchObject({ status: 429, retryAfterMs });
  });

  test.each([
    '',
    'soon',
    'soon 5',
    'May 5',
    '-5',
    '1, 2',
    'retry in 60',
    '60s',
    '1s',
    'x1',
    '1.',
    '.5',
    '1 GMTx',
    'nonsense GMT',
    '2026-01-01',
  ])('an invalid Retry-After of %j is ignored', async (header) => {
    const client = createClient({ baseUrl, maxRetries: 0, ...limited(header) });
    const error = await failureOf(client.workspaces.list());
    expect(error).toMatchObject({ status: 429 });
    expect(error).not.toHaveProperty('retryAfterMs');
  });

  test.each<[string, string, RequestOptions]>([
    ['the default of 30 s', '31', { totalTimeout: false }],
    ['maxRetryAfter', '5', { maxRetryAfter: 4999 }],
    ['the time left until totalTimeout', '5', { totalTimeout: 3000 }],
  ])('a call ends immediately if Retry-After exceeds %s', async (_, header, options) => {
    const call = createClient({ baseUrl, ...limited(header) }).workspaces.list(options);
    const retryAfterMs = Number(header) * 1000;
    await expect(call).rejects.toMatchObject({ name: 'ApiError', retryAfterMs, attempts: 1 });
  });

  test('a Retry-After value equal to maxRetryAfter causes a delay and a retry', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const onRetry = vi.fn<(event: RetryEvent) => void>();
    const client = createClient({ baseUrl, maxRetryAfter: 10, maxRetries: 1, onRetry, ...limited('0.01') });
    await expect(client.workspaces.list()).rejects.toMatchObject({ attempts: 2 });
    expect(onRetry.mock.calls[0]?.[0]).toMatchObject({ delayMs: 10, status: 429, reason: 'ApiError' });
  });
});

describe('unusual values of Retry-After', () => {
  test.each(['0', new Date(0).toUTCString()])(
    'Retry-After of %s does not shorten the retry delay',
    async (header) => {
      vi.spyOn(Math, 'random').mockReturnValue(0.1);
      const onRetry = vi.fn<(event: RetryEvent) => void>();
      const busy = responding('', { status: 503, headers: { 'retry-after': header } });
      const client = createClient({ baseUrl, onRetry, ...busy });
      await expect(client.workspaces.list()).rejects.toMatchObject({ attempts: 3 });
      expect(onRetry.mock.calls.map(([{ delayMs }]) => delayMs)).toEqual([30, 60]);
    },
  );

  test('a Retry-After value with 400 digits results in a finite number of milliseconds', async () => {
    const busy = responding('', { status: 503, headers: { 'retry-after': '9'.repeat(400) } });
    const error = await failureOf(createClient({ baseUrl, ...busy }).workspaces.list());
    expect(error).toMatchObject({ retryAfterMs: Number.MAX_SAFE_INTEGER, attempts: 1 });
    expect(error.message).not.toContain('Infinity');
  });
});

describe('errors of fetch', () => {
  test.each([
    ['a bug', new TypeError("Cannot read properties of undefined (reading 'x')")],
    [
      'a Node error code for an invalid argument',
      Object.assign(new TypeError('x'), { code: 'ERR_INVALID_ARG_TYPE' }),
    ],
    ['a string', 'fetch failed'],
  ])('an error of fetch that is not a network failure is not retried: %s', async (_, thrown) => {
    const call = createClient({ baseUrl, ...rejecting(thrown) }).workspaces.list();
    await expect(call).rejects.toMatchObject({ name: 'NetworkError', attempts: 1, cause: thrown });
  });

  test.each([
    ['its code', Object.assign(new Error('x'), { code: 'ECONNRESET' })],
    [
      'the code of its cause',
      new Error('x', { cause: Object.assign(new Error('y'), { code: 'UND_ERR_SOCKET' }) }),
    ],
    ['a message that browsers use', new TypeError('Failed to fetch')],
  ])('an error of fetch is recognized as a network failure by %s', async (_, thrown) => {
    const call = createClient({ baseUrl, maxRetries: 1, ...rejecting(thrown) }).workspaces.list();
    await expect(call).rejects.toMatchObject({ name: 'NetworkError', attempts: 2, cause: thrown });
  });
});

describe('a 404 in response to a retried delete', () => {
  test.each(['delete', 'clear'])(
    'the %s method resolves if a retry receives a 404 after a lost response',
    async (method) => {
      await using server = await startWireServer(inTurn(cut, unavailable, gone));
      const { mockServices, activity } = createClient({ baseUrl: server.url });
      const call = method === 'delete' ? mockServices.delete(mockServiceId) : activity.clear(workspaceId);
      await expect(call).resolves.toBeUndefined();
      expect(server.requests).toHaveLength(3);
    },
  );

  test('a retried delete that receives a 404 after a lost response causes a warning', async () => {
    const onWarning = vi.fn();
    await using server = await startWireServer(inTurn(cut, gone));
    await createClient({ baseUrl: server.url, onWarning }).mockServices.delete(mockServiceId);
    const url = `${server.url}/configuration/mock-services/${mockServiceId}`;
    const facts = { operation: 'deleteMockService', method: 'DELETE', url, attempt: 2 };
    const message = 'A retry received a 404, probably because an earlier attempt deleted the resource.';
    expect(onWarning.mock.calls).toEqual([[{ ...facts, kind: 'delete-repeated', message }]]);
  });

  test.each([
    [200, 'fulfilled'],
    [300, 'rejected'],
    [404, 'rejected'],
    [503, 'rejected'],
  ])(
    'a 404 in response to a retried delete after a truncated %i response leaves the call %s',
    async (status, settled) => {
      await using server = await startWireServer(inTurn(cutShort(status), gone));
      const { mockServices } = createClient({ baseUrl: server.url });
      const [call] = await Promise.allSettled([mockServices.delete(mockServiceId)]);
      expect(call).toMatchObject({ status: settled });
      expect(server.requests).toHaveLength(2);
    },
  );

  test('a delete rejects if the service responds with 503 and then with 404', async () => {
    await using server = await startWireServer(inTurn(unavailable, gone));
    const call = createClient({ baseUrl: server.url }).mockServices.delete(mockServiceId);
    await expect(call).rejects.toMatchObject({ status: 404, attempts: 2 });
  });

  test.each([500, 502, 504])(
    'a delete resolves if the service responds with %i and then with 404',
    async (status) => {
      await using server = await startWireServer(
        inTurn(answerWith(status, undefined, { 'retry-after': '0' }), gone),
      );
      const call = createClient({ baseUrl: server.url }).mockServices.delete(mockServiceId);
      await expect(call).resolves.toBeUndefined();
    },
  );

  test.each([
    'ECONNREFUSED',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'EMFILE',
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ])('a delete rejects with a 404 if the first request was not sent because of %s', async (code) => {
    const refused = new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) });
    const fetch = vi.fn(responding('', { status: 404 }).fetch).mockRejectedValueOnce(refused);
    const call = createClient({ baseUrl, fetch }).mockServices.delete(mockServiceId);
    await expect(call).rejects.toMatchObject({ name: 'ApiError', status: 404, attempts: 2 });
  });
});

test('a retried GET that receives a 404 rejects with an error', async () => {
  await using server = await startWireServer(inTurn(cut, gone));
  const call = createClient({ baseUrl: server.url }).mockServices.get(mockServiceId);
  await expect(call).rejects.toMatchObject({ status: 404 });
});
