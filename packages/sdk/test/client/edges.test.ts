import { type ClientOptions, createClient, type RequestOptions, type RetryEvent } from '@mock-services/sdk';
import { describe, expect, test, vi } from 'vitest';
import { aMockService, anInput, mockServiceId, workspaceId } from '../support/fixtures.ts';
import { type Answer, answerWith, startWireServer } from '../support/wire-server.ts';

const baseUrl = 'https://mocks.example.com';
const cut: Answer = (_, response) => response.destroy();
const inTurn =
  (...answers: readonly Answer[]): Answer =>
  (request, response, count) => {
    (answers[count - 1] ?? answers.at(-1))?.(request, response, count);
  };

describe('options of a call go before those of the client', () => {
  test.each<[string, Partial<ClientOptions>, RequestOptions, number]>([
    ['fewer repeats', { maxRetries: 2 }, { maxRetries: 0 }, 1],
    ['more repeats', { maxRetries: 0 }, { maxRetries: 1 }, 2],
  ])('%s', async (_, ofClient, ofCall, requests) => {
    await using server = await startWireServer(answerWith(503, undefined, { 'retry-after': '0' }));
    await expect(createClient({ baseUrl: server.url, ...ofClient }).workspaces.list(ofCall)).rejects.toThrow(
      '503',
    );
    expect(server.requests).toHaveLength(requests);
  });

  test('a shorter time', async () => {
    const deaf = () => new Promise<Response>(() => undefined);
    const call = createClient({ baseUrl, fetch: deaf, timeout: 60_000 }).workspaces.list({ timeout: 20 });
    await expect(call).rejects.toMatchObject({ phase: 'attempt' });
  });
});

test.each([
  ['timeout', 10_000, {}],
  ['totalTimeout', 60_000, { timeout: false as const }],
])('%s is %i ms when nothing is said', async (_, ms, options) => {
  vi.useFakeTimers();
  try {
    const settled = vi.fn();
    const deaf = () => new Promise<Response>(() => undefined);
    void createClient({ baseUrl, fetch: deaf, ...options })
      .workspaces.list()
      .catch(settled);
    await vi.advanceTimersByTimeAsync(ms - 100);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(settled).toHaveBeenCalledWith(expect.objectContaining({ name: 'TimeoutError' }));
  } finally {
    vi.useRealTimers();
  }
});

test('no request is sent once the time of the call is over', async () => {
  const fetch = vi.fn(() => Promise.resolve(Response.json({ data: [] })));
  const call = createClient({ baseUrl, fetch }).workspaces.list({ totalTimeout: 0 });
  await expect(call).rejects.toMatchObject({ phase: 'total', attempts: 0 });
  expect(fetch).not.toHaveBeenCalled();
});

test('an attempt gets no more time than the call has left', async () => {
  const deaf = () => new Promise<Response>(() => undefined);
  const call = createClient({ baseUrl, fetch: deaf, timeout: 60_000 }).workspaces.list({ totalTimeout: 500 });
  await expect(call).rejects.toMatchObject({ phase: 'total', attempts: 1 });
});

test('a status belongs to its own attempt', async () => {
  let requests = 0;
  const cutBody = new ReadableStream({ pull: (controller) => controller.error(new Error('cut')) });
  const fetch = () =>
    (requests += 1) === 1 ? Promise.resolve(new Response(cutBody)) : Promise.reject(new Error('gone'));
  const error: unknown = await createClient({ baseUrl, fetch })
    .workspaces.list({ maxRetries: 1 })
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'NetworkError', attempts: 2, cause: { message: 'gone' } });
  expect(error).not.toHaveProperty('status');
});

test('a response that arrives after the end of its call notifies nobody', async () => {
  const onResponse = vi.fn();
  const controller = new AbortController();
  let answer: ((response: Response) => void) | undefined;
  const late = () => {
    setTimeout(() => {
      controller.abort();
    }, 1);
    return new Promise<Response>((resolve) => {
      answer = resolve;
    });
  };
  const call = createClient({ baseUrl, fetch: late, onResponse }).workspaces.list({
    signal: controller.signal,
  });
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  answer?.(Response.json({ data: [] }));
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(onResponse).not.toHaveBeenCalled();
});

