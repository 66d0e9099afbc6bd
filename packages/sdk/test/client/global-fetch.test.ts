/** How the client calls `globalThis.fetch`, which frameworks, polyfills and mocks replace. */
import { createClient, type ClientOptions, type Fetch, type FetchInit } from '@mock-services/sdk';
import { waitForActivity } from '@mock-services/sdk/activity';
import ky, { type Options } from 'ky';
import nodeFetch, { Headers, Request, Response as NodeResponse } from 'node-fetch';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failureOf } from '../support/failures.ts';
import { emptyList, fetchOf, redirect, status, type SentRequest } from '../support/fetches.ts';
import { anEntry, anInput, baseUrl, mockServiceId, workspaceId } from '../support/fixtures.ts';
import { answerWith, inTurn, startWireServer, unavailable } from '../support/wire-server.ts';

const busy = status(503, { 'retry-after': '0' });

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Replaces `globalThis.fetch`, and returns the requests that it receives. */
function stubFetch(...answers: Parameters<typeof fetchOf>): SentRequest[] {
  const { fetch, sent } = fetchOf(...answers);
  vi.stubGlobal('fetch', fetch);
  return sent;
}

describe('a replaced global fetch', () => {
  const mock: Fetch = (url, init) => {
    if (!url.includes('/configuration/')) throw new Error('The mock does not know this URL.');
    return fetchBefore(url, init);
  };
  const fetchBefore = globalThis.fetch;
  const nodeFetchGlobals = { fetch: nodeFetch, Headers, Request, Response: NodeResponse };

  test.each<[string, object]>([
    ['node-fetch with its classes', nodeFetchGlobals],
    ['a mock that looks at the URL', { fetch: mock }],
  ])('reads, writes and retries with %s', async (_, globals) => {
    const created = { id: mockServiceId };
    const moved = answerWith(307, undefined, { location: '/configuration/moved' });
    await using server = await startWireServer(
      inTurn(unavailable, moved, answerWith(200, { data: [] }), answerWith(201, created)),
    );
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
    const client = createClient({ baseUrl: server.url });
    await expect(client.workspaces.list()).resolves.toEqual([]);
    await expect(client.mockServices.create(anInput())).resolves.toEqual(created);
    const methods = server.requests.map(({ method }) => method);
    expect(methods).toEqual(['GET', 'GET', 'GET', 'POST']);
    expect(server.requests.at(-1)?.body).toBe(JSON.stringify(anInput()));
  });

  test('is used even if it is replaced after the client was created', async () => {
    const { workspaces } = createClient({ baseUrl });
    const sent = stubFetch(emptyList);
    await expect(workspaces.list()).resolves.toEqual([]);
    expect(sent).toHaveLength(1);
  });

  /** Like Next's `fetch` while it renders: remembers the response to a `Request`, and to a call without a signal. */
  function memoizing(...responses: Response[]): { requests: number } {
    const count = { requests: 0 };
    const memory = new Map<string, Response>();
    vi.stubGlobal('fetch', (input: string | globalThis.Request, init?: FetchInit) => {
      const isNew = typeof input === 'string' && init?.signal !== undefined;
      const url = typeof input === 'string' ? input : input.url;
      const response = (isNew ? undefined : memory.get(url)) ?? responses[count.requests++] ?? emptyList;
      memory.set(url, response);
      return Promise.resolve(response.clone());
    });
    return count;
  }

  test('is not memoized, so retries and polling send new requests', async () => {
    const retried = memoizing(busy, emptyList);
    await expect(createClient({ baseUrl }).workspaces.list()).resolves.toEqual([]);
    expect(retried.requests).toBe(2);
    const polled = memoizing(emptyList, Response.json({ data: [anEntry()] }));
    await waitForActivity(createClient({ baseUrl }), workspaceId, {}, { interval: 10 });
    expect(polled.requests).toBe(2);
  });
});

