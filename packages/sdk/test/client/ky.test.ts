import { createHmac } from 'node:crypto';
import { inspect } from 'node:util';
import { createClient } from '@mock-services/sdk';
import ky, { type Options } from 'ky';
import { describe, expect, test, vi } from 'vitest';
import { failureOf } from '../support/failures.ts';
import { responding, silent } from '../support/fetches.ts';
import { anInput, mockServiceId } from '../support/fixtures.ts';
import { answerWith, inTurn, startWireServer, unavailable } from '../support/wire-server.ts';

const baseUrl = 'https://mocks.example.com';
const list = responding('{"data":[]}');
const ok = answerWith(200, { data: [] });
const withHooks = (hooks: NonNullable<Options['hooks']>) => ky.create({ hooks });

describe('ky hooks', () => {
  test('ky hooks run once for each attempt and receive the final request', async () => {
    await using server = await startWireServer(inTurn(unavailable, ok));
    const seen: unknown[] = [];
    const init = vi.fn();
    const instance = withHooks({
      init: [init],
      beforeRequest: [({ request }) => void seen.push(Object.fromEntries(request.headers))],
      afterResponse: [async ({ response }) => void seen.push([response.status, await response.text()])],
    });
    const client = createClient({
      baseUrl: server.url,
      ky: instance,
      token: 'abc',
      headers: { 'x-team': 'red' },
    });
    await expect(client.workspaces.list()).resolves.toEqual([]);
    const sent = expect.objectContaining({
      authorization: 'Bearer abc',
      'x-team': 'red',
      accept: 'application/json',
    }) as object;
    expect(seen).toEqual([sent, [503, ''], sent, [200, '{"data":[]}']]);
    expect(init).toHaveBeenCalledTimes(2);
  });

  test('ky hooks can change the request and replace the response', async () => {
    await using server = await startWireServer(answerWith(500));
    const instance = withHooks({
      beforeRequest: [({ request }) => request.headers.set('x-trace', '1')],
      afterResponse: [() => Response.json({ data: [] })],
    });
    const client = createClient({ baseUrl: server.url, ky: instance });
    await expect(client.workspaces.list().withResponse()).resolves.toMatchObject({
      data: [],
      response: { status: 200 },
    });
    expect(server.requests[0]?.headers['x-trace']).toBe('1');
  });

  test('a ky hook can return a response without sending a request', async () => {
    const fetch = vi.fn();
    const instance = withHooks({ beforeRequest: [() => Response.json({ data: [] })] });
    const call = createClient({ baseUrl, ky: instance, fetch }).workspaces.list();
    await expect(call.withResponse()).resolves.toMatchObject({ data: [], attempts: 0 });
    expect(fetch).not.toHaveBeenCalled();
  });

  test.each(['beforeRequest', 'afterResponse'] as const)(
    'a ky hook that hangs is ended by the time limits and the signal: %s',
    async (name) => {
      const hang = () => new Promise<undefined>(() => undefined);
      const { workspaces } = createClient({ baseUrl, ky: withHooks({ [name]: [hang] }), ...list });
      await expect(workspaces.list({ timeout: 10 })).rejects.toMatchObject({
        name: 'TimeoutError',
        phase: 'attempt',
      });
      await expect(workspaces.list({ totalTimeout: 10 })).rejects.toMatchObject({
        name: 'TimeoutError',
        phase: 'total',
      });
      await expect(workspaces.list({ signal: AbortSignal.timeout(10) })).rejects.toMatchObject({
        name: 'AbortError',
      });
    },
  );

  test.each(['init', 'beforeRequest', 'afterResponse'] as const)(
    'a call fails with the error that a ky hook throws: %s',
    async (name) => {
      const bug = new RangeError('a bug');
      const hook = vi.fn(() => {
        throw bug;
      });
      const call = createClient({ baseUrl, ky: withHooks({ [name]: [hook] }), ...list }).workspaces.list();
      const error = await failureOf(call);
      expect(error).toMatchObject({ name: 'NetworkError', attempts: name === 'afterResponse' ? 1 : 0 });
      expect(error.cause).toBe(bug);
      expect(hook).toHaveBeenCalledOnce();
    },
  );

  test('if a ky hook throws, mayHaveBeenApplied tells whether the request was sent', async () => {
    const bug = () => {
      throw new Error('a bug');
    };
    const instance = withHooks({ afterResponse: [bug] });
    const created = createClient({ baseUrl, ky: instance, ...responding('{}', { status: 201 }) });
    await expect(created.mockServices.create(anInput())).rejects.toMatchObject({ mayHaveBeenApplied: true });
    const unsent = createClient({ baseUrl, ky: withHooks({ beforeRequest: [bug] }), ...list });
    await expect(unsent.mockServices.create(anInput())).rejects.toMatchObject({ mayHaveBeenApplied: false });
  });

  test('a ky hook can read a response body, and the client can still read it afterwards', async () => {
    const bodies: string[] = [];
    const afterResponse = [
      async ({ response }: { response: Response }) => void bodies.push(await response.text()),
    ];
    const { activity } = createClient({ baseUrl, ky: withHooks({ afterResponse }), ...list });
    await expect(activity.list(mockServiceId)).resolves.toEqual([]);
    await expect(activity.stream(mockServiceId).next()).resolves.toMatchObject({ done: true });
    expect(bodies).toEqual(['{"data":[]}', '{"data":[]}']);
  });
});