describe('Retry-After', () => {
  const refusing = (header: string): Pick<ClientOptions, 'fetch'> => ({
    fetch: () => Promise.resolve(new Response('', { status: 429, headers: { 'retry-after': header } })),
  });

  test('beyond 30 s ends the call, when nothing else is said', async () => {
    const client = createClient({ baseUrl, totalTimeout: false, ...refusing('31') });
    await expect(client.workspaces.list()).rejects.toMatchObject({ retryAfterMs: 31_000, attempts: 1 });
  });

  test('of exactly the cap is waited for', async () => {
    const onRetry = vi.fn<(event: RetryEvent) => void>();
    const client = createClient({ baseUrl, maxRetryAfter: 10, maxRetries: 1, onRetry, ...refusing('0.01') });
    await expect(client.workspaces.list()).rejects.toMatchObject({ attempts: 2 });
    expect(onRetry.mock.calls[0]?.[0]).toMatchObject({ delayMs: 10, status: 429, reason: 'ApiError' });
  });

  test.each(['soon', 'soon 5', 'May 5', '-5', '1, 2', 'retry in 60', '60s', ''])(
    '%j means nothing',
    async (header) => {
      const client = createClient({ baseUrl, maxRetries: 0, ...refusing(header) });
      const error: unknown = await client.workspaces.list().catch((reason: unknown) => reason);
      expect(error).toMatchObject({ status: 429 });
      expect(error).not.toHaveProperty('retryAfterMs');
    },
  );
});

test('a back-off that does not fit into the budget ends the call with the failure itself', async () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.99);
  // No time passes, however long the machine takes.
  vi.useFakeTimers();
  try {
    const fetch = () => Promise.resolve(new Response('', { status: 503 }));
    const call = createClient({ baseUrl, fetch }).workspaces.list({ totalTimeout: 250 });
    await expect(call).rejects.toMatchObject({ name: 'ApiError', status: 503, attempts: 1 });
  } finally {
    vi.useRealTimers();
    random.mockRestore();
  }
});

test('a time-out after a failed attempt says what that one failed with', async () => {
  await using server = await startWireServer(
    inTurn(answerWith(503, undefined, { 'retry-after': '0' }), () => undefined),
  );
  const call = createClient({ baseUrl: server.url, timeout: 1000 }).workspaces.list();
  await expect(call).rejects.toMatchObject({ name: 'TimeoutError', attempts: 2, cause: { status: 503 } });
});

describe('a delete that is repeated', () => {
  const gone = answerWith(404);
  const busy = answerWith(503, undefined, { 'retry-after': '0' });

  test.each(['delete', 'clear'])(
    'is done when a response was lost, also some attempts ago: %s',
    async (method) => {
      await using server = await startWireServer(inTurn(cut, busy, gone));
      const client = createClient({ baseUrl: server.url });
      const call =
        method === 'delete' ? client.mockServices.delete(mockServiceId) : client.activity.clear(workspaceId);
      await expect(call).resolves.toBeUndefined();
      expect(server.requests).toHaveLength(3);
    },
  );

  test.each([
    [200, 'fulfilled'],
    [404, 'rejected'],
    [503, 'rejected'],
  ])('when the response that broke off was a %i: %s', async (status, settled) => {
    const cutShort: Answer = (_, response) => {
      response.writeHead(status, { 'content-length': '100' });
      response.write('{', () => response.destroy());
    };
    await using server = await startWireServer(inTurn(cutShort, gone));
    const { mockServices } = createClient({ baseUrl: server.url });
    const [call] = await Promise.allSettled([mockServices.delete(mockServiceId)]);
    expect(call).toMatchObject({ status: settled });
    expect(server.requests).toHaveLength(2);
  });

  test('is not done when no request can have arrived', async () => {
    let requests = 0;
    const refused = Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } });
    const fetch = () =>
      (requests += 1) === 1 ? Promise.reject(refused) : Promise.resolve(new Response('', { status: 404 }));
    const call = createClient({ baseUrl, fetch }).mockServices.delete(mockServiceId);
    await expect(call).rejects.toMatchObject({ name: 'ApiError', status: 404, attempts: 2 });
  });
});

