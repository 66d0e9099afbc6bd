/** The `token` and `headers` options. `call-model.test.ts` covers tokens in longer calls. */
import { createClient, type TokenRequest } from '@mock-services/sdk';
import { describe, expect, test, vi } from 'vitest';
import { emptyList, fetchOf, type SentRequest, status } from '../support/fetches.ts';
import { anInput, baseUrl, mockServiceId } from '../support/fixtures.ts';
import { inTurn, startWireServer, unavailable } from '../support/wire-server.ts';

const authorizations = (sent: readonly SentRequest[]) => sent.map(({ headers }) => headers['authorization']);
/** Responds with 401 unless the token is right. */
const requiring = (token: string, ok = emptyList) =>
  fetchOf(({ headers }) => (headers['authorization'] === `Bearer ${token}` ? ok.clone() : status(401)));

describe('token', () => {
  test('sends `token` as a bearer token, and no token if it is `undefined`', async () => {
    const { fetch, sent } = fetchOf(emptyList);
    for (const token of ['abc', () => 'def', () => Promise.resolve('ghi'), () => undefined, undefined])
      await createClient({ baseUrl, fetch, token }).workspaces.list();
    const tokens = ['Bearer abc', 'Bearer def', 'Bearer ghi', undefined, undefined];
    expect(authorizations(sent)).toEqual(tokens);
  });

  test('calls the token function once for calls of a client that wait at the same time', async () => {
    const { fetch, sent } = fetchOf(emptyList);
    const token = vi.fn(() => Promise.resolve('shared'));
    const client = createClient({ baseUrl, fetch, token });
    const others = fetchOf(emptyList);
    const other = createClient({ baseUrl, fetch: others.fetch, token: () => Promise.resolve('other') });
    const { mockServices, workspaces } = client;
    await Promise.all([workspaces.list(), mockServices.list(), workspaces.list(), other.workspaces.list()]);
    expect(token).toHaveBeenCalledOnce();
    expect(authorizations(sent)).toEqual(Array(3).fill('Bearer shared'));
    expect(authorizations(others.sent)).toEqual(['Bearer other']);
  });

  test.each(['GET', 'POST'])('requests another token after a 401, even for a %s', async (method) => {
    const { fetch, sent } = requiring('t2', Response.json({ id: mockServiceId, data: [] }));
    const asked: unknown[] = [];
    let cached = 't1';
    const token = ({ rejected }: TokenRequest) => {
      asked.push(rejected);
      if (rejected === cached) cached = 't2';
      return cached;
    };
    const client = createClient({ baseUrl, fetch, token, maxRetries: 0 });
    const call = method === 'GET' ? client.workspaces.list() : client.mockServices.create(anInput());
    expect((await call.withResponse()).attempts).toBe(2);
    expect(asked).toEqual([undefined, 't1']);
    expect(authorizations(sent)).toEqual(['Bearer t1', 'Bearer t2']);
  });

  test.each<[string, (() => string | undefined) | string, object, number]>([
    ['the function returns the same token', () => 'same', {}, 1],
    ['the function returns no token', vi.fn<() => string | undefined>().mockReturnValueOnce('x'), {}, 1],
    ['the next response is a 401 as well', () => `t${Math.random()}`, {}, 2],
    ['the token is a string', 'fixed', {}, 1],
    ['the call has its own authorization', () => 'x', { headers: { Authorization: 'Basic eA==' } }, 1],
  ])('does not resend the request after a 401 if %s', async (_, token, options, requests) => {
    const { fetch, sent } = fetchOf(status(401));
    const call = createClient({ baseUrl, fetch, token }).workspaces.list(options);
    await expect(call).rejects.toMatchObject({ name: 'ApiError', status: 401, attempts: requests });
    expect(sent).toHaveLength(requests);
  });

  test('requests a token after a 401 to a request without a token', async () => {
    const { fetch } = requiring('late');
    const token = vi.fn<() => string | undefined>(() => 'late').mockReturnValueOnce(undefined);
    await expect(createClient({ baseUrl, fetch, token }).workspaces.list()).resolves.toEqual([]);
  });
});

