import { createClient, isMockServicesError } from '@mock-services/sdk';
import { describe, expect, test, vi } from 'vitest';
import { anInput, workspaceId } from '../support/fixtures.ts';

const baseUrl = 'https://mocks.example.com';
const deaf = () => new Promise<Response>(() => undefined);

/** A response as tests make them by hand: only with what is thought to be needed. */
const double = (fields: object) => () => Promise.resolve(fields as Response);
const text = (body: unknown) => () => Promise.resolve(body);

test('a response that knows no URL is as good as any', async () => {
  const fetch = double({ ok: true, status: 200, headers: new Headers(), text: text('{"data":[]}') });
  const { data, response } = await createClient({ baseUrl, fetch }).workspaces.list().withResponse();
  expect(data).toEqual([]);
  expect(response.url).toBe(`${baseUrl}/configuration/workspaces`);
});

describe('what is no response ends in the errors of the tree', () => {
  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['a number', 7],
    ['no text', { ok: true, status: 200 }],
    ['a text that is none', { ok: true, status: 200, url: '', text: text(undefined) }],
    ['no headers', { ok: false, status: 404, text: text('') }],
    ['headers that are none', { ok: false, status: 503, headers: new Map(), text: text('') }],
    [
      'a header that is no text',
      { ok: false, status: 503, headers: new Map([['retry-after', true]]), text: text('') },
    ],
    ['a redirect to nowhere', { ok: false, status: 302, text: text('') }],
  ])('%s', async (_, fields) => {
    const client = createClient({ baseUrl, fetch: double(fields as object), maxRetries: 0 });
    const error: unknown = await client.workspaces.list().catch((reason: unknown) => reason);
    expect(isMockServicesError(error)).toBe(true);
    expect(error).toMatchObject({ attempts: 1 });
  });

  test.each([undefined, null, 0, ''])('a rejection with %j', async (reason) => {
    // Whatever is thrown, a promise can reject with it.
    const thrown = reason as unknown as Error;
    const fetch = () => Promise.reject(thrown);
    const call = createClient({ baseUrl, maxRetries: 0, fetch }).workspaces.list();
    await expect(call).rejects.toMatchObject({ name: 'NetworkError', attempts: 1 });
  });
});

test('a rejection with what cannot be read ends in the errors of the tree', async () => {
  const unreadable = {
    get: () => {
      throw new Error('unreadable');
    },
  };
  const fetch = () => Promise.reject(Object.defineProperty(new Error('x'), 'message', unreadable));
  const call = createClient({ baseUrl, maxRetries: 0, fetch }).workspaces.list();
  await expect(call).rejects.toMatchObject({ name: 'NetworkError', attempts: 1 });
});

test('an input with half a character ends in the errors of the tree, too', async () => {
  const fetch = () => Promise.reject(new TypeError('fetch failed'));
  const call = createClient({ baseUrl, fetch }).mockServices.create(anInput({ title: 'Orders \ud800' }));
  await expect(call).rejects.toMatchObject({ name: 'NetworkError', attempts: 1 });
});

test('a time-out that fetch has of its own is a failure, and no budget of the client', async () => {
  const late = () => Promise.reject(new DOMException('too late', 'TimeoutError'));
  const onRetry = vi.fn();
  const options = { timeout: false, totalTimeout: false, maxRetries: 1 } as const;
  const call = createClient({ baseUrl, fetch: late, onRetry, ...options }).workspaces.list();
  await expect(call).rejects.toMatchObject({ name: 'NetworkError', attempts: 2 });
  expect(onRetry).toHaveBeenCalledTimes(1);
});

test('a fetch that does not listen leaves no timer behind when the call is aborted', async () => {
  vi.useFakeTimers();
  try {
    const controller = new AbortController();
    const call = createClient({ baseUrl, fetch: deaf }).activity.list(workspaceId, {
      signal: controller.signal,
    });
    const ended = call.catch((error: unknown) => error);
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    controller.abort();
    expect(await ended).toMatchObject({ name: 'AbortError', attempts: 1 });
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('a header is sent whatever its value, also where that reads like none', async () => {
  let sent: Headers | undefined;
  const fetch = ({ headers }: Request) => {
    sent = headers;
    return Promise.resolve(Response.json({ data: [] }));
  };
  await createClient({ baseUrl, fetch, headers: { 'x-branch': 'undefined' } }).workspaces.list();
  expect(sent?.get('x-branch')).toBe('undefined');
});

test('a request that the platform refuses to make is a NetworkError that says why', async () => {
  const fetch = vi.fn(() => Promise.resolve(Response.json({ data: [] })));
  const signal = { throwIfAborted: () => undefined } as AbortSignal;
  const call = createClient({ baseUrl, fetch, maxRetries: 0 }).workspaces.list({ signal });
  await expect(call).rejects.toMatchObject({
    name: 'NetworkError',
    attempts: 0,
    message: expect.stringContaining('no response from mocks.example.com') as string,
  });
  expect(fetch).not.toHaveBeenCalled();
});

test('a network error as a response is one', async () => {
  const fetch = () => Promise.resolve(Response.error());
  await expect(createClient({ baseUrl, maxRetries: 0, fetch }).workspaces.list()).rejects.toMatchObject({
    name: 'NetworkError',
    message:
      'listWorkspaces: no response from mocks.example.com (the response is a network error). See `error.cause`.',
  });
});