describe('a 401', () => {
  test('is not replayed when the call brings its own credentials', async () => {
    await using server = await startWireServer(answerWith(401));
    const client = createClient({ baseUrl: server.url, token: () => 'x' });
    const call = client.mockServices.create(anInput(), { headers: { Authorization: 'Basic eA==' } });
    await expect(call).rejects.toMatchObject({ status: 401, attempts: 1 });
    expect(server.requests).toHaveLength(1);
  });

  test('is replayed once among the repeats that it does not count against', async () => {
    const busy = answerWith(503, undefined, { 'retry-after': '0' });
    await using server = await startWireServer(
      inTurn(busy, answerWith(401), busy, answerWith(200, { data: [] })),
    );
    const call = createClient({ baseUrl: server.url, token: () => 'x' })
      .workspaces.list()
      .withResponse();
    await expect(call).resolves.toMatchObject({ attempts: 4 });
  });
});

describe('what is checked is what is sent', () => {
  test.each<[string, object]>([
    ['fields that JSON leaves out', Object.create(anInput(), {}) as object],
    ['a view as JSON', { ...anInput(), toJSON: () => 'gone' }],
    [
      'a getter that throws',
      Object.defineProperty({ ...anInput() }, 'x', {
        enumerable: true,
        get: () => {
          throw new Error('x');
        },
      }),
    ],
  ])('%s', async (_, input) => {
    const call = createClient({ baseUrl }).mockServices.create(input as ReturnType<typeof anInput>);
    await expect(call).rejects.toMatchObject({ name: 'ValidationError', side: 'request', attempts: 0 });
  });
});

describe('conveniences pass their options on', () => {
  const headers = { authorization: 'Basic eA==' };

  test('modify, to both requests', async () => {
    await using server = await startWireServer(answerWith(200, { data: aMockService() }));
    await createClient({ baseUrl: server.url }).mockServices.modify(mockServiceId, (current) => current, {
      headers,
    });
    expect(server.requests.map((request) => request.headers.authorization)).toEqual([
      'Basic eA==',
      'Basic eA==',
    ]);
  });

  test('createTemporary, to the deletion too, but for a signal', async () => {
    await using server = await startWireServer(answerWith(201, { id: mockServiceId }));
    const controller = new AbortController();
    const options = { headers, signal: controller.signal };
    const service = await createClient({ baseUrl: server.url }).mockServices.createTemporary(
      anInput(),
      options,
    );
    controller.abort();
    await service[Symbol.asyncDispose]();
    expect(server.requests.map((request) => request.headers.authorization)).toEqual([
      'Basic eA==',
      'Basic eA==',
    ]);
  });
});

test('a password in a base URL that cannot be read is not repeated', () => {
  for (const given of ['https://user:pa/ssword@host:x', '//user:canary@a@b', 'https://:canary@host']) {
    expect(() => createClient({ baseUrl: given })).toThrow(/baseUrl/);
    expect(() => createClient({ baseUrl: given })).not.toThrow(/pa\/|canary/);
  }
});

test('options that are changed afterwards change nothing', async () => {
  const options = { baseUrl, timeout: 1000, fetch: () => Promise.resolve(Response.json({ data: [] })) };
  const client = createClient(options);
  options.timeout = -1;
  await expect(client.workspaces.list()).resolves.toEqual([]);
});

test('each operation warns once, even if the path is the same', async () => {
  const onWarning = vi.fn();
  const fetch = () => Promise.resolve(Response.json({ data: 7 }));
  const client = createClient({ baseUrl, validation: 'warn', onWarning, fetch });
  await client.workspaces.list();
  await client.mockServices.list();
  expect(onWarning).toHaveBeenCalledTimes(2);
});