describe('headers', () => {
  function* pairs(): Generator<readonly [string, string]> {
    yield ['x-team', 'Blue'];
    yield ['x-team', 'Green'];
  }

  test.each<[string, () => NonNullable<Parameters<typeof createClient>[0]['headers']>, object]>([
    ['an object', () => ({ 'X-Team': 'Blue' }), { 'x-team': 'Blue' }],
    [
      'readonly pairs',
      () =>
        [
          ['x-team', 'Blue'],
          ['X-TEAM', 'Green'],
        ] as const,
      { 'x-team': 'Blue, Green' },
    ],
    ['a Headers object', () => new Headers({ 'X-Team': 'Blue' }), { 'x-team': 'Blue' }],
    ['a function', () => () => ({ 'x-team': 'Blue' }), { 'x-team': 'Blue' }],
    ['an async function', () => () => Promise.resolve(pairs()), { 'x-team': 'Blue, Green' }],
  ])('accepts %s as the headers of a client', async (_, headers, expected) => {
    const { fetch, sent } = fetchOf(emptyList);
    const client = createClient({ baseUrl, fetch, headers: headers() });
    await client.workspaces.list();
    await client.workspaces.list();
    for (const request of sent) expect(request.headers).toEqual({ accept: 'application/json', ...expected });
  });

  test('copies the headers of a client, so that later changes have no effect', async () => {
    const { fetch, sent } = fetchOf(emptyList);
    const fields = { 'x-team': 'blue' };
    const headers = new Headers(fields);
    const clients = [fields, headers].map((given) => createClient({ baseUrl, fetch, headers: given }));
    fields['x-team'] = 'changed';
    headers.set('x-team', 'changed');
    for (const client of clients) await client.workspaces.list();
    expect(sent.map((request) => request.headers['x-team'])).toEqual(['blue', 'blue']);
  });

  test('calls the headers function before each attempt', async () => {
    let count = 0;
    await using server = await startWireServer(
      inTurn(unavailable, (_, response) => response.end('{"data":[]}')),
    );
    const headers = () => ({ [`x-run-${(count += 1)}`]: '1' });
    await createClient({ baseUrl: server.url, headers }).workspaces.list();
    const names = server.requests.map((request) =>
      Object.keys(request.headers).filter((name) => name.startsWith('x-run')),
    );
    expect(names).toEqual([['x-run-1'], ['x-run-2']]);
  });

  test('headers of a call replace the token and client headers of the same name for that call', async () => {
    const { fetch, sent } = fetchOf(emptyList);
    const token = vi.fn(() => 'x');
    const client = createClient({ baseUrl, fetch, token, headers: { 'x-team': 'blue', 'x-env': 'test' } });
    const headers = { 'X-Team': 'red', 'x-env': undefined, Authorization: 'Basic eHg=' };
    await client.workspaces.list({ headers });
    expect(token).not.toHaveBeenCalled();
    await client.workspaces.list();
    expect(sent.map((request) => request.headers)).toMatchObject([
      { 'x-team': 'red', 'x-env': 'test', authorization: 'Basic eHg=' },
      { 'x-team': 'blue', 'x-env': 'test', authorization: 'Bearer x' },
    ]);
  });

  test('headers of a client or a call replace the default headers', async () => {
    const { fetch, sent } = fetchOf(emptyList);
    const client = createClient({ baseUrl, fetch, headers: { accept: 'application/vnd.api+json' } });
    await client.workspaces.list();
    await client.workspaces.list({ headers: { Accept: '*/*' } });
    expect(sent.map((request) => request.headers['accept'])).toEqual(['application/vnd.api+json', '*/*']);
  });
});