describe('requests that a ky hook returns', () => {
  const slow = (ms: number) =>
    withHooks({
      beforeRequest: [
        async ({ request }) => {
          await new Promise((resolve) => setTimeout(resolve, ms));
          const { url, method, headers } = request;
          return new Request(url, { method, headers, body: await request.text() });
        },
      ],
    });

  test('a request that a ky hook returns after the end of its call is not sent', async () => {
    await using server = await startWireServer(answerWith(201, { id: mockServiceId }));
    const { mockServices } = createClient({ baseUrl: server.url, ky: slow(60), timeout: 10 });
    const call = mockServices.create(anInput());
    await expect(call).rejects.toMatchObject({
      name: 'TimeoutError',
      attempts: 0,
      mayHaveBeenApplied: false,
    });
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(server.requests).toHaveLength(0);
  });

  test('if a ky hook returns a request, that request is aborted when the client call ends', async () => {
    let isClosed = false;
    const controller = new AbortController();
    await using server = await startWireServer((_, response) => {
      response.on('close', () => (isClosed = true));
      controller.abort();
    });
    const { mockServices } = createClient({ baseUrl: server.url, ky: slow(0) });
    const call = mockServices.create(anInput(), { signal: controller.signal });
    await expect(call).rejects.toMatchObject({ name: 'AbortError', attempts: 1 });
    await expect.poll(() => isClosed).toBe(true);
  });
});

test.each<[string, Options['hooks'] & object, object]>([
  ['init', { init: [(options) => boom(JSON.stringify(options.headers))] }, {}],
  [
    'beforeRequest',
    { beforeRequest: [({ request }) => boom(request.headers.get('authorization'), { request })] },
    {},
  ],
  [
    'beforeRequest, with its own header',
    {
      beforeRequest: [
        ({ request }) => {
          request.headers.set('x-own', 'canary-token');
          boom('canary-token');
        },
      ],
    },
    { token: undefined },
  ],
])('credentials in the error of a ky hook are masked: %s', async (_, hooks, options) => {
  const client = createClient({
    baseUrl,
    ky: withHooks(hooks),
    token: () => 'canary-token',
    ...list,
    ...options,
  });
  const error = await failureOf(client.workspaces.list());
  expect(error).toMatchObject({ name: 'NetworkError', attempts: 0 });
  expect(inspect(error, { depth: Infinity, showHidden: true })).not.toContain('canary-token');
});

function boom(secret: string | null, fields: object = {}): never {
  throw Object.assign(new Error(`bad ${secret}`), fields);
}

