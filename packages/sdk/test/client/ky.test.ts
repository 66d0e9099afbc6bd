/** The `ky` option. */
import { createHmac } from 'node:crypto';
import { createClient } from '@mock-services/sdk';
import ky, { type Options } from 'ky';
import ky1 from 'ky1';
import { describe, expect, test, vi } from 'vitest';
import { failureOf, outcomeOf } from '../support/failures.ts';
import {
  brokenResponse,
  emptyList,
  fetchOf,
  networkFailure,
  redirect,
  status,
  type FetchAnswer,
} from '../support/fetches.ts';
import { anInput, baseUrl, mockServiceId } from '../support/fixtures.ts';

type Hooks = NonNullable<Options['hooks']>;
const busy = status(503, { 'retry-after': '0' });

/** Creates a client with a custom `fetch` and a ky instance with hooks. */
function clientWith(hooks: Hooks, answers: FetchAnswer[] = [emptyList], options: object = {}) {
  const { fetch, sent } = fetchOf(...answers);
  return { sent, ...createClient({ baseUrl, fetch, ky: ky.create({ hooks }), ...options }) };
}

test.each<[string, unknown]>([
  ['an instance of ky 1', ky1],
  ['a function that is not a ky instance', (url: string) => fetch(url)],
  ['globalThis.fetch', fetch],
])('createClient throws a TypeError that names ky 2 for %s', async (_, instance) => {
  const sent = vi.spyOn(globalThis, 'fetch');
  const error = outcomeOf(() => createClient({ baseUrl, ky: instance as typeof ky }));
  await Promise.resolve();
  expect(error).toBeInstanceOf(TypeError);
  expect(error).toHaveProperty('message', expect.stringContaining('`ky` must be an instance of ky 2'));
  expect(sent).not.toHaveBeenCalled();
  sent.mockRestore();
});

test.each([
  ['ky itself', ky],
  ['ky.extend()', ky.extend({ headers: { 'x-team': 'blue' } })],
])('createClient accepts %s without running its hooks', async (_, instance) => {
  const hook = vi.fn();
  const { fetch } = fetchOf(emptyList);
  const hooked = instance.extend({ hooks: { init: [hook], beforeRequest: [hook] } });
  const client = createClient({ baseUrl, fetch, ky: hooked });
  await Promise.resolve();
  expect(hook).not.toHaveBeenCalled();
  await expect(client.workspaces.list()).resolves.toEqual([]);
  expect(hook).toHaveBeenCalledTimes(2);
});

describe('hooks', () => {
  test('hooks run once per attempt, with the final request and every response', async () => {
    const seen: unknown[] = [];
    const init = vi.fn();
    const hooks: Hooks = {
      init: [init],
      beforeRequest: [({ request }) => void seen.push(Object.fromEntries(request.headers))],
      afterResponse: [async ({ response }) => void seen.push([response.status, await response.text()])],
    };
    const options = { token: 'abc', headers: { 'x-team': 'red' } };
    const client = clientWith(hooks, [busy, redirect('/moved'), emptyList], options);
    await expect(client.workspaces.list()).resolves.toEqual([]);
    const sent = { accept: 'application/json', authorization: 'Bearer abc', 'x-team': 'red' };
    expect(seen).toEqual([sent, [503, ''], sent, [200, '{"data":[]}']]);
    expect(init).toHaveBeenCalledTimes(2);
  });

  test('a hook can sign the final headers and body', async () => {
    const signatureOf = (parts: unknown[]) =>
      createHmac('sha256', 'key').update(parts.join('\n')).digest('hex');
    const sign = async ({ request }: { request: Request }) => {
      const text = await request.clone().text();
      const parts = [request.method, request.headers.get('authorization'), text];
      request.headers.set('x-signature', signatureOf(parts));
    };
    const created = Response.json({ id: mockServiceId });
    const { mockServices, sent } = clientWith({ beforeRequest: [sign] }, [created], { token: 'abc' });
    await mockServices.create(anInput());
    const signature = signatureOf(['POST', 'Bearer abc', JSON.stringify(anInput())]);
    expect(sent[0]).toMatchObject({ body: JSON.stringify(anInput()), headers: { 'x-signature': signature } });
  });

  test('a hook can return a response, so that no request is sent', async () => {
    const { workspaces, sent } = clientWith({ beforeRequest: [() => emptyList.clone()] });
    await expect(workspaces.list().withResponse()).resolves.toMatchObject({ data: [], attempts: 0 });
    expect(sent).toHaveLength(0);
  });

  test('a hook can replace a response, even a redirect that is not followed', async () => {
    const elsewhere = redirect('https://other.example.com');
    const { workspaces } = clientWith({ afterResponse: [() => emptyList.clone()] }, [elsewhere]);
    await expect(workspaces.list().withResponse()).resolves.toMatchObject({
      data: [],
      response: { status: 200 },
    });
  });

  test('a hook can return another request, which is aborted with the call', async () => {
    // The new request has a signal of its own.
    const replace = ({ request }: { request: Request }) =>
      new Request(request.url, { headers: { 'x-own': '1' } });
    const controller = new AbortController();
    const answer = () => {
      controller.abort('enough');
      return new Promise<never>(() => undefined);
    };
    const { workspaces, sent } = clientWith({ beforeRequest: [replace] }, [answer]);
    const call = workspaces.list({ signal: controller.signal });
    await expect(call).rejects.toMatchObject({ name: 'AbortError', attempts: 1 });
    expect(sent[0]).toMatchObject({ headers: { 'x-own': '1' }, signal: { aborted: true } });
  });

  test.each(['init', 'beforeRequest', 'afterResponse'] as const)(
    'an exception in a hook is the cause of a CallbackError (%s)',
    async (name) => {
      const bug = Object.assign(new RangeError('a bug'), { code: 'ECONNRESET' });
      const hook = vi.fn(() => {
        throw bug;
      });
      const { mockServices } = clientWith({ [name]: [hook] }, [Response.json({ id: mockServiceId })]);
      const isSent = name === 'afterResponse';
      const error = await failureOf(mockServices.create(anInput(), { retryUnsafe: true }));
      expect(error).toMatchObject({
        name: 'CallbackError',
        attempts: isSent ? 1 : 0,
        mayHaveBeenApplied: isSent,
      });
      expect(error.cause).toBe(bug);
      expect(hook).toHaveBeenCalledOnce();
    },
  );

  test.each<[string, (response: Response) => Promise<unknown>]>([
    ['replaces it', async (response) => new Response(await response.text(), response)],
    [
      'throws an error of its own',
      (response) => response.json().catch(() => Promise.reject(new RangeError('mine'))),
    ],
  ])('a body that breaks off causes a NetworkError after retries if a hook %s', async (_, use) => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const hook = async ({ response }: { response: Response }) => {
      const result = await use(response);
      return result instanceof Response ? result : undefined;
    };
    const hooks = { afterResponse: [() => undefined, hook] };
    const { workspaces, sent } = clientWith(hooks, [() => brokenResponse(203)]);
    const error = await failureOf(workspaces.list());
    const cause = { name: 'TypeError', message: 'terminated' };
    expect(error).toMatchObject({ name: 'NetworkError', status: 203, attempts: 3, cause });
    expect(sent).toHaveLength(3);
    vi.restoreAllMocks();
  });

  test('the hooks beforeError and beforeRetry never run', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const hook = vi.fn(() => new Promise<never>(() => undefined));
    const hooks = { beforeError: [hook], beforeRetry: [hook] };
    const answers = [networkFailure(), busy, () => brokenResponse(), emptyList];
    const { workspaces } = clientWith(hooks, answers, { maxRetries: 3 });
    await expect(workspaces.list()).resolves.toEqual([]);
    await expect(clientWith(hooks, [status(404)]).workspaces.list()).rejects.toMatchObject({ status: 404 });
    expect(hook).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});

