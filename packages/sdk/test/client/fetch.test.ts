/** The `fetch` option, with real implementations. The recipes in `examples` use a real proxy and a client certificate. */
import { createClient, type Fetch } from '@mock-services/sdk';
import { setupServer } from 'msw/node';
import { setupServer as setupServer2 } from 'msw2/node';
import nodeFetch from 'node-fetch';
import { fetch as undiciFetch } from 'undici';
import { describe, expect, test, vi } from 'vitest';
import { failureOf, unhandledDuring } from '../support/failures.ts';
import { emptyList, fetching, fetchOf, redirect, status, type FetchAnswer } from '../support/fetches.ts';
import { aMockService, anInput, baseUrl, mockServiceId } from '../support/fixtures.ts';
import { answerWith, startWireServer } from '../support/wire-server.ts';

const implementations: [string, Fetch][] = [
  ["Node's own fetch", globalThis.fetch],
  ['undici.fetch', undiciFetch],
  ['node-fetch', nodeFetch],
];

describe.each(implementations)('%s', (_, fetch) => {
  test('sends requests and reads the responses', async () => {
    await using server = await startWireServer(answerWith(200, { data: aMockService() }));
    const client = createClient({ baseUrl: `${server.url}/api`, fetch, token: 'secret' });
    await expect(client.mockServices.update(mockServiceId, anInput())).resolves.toEqual(aMockService());
    expect(server.requests).toMatchObject([
      {
        method: 'PUT',
        body: JSON.stringify({ data: anInput() }),
        headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
      },
    ]);
  });

  test('follows redirects without reading their bodies', async () => {
    await using server = await startWireServer((request, response, count) => {
      if (count <= 2) response.writeHead(307, { location: `/${count}` }).write('endless');
      else answerWith(200, { data: [] })(request, response, count);
    });
    const call = createClient({ baseUrl: server.url, fetch }).workspaces.list();
    expect(await unhandledDuring(() => call)).toEqual([]);
    await expect(call.withResponse()).resolves.toMatchObject({ data: [], attempts: 1 });
    expect(server.requests.map(({ target }) => target)).toEqual(['/configuration/workspaces', '/1', '/2']);
  });

  test('aborts the request if the call is aborted', async () => {
    const closed = vi.fn();
    const controller = new AbortController();
    await using server = await startWireServer((_, response) => {
      response.on('close', closed);
      controller.abort('enough');
    });
    const call = createClient({ baseUrl: server.url, fetch }).workspaces.list({ signal: controller.signal });
    await expect(call).rejects.toMatchObject({ name: 'AbortError', cause: 'enough', attempts: 1 });
    await expect.poll(() => closed.mock.calls.length).toBe(1);
  });
});

const [msw2, msw3] = [setupServer2(), setupServer()];
test.each<[string, () => void, { close: () => void }]>([
  ['2', () => msw2.listen({ onUnhandledRequest: 'error' }), msw2],
  ['3', () => msw3.listen({ onUnhandledFrame: 'error' }), msw3],
])('a request that MSW %s refuses for lack of a handler is not retried', async (_, listen, server) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  listen();
  try {
    const error = await failureOf(createClient({ baseUrl }).mockServices.update(mockServiceId, anInput()));
    expect(error).toMatchObject({ name: 'NetworkError', attempts: 1, mayHaveBeenApplied: false });
    expect(error.message).toContain('No MSW handler matched the request.');
  } finally {
    server.close();
    vi.restoreAllMocks();
  }
});

describe('a custom fetch', () => {
  test('is called with a string and an init object that every implementation understands', async () => {
    const fetch = vi.fn<Fetch>(() =>
      Promise.resolve(Response.json({ data: aMockService(), id: mockServiceId })),
    );
    const client = createClient({ baseUrl, fetch, headers: { 'X-Team': 'blue' } });
    await client.mockServices.get(mockServiceId);
    await client.mockServices.create(anInput());
    const init = { signal: expect.any(AbortSignal) as AbortSignal, redirect: 'manual' };
    const headers = { accept: 'application/json', 'x-team': 'blue' };
    expect(fetch.mock.calls).toEqual([
      [`${baseUrl}/configuration/mock-service/${mockServiceId}`, { ...init, method: 'GET', headers }],
      [
        `${baseUrl}/configuration/mock-service`,
        {
          ...init,
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(anInput()),
        },
      ],
    ]);
  });

  test('may return a response that has only ok, status, headers and text()', async () => {
    const text = () => Promise.resolve('{"data":[]}');
    const { fetch } = fetchOf(() => ({ ok: true, status: 200, headers: { get: () => null }, text }));
    const call = createClient({ baseUrl, fetch }).workspaces.list().withResponse();
    const response = { status: 200, url: `${baseUrl}/configuration/workspaces` };
    await expect(call).resolves.toMatchObject({ data: [], response });
  });

  test.each([
    ['a TypeError', 1, new TypeError('Body is unusable')],
    ['a network failure', 3, Object.assign(new Error('x'), { code: 'ECONNRESET' })],
  ])('a response whose text() throws %s leads to %i requests', async (_, requests, thrown) => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const text = () => Promise.reject(thrown);
    const { fetch, sent } = fetchOf(() => ({ ok: true, status: 200, headers: new Headers(), text }));
    const error = await failureOf(createClient({ baseUrl, fetch }).workspaces.list());
    expect(error).toMatchObject({ name: 'NetworkError', attempts: requests, cause: thrown });
    expect(sent).toHaveLength(requests);
    vi.restoreAllMocks();
  });

  test.each<[string, unknown]>([
    ['undefined', undefined],
    ['a response without text()', { ok: true, status: 200, headers: new Headers() }],
    ['a response without headers', { ok: true, status: 200, text: () => Promise.resolve('') }],
    [
      'a response whose body was read',
      (() => {
        const it = new Response('x');
        void it.text();
        return it;
      })(),
    ],
  ])('fetch is called once and causes a CallbackError if it returns `%s`', async (_, response) => {
    const fetch = vi.fn(() => Promise.resolve(response as Response));
    const call = createClient({ baseUrl, fetch }).workspaces.list();
    const cause = expect.any(TypeError) as TypeError;
    await expect(call).rejects.toMatchObject({ name: 'CallbackError', attempts: 1, cause });
    expect(fetch).toHaveBeenCalledOnce();
    await expect(call).rejects.toThrow(/`fetch` function|had read/);
  });

  test('a fetch that returns the same response twice causes a CallbackError', async () => {
    const response = Response.json({ data: [] });
    const { workspaces } = createClient({ baseUrl, fetch: () => Promise.resolve(response) });
    await workspaces.list();
    const error = await failureOf(workspaces.list());
    expect(error).toMatchObject({ name: 'CallbackError', attempts: 1 });
    expect(error.message).toContain('it must return a new `Response` for each call');
  });

  test('the body is canceled when the call ends, even if fetch ignores its signal', async () => {
    const cancel = vi.fn();
    const body = () => new Response(new ReadableStream({ cancel }));
    const call = createClient({ baseUrl, timeout: 5, ...fetching(body) }).workspaces.list();
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
    await expect.poll(() => cancel.mock.calls.length).toBe(1);
  });
});