describe('ky options', () => {
  test('headers of a ky instance apply unless the client or the call sets the same header', async () => {
    await using server = await startWireServer(ok);
    const instance = ky.create({
      headers: { accept: 'application/vnd.x+json', 'x-team': 'ky', 'x-env': 'ky', 'x-own': 'ky' },
    });
    const client = createClient({ baseUrl: server.url, ky: instance, headers: { 'x-team': 'client' } });
    await client.workspaces.list({ headers: { 'x-env': 'call' } });
    expect(server.requests[0]?.headers).toMatchObject({
      accept: 'application/vnd.x+json',
      'x-team': 'client',
      'x-env': 'call',
      'x-own': 'ky',
    });
  });

  test('the fetch function of a ky instance is used unless the client sets fetch', async () => {
    const own = vi.fn(list.fetch);
    const instance = ky.create({ fetch: own as typeof fetch });
    await createClient({ baseUrl, ky: instance }).workspaces.list();
    expect(own).toHaveBeenCalledOnce();
    await createClient({ baseUrl, ky: instance, ...list }).workspaces.list();
    expect(own).toHaveBeenCalledOnce();
  });

  test('the client ignores the retry, timeout, throwHttpErrors and prefix options of a ky instance', async () => {
    await using server = await startWireServer(unavailable);
    const beforeRetry = vi.fn();
    const beforeError = vi.fn();
    const instance = ky.create({
      retry: 5,
      timeout: 1,
      totalTimeout: 1,
      throwHttpErrors: true,
      prefix: 'https://elsewhere.example.com',
      hooks: { beforeRetry: [beforeRetry], beforeError: [beforeError] },
    });
    const call = createClient({ baseUrl: server.url, ky: instance, maxRetries: 1 }).workspaces.list();
    await expect(call).rejects.toMatchObject({ name: 'ApiError', status: 503, attempts: 2 });
    expect(server.requests).toHaveLength(2);
    expect(beforeRetry).not.toHaveBeenCalled();
    expect(beforeError).not.toHaveBeenCalled();
  });

  test('the client ignores retry and timeout options that a ky init hook sets', async () => {
    await using server = await startWireServer(answerWith(404));
    const init = (options: Options) => {
      Object.assign(options, {
        throwHttpErrors: true,
        retry: 3,
        timeout: 1,
        prefix: 'https://elsewhere.example.com',
        json: {},
      });
    };
    const call = createClient({ baseUrl: server.url, ky: withHooks({ init: [init] }) }).workspaces.list();
    await expect(call).rejects.toMatchObject({ name: 'ApiError', status: 404, attempts: 1 });
    expect(server.requests).toHaveLength(1);
  });

  test('custom fetch options of a ky instance are passed to fetch, even after a redirect', async () => {
    const given: unknown[] = [];
    const fetch = (_: Request, init: unknown) => {
      given.push(init);
      const isFirst = given.length === 1;
      return Promise.resolve(
        isFirst
          ? new Response(null, { status: 302, headers: { location: '/moved' } })
          : Response.json({ data: [] }),
      );
    };
    const instance = ky.create({ fetch: fetch as typeof globalThis.fetch, dispatcher: 'own' } as Options);
    await createClient({ baseUrl, ky: instance }).workspaces.list();
    expect(given).toEqual([{ dispatcher: 'own' }, { dispatcher: 'own' }]);
  });

  test('errors do not show the header values of a ky instance', async () => {
    const instance = ky.create({ headers: { 'x-key': 'canary-key' } });
    const fetch = (request: Request) =>
      Promise.reject(new Error(`failed with ${request.headers.get('x-key')}`));
    const error = await failureOf(createClient({ baseUrl, ky: instance, fetch }).workspaces.list());
    expect(error.cause).toMatchObject({ message: 'failed with …' });
  });
});

test('the client does not clone responses if it has no ky instance', async () => {
  const clone = vi.spyOn(Response.prototype, 'clone');
  await createClient({ baseUrl, ...list }).workspaces.list();
  expect(clone).not.toHaveBeenCalled();
  clone.mockRestore();
});

test('a ky hook can sign the final headers and body of a request', async () => {
  await using server = await startWireServer(answerWith(201, { id: mockServiceId }));
  const sign = async ({ request }: { request: Request }): Promise<void> => {
    const text = [request.method, request.headers.get('authorization'), await request.clone().text()].join(
      '\n',
    );
    request.headers.set('x-signature', createHmac('sha256', 'key').update(text).digest('hex'));
  };
  const client = createClient({
    baseUrl: server.url,
    token: 'abc',
    ky: withHooks({ beforeRequest: [sign] }),
  });
  await client.mockServices.create(anInput());
  const [request] = server.requests;
  const text = ['POST', 'Bearer abc', request?.body].join('\n');
  expect(request?.headers['x-signature']).toBe(createHmac('sha256', 'key').update(text).digest('hex'));
});

test('aborting a call aborts its HTTP request', async () => {
  let request: Request | undefined;
  const fetch = (given: Request) => {
    request = given;
    return silent.fetch(given);
  };
  const controller = new AbortController();
  const call = failureOf(createClient({ baseUrl, fetch }).workspaces.list({ signal: controller.signal }));
  await expect.poll(() => request).toBeDefined();
  controller.abort('enough');
  expect(await call).toMatchObject({ name: 'AbortError', cause: 'enough' });
  expect(request?.signal.aborted).toBe(true);
});