describe('options of the ky instance', () => {
  test('`headers` of ky apply unless the client or the call sets the same header', async () => {
    const { fetch, sent } = fetchOf(emptyList);
    const headers = { accept: 'application/vnd.x+json', 'x-team': 'ky', 'x-env': 'ky', 'x-own': 'ky' };
    const client = createClient({
      baseUrl,
      fetch,
      ky: ky.create({ headers }),
      headers: { 'x-team': 'client' },
    });
    await client.workspaces.list({ headers: { 'x-env': 'call' } });
    const expected = { ...headers, 'x-team': 'client', 'x-env': 'call' };
    expect(sent[0]?.headers).toEqual(expected);
  });

  test('`fetch` of ky gets the other options, and applies unless the client sets fetch', async () => {
    const own = vi.fn(() => Promise.resolve(emptyList.clone())).mockResolvedValueOnce(redirect('/moved'));
    const instance = ky.create({ fetch: own as typeof fetch, dispatcher: 'own' } as Options);
    await createClient({ baseUrl, ky: instance }).workspaces.list();
    const init = expect.objectContaining({ method: 'GET', dispatcher: 'own' }) as object;
    expect(own.mock.calls).toEqual([
      [`${baseUrl}/configuration/workspaces`, init],
      [`${new URL(baseUrl).origin}/moved`, init],
    ]);
    const { fetch: custom, sent } = fetchOf(emptyList);
    await createClient({ baseUrl, ky: instance, fetch: custom }).workspaces.list();
    expect([own.mock.calls.length, sent.length]).toEqual([2, 1]);
  });

  test('`searchParams` of ky are sent, but not shown in errors', async () => {
    const { fetch, sent } = fetchOf(status(404));
    const instance = ky.extend({ searchParams: { key: 'canary' } });
    const error = await failureOf(createClient({ baseUrl, fetch, ky: instance }).workspaces.list());
    expect(sent[0]?.url).toBe(`${baseUrl}/configuration/workspaces?key=canary`);
    expect(error).toMatchObject({ url: `${baseUrl}/configuration/workspaces` });
  });

  const overridden: Options = {
    retry: 5,
    timeout: 1,
    totalTimeout: 1,
    throwHttpErrors: true,
    prefix: 'https://elsewhere.example.com',
  };
  test.each<[string, typeof ky]>([
    ['instance', ky.create(overridden)],
    ['init hook', ky.create({ hooks: { init: [(options) => void Object.assign(options, overridden)] } })],
  ])('ky options for retries, time limits, errors and prefix have no effect (%s)', async (_, instance) => {
    const late = () => new Promise<Response>((resolve) => setTimeout(resolve, 20, busy.clone()));
    const { fetch, sent } = fetchOf(late);
    const call = createClient({ baseUrl, fetch, ky: instance, maxRetries: 1 }).workspaces.list();
    await expect(call).rejects.toMatchObject({ name: 'ApiError', status: 503, attempts: 2 });
    expect(sent.map(({ url }) => url)).toEqual(Array(2).fill(`${baseUrl}/configuration/workspaces`));
  });
});