describe('redirects', () => {
  const list = (...answers: FetchAnswer[]) => {
    const { fetch, sent } = fetchOf(...answers);
    const client = createClient({ baseUrl, fetch, token: 'secret', headers: { 'x-team': 'blue' } });
    return { call: client.workspaces.list(), sent };
  };

  test('redirects within the origin are followed with the same token and headers', async () => {
    const { call, sent } = list(redirect('/a/b/?key=1'), redirect('c'), emptyList);
    await expect(call.withResponse()).resolves.toMatchObject({ data: [], attempts: 1 });
    expect(sent.map(({ url }) => new URL(url).pathname).slice(1)).toEqual(['/a/b/', '/a/b/c']);
    for (const { headers, method } of sent)
      expect({ method, ...headers }).toMatchObject({
        method: 'GET',
        authorization: 'Bearer secret',
        'x-team': 'blue',
      });
  });

  test('redirects are followed only for 301, 302, 303, 307 and 308', async () => {
    const followed: number[] = [];
    for (let code = 300; code < 400; code += 1) {
      const { call, sent } = list(status(code, { location: '/moved' }), emptyList);
      await call.catch(() => undefined);
      if (sent.length === 2) followed.push(code);
    }
    expect(followed).toEqual([301, 302, 303, 307, 308]);
  });

  test('redirects are followed for at most 20 requests', async () => {
    const next = redirect('/next');
    const twenty = list(...Array<Response>(19).fill(next), emptyList);
    await expect(twenty.call).resolves.toEqual([]);
    const { call, sent } = list(next);
    await expect(call).rejects.toMatchObject({ name: 'ApiError', status: 302, attempts: 1 });
    expect(sent).toHaveLength(20);
  });

  test.each([
    ['another host', 'https://other.example.com/x'],
    ['another port', 'https://mocks.example.com:8443/x'],
    ['another protocol', 'http://mocks.example.com/x'],
    ['a password', 'https://:password@mocks.example.com/x'],
  ])('redirects to %s cause an ApiError with headers, but without a body', async (_, location) => {
    const { call, sent } = list(redirect(location));
    const error = await failureOf(call);
    expect(error).toMatchObject({ name: 'ApiError', status: 302, body: undefined, attempts: 1 });
    expect((error as { headers?: Headers }).headers?.get('location')).toBe(location);
    expect(sent).toHaveLength(1);
  });

  test.each<Record<string, string>>([{}, { location: 'http://[' }])(
    'redirects without a valid location cause an ordinary ApiError: %j',
    async (headers) => {
      await expect(list(status(302, headers, 'why')).call).rejects.toMatchObject({
        status: 302,
        body: 'why',
      });
    },
  );

  // A browser shows a page a redirect without its status and location.
  const hidden = () => Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
  test.each([
    ['outside a page', undefined, 1],
    ['in a page of another origin', 'https://page.example.com', 1],
    ['in a page of the same origin', new URL(baseUrl).origin, 20],
  ])('redirects that a browser hides cause a NetworkError %s', async (_, origin, requests) => {
    if (origin !== undefined) vi.stubGlobal('location', { origin });
    try {
      const { call, sent } = list(hidden);
      await expect(call).rejects.toMatchObject({ name: 'NetworkError', attempts: 1 });
      expect(sent.map((request) => request.redirect)).toEqual([
        'manual',
        ...Array<string>(requests - 1).fill('follow'),
      ]);
    } finally {
      vi.unstubAllGlobals();
    }
  });
});