describe('what ky and its hooks set reaches fetch', () => {
  const sending = async (options: Options, client: Partial<ClientOptions> = {}) => {
    const sent = stubFetch(Response.json({ data: [], id: mockServiceId }));
    const { workspaces, mockServices } = createClient({ baseUrl, ky: ky.create(options), ...client });
    await workspaces.list();
    await mockServices.create(anInput());
    return sent;
  };
  const withOptions = (init: RequestInit): Options => ({
    hooks: { beforeRequest: [({ request }) => new globalThis.Request(request, init)] },
  });

  test.each<RequestInit>([{ credentials: 'include' }, { cache: 'force-cache' }, { redirect: 'error' }])(
    'an option of a Request that a hook returned: %o',
    async (init) => {
      const changed = Object.keys(init);
      const usual = ['body', 'headers', 'method', 'redirect', 'signal', 'url'];
      for (const request of await sending(withOptions(init))) {
        expect(request).toMatchObject(init);
        expect([...usual, ...changed]).toEqual(expect.arrayContaining(Object.keys(request)));
      }
    },
  );

  test.each<[string, object]>([
    ["Next's `next`", { next: { revalidate: 60, tags: ['a'] } }],
    ["undici's `dispatcher`", { dispatcher: {} }],
  ])('an option of the instance, for the global and for a custom fetch: %s', async (_, options) => {
    for (const request of await sending(options)) expect(request).toMatchObject(options);
    const { fetch, sent } = fetchOf(emptyList);
    await createClient({ baseUrl, ky: ky.create(options), fetch }).workspaces.list();
    expect(sent).toMatchObject([options]);
  });

  test('a hook that returns a new Request does not let `fetch` follow redirects to other origins', async () => {
    const renew = async ({ request }: { request: globalThis.Request }) => {
      const { url, method, headers } = request;
      const body = method === 'GET' ? undefined : await request.clone().text();
      return new globalThis.Request(url, { method, headers, ...(body !== undefined && { body }) });
    };
    const [read, write] = await sending({ hooks: { beforeRequest: [renew] } });
    expect([read?.redirect, write?.redirect]).toEqual(['manual', 'manual']);
  });

  test('a hook that reads the body of the request without cloning it causes a CallbackError', async () => {
    const read = async ({ request }: { request: globalThis.Request }) => void (await request.text());
    const client = createClient({ baseUrl, ky: ky.create({ hooks: { beforeRequest: [read] } }) });
    const sent = stubFetch(emptyList);
    const error = await failureOf(client.mockServices.create(anInput()));
    expect(error).toMatchObject({ name: 'CallbackError', attempts: 0, cause: { name: 'TypeError' } });
    expect(sent).toEqual([]);
  });
});

describe('caches', () => {
  const nextSymbol = Symbol.for('next-patch');
  const places: [string, object, cache?: 'no-store'][] = [
    ['Node', {}],
    ['a page', { document: {} }, 'no-store'],
    ['a worker of a browser', { WorkerGlobalScope: Object }, 'no-store'],
    ["Next's server", { [nextSymbol]: true }, 'no-store'],
  ];
  let sent: SentRequest[];
  beforeEach(() => {
    sent = [];
  });
  const fetch: Fetch = (url, init) => {
    sent.push({ ...init, url });
    // Next deletes this option from the object that it receives.
    if (sent.length === 1) delete (init as { cache?: string }).cache;
    const response = sent.length === 1 ? redirect('/moved') : Response.json({ data: [], id: mockServiceId });
    return Promise.resolve(response);
  };
  const caches = () => sent.map(({ cache }) => cache);
  const stub = (stubs: object) => {
    for (const key of Reflect.ownKeys(stubs)) vi.stubGlobal(key, Reflect.get(stubs, key));
  };

  test.each(places)('a read, but not a write, bypasses the caches of %s', async (_, stubs, cache) => {
    stub(stubs);
    const client = createClient({ baseUrl, fetch });
    await client.workspaces.list();
    await client.mockServices.create(anInput());
    expect(caches()).toEqual([cache, cache, undefined]);
  });

  test.each<[string, Options, string | undefined]>([
    ['sets a header', { headers: { 'x-team': 'blue' } }, 'no-store'],
    ['sets tags of Next', { next: { tags: ['a'] } } as Options, 'no-store'],
    ['sets `cache`', { cache: 'force-cache' }, 'force-cache'],
    ['keeps the default cache', { cache: 'default' }, undefined],
    ["sets Next's `revalidate`", { next: { revalidate: 60 } } as Options, undefined],
  ])('in a page, a ky instance that %s decides what is cached', async (_, options, expected) => {
    stub({ document: {} });
    await createClient({ baseUrl, fetch, ky: ky.create(options) }).workspaces.list();
    expect(caches()).toEqual([expected, expected]);
  });
});

describe('errors by which Next controls its rendering', () => {
  const bailout = Object.assign(new Error('Dynamic server usage'), { digest: 'DYNAMIC_SERVER_USAGE' });
  const fail = vi.fn(() => {
    throw bailout;
  });
  beforeEach(() => void fail.mockClear());
  const hooked = (name: string) => ({ ky: ky.create({ hooks: { [name]: [fail] } }) });

  test.each<[string, Partial<ClientOptions>]>([
    ['fetch', { fetch: fail }],
    ['a response body', { fetch: () => Promise.resolve(new Response(new ReadableStream({ pull: fail }))) }],
    ['the token function', { token: fail }],
    ['the headers function', { headers: fail }],
    ['a beforeRequest hook', hooked('beforeRequest')],
  ])('reach the caller unchanged and without a retry from %s', async (_, options) => {
    stubFetch(emptyList);
    const client = createClient({ baseUrl, ...options });
    await expect(client.workspaces.list()).rejects.toBe(bailout);
    await expect(client.mockServices.modify(mockServiceId, () => anInput())).rejects.toBe(bailout);
    await expect(waitForActivity(client, workspaceId, {})).rejects.toBe(bailout);
    expect(fail).toHaveBeenCalledTimes(3);
  });
});
