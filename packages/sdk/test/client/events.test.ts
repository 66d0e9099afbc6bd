import { type ClientOptions, createClient } from '@mock-services/sdk';
import { expect, test, vi } from 'vitest';
import { mockServiceId } from '../support/fixtures.ts';

const baseUrl = 'https://mocks.example.com';
const url = `${baseUrl}/configuration/workspaces`;
const call = { operation: 'listWorkspaces', method: 'GET', url };

/** Options that keep every event, in order, with the name of its observer. */
function keeping(events: unknown[][]): Partial<ClientOptions> {
  const keep = (name: string) => (event: unknown) => void events.push([name, event]);
  return {
    onRequest: keep('onRequest'),
    onResponse: keep('onResponse'),
    onRetry: keep('onRetry'),
    onWarning: keep('onWarning'),
  };
}

test('observers are told of each request, its response and how long that took', async () => {
  vi.useFakeTimers();
  try {
    await vi.advanceTimersByTimeAsync(1000);
    const events: unknown[][] = [];
    const fetch = () =>
      new Promise<Response>((resolve) =>
        setTimeout(resolve, 50, Response.json({ data: [] }, { status: 203 })),
      );
    const listed = createClient({
      baseUrl: `${baseUrl}/?key=canary`,
      fetch,
      ...keeping(events),
    }).workspaces.list();
    await vi.advanceTimersByTimeAsync(50);
    await listed;
    expect(events).toStrictEqual([
      ['onRequest', { ...call, attempt: 1 }],
      ['onResponse', { ...call, attempt: 1, status: 203, durationMs: 50 }],
    ]);
  } finally {
    vi.useRealTimers();
  }
});

test('a retry says why: the status of an error response, or that none came', async () => {
  const events: unknown[][] = [];
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  let requests = 0;
  const fetch = () => {
    requests += 1;
    if (requests === 1)
      return Promise.resolve(new Response('', { status: 503, headers: { 'retry-after': '0' } }));
    if (requests === 2) return Promise.reject(new TypeError('connection lost'));
    return Promise.resolve(Response.json({ data: [] }));
  };
  try {
    await createClient({ baseUrl, fetch, ...keeping(events) }).workspaces.list();
  } finally {
    random.mockRestore();
  }
  const durationMs = expect.any(Number) as number;
  expect(events).toStrictEqual([
    ['onRequest', { ...call, attempt: 1 }],
    ['onResponse', { ...call, attempt: 1, status: 503, durationMs }],
    ['onRetry', { ...call, attempt: 1, reason: 'ApiError', status: 503, delayMs: 0 }],
    ['onRequest', { ...call, attempt: 2 }],
    ['onRetry', { ...call, attempt: 2, reason: 'NetworkError', delayMs: 0 }],
    ['onRequest', { ...call, attempt: 3 }],
    ['onResponse', { ...call, attempt: 3, status: 200, durationMs }],
  ]);
});

test('a redirect that is followed is a request, too', async () => {
  const events: unknown[][] = [];
  const fetch = (request: Request) =>
    Promise.resolve(
      request.url.endsWith('/moved')
        ? Response.json({ data: [] })
        : new Response(null, { status: 302, headers: { location: '/moved' } }),
    );
  await createClient({ baseUrl, fetch, ...keeping(events) }).workspaces.list();
  expect(events).toStrictEqual([
    ['onRequest', { ...call, attempt: 1 }],
    ['onRequest', { ...call, attempt: 2 }],
    ['onResponse', { ...call, attempt: 2, status: 200, durationMs: expect.any(Number) as number }],
  ]);
});

test('the identifier is part of the URL', async () => {
  const events: unknown[][] = [];
  const fetch = () => Promise.resolve(new Response(null));
  await createClient({ baseUrl, fetch, ...keeping(events) }).mockServices.delete(mockServiceId);
  expect(events[0]).toStrictEqual([
    'onRequest',
    {
      operation: 'deleteMockService',
      method: 'DELETE',
      url: `${baseUrl}/configuration/mock-services/${mockServiceId}`,
      attempt: 1,
    },
  ]);
});

test('withResponse() is asked once, however often', async () => {
  const listed = createClient({
    baseUrl,
    fetch: () => Promise.resolve(Response.json({ data: [] })),
  }).workspaces.list();
  expect(listed.withResponse()).toBe(listed.withResponse());
  await expect(listed.withResponse()).resolves.toMatchObject({ data: [], attempts: 1 });
});
