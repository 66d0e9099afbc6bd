import { type Client, createClient, type TokenRequest } from '@mock-services/sdk';
import { describe, expect, test, vi } from 'vitest';
import { anInput, mockServiceId } from '../support/fixtures.ts';
import { responding } from '../support/fetches.ts';
import { answerWith, inTurn, startWireServer, unavailable, type WireServer } from '../support/wire-server.ts';

const ok = answerWith(200, { data: [] });
const sentTo = (server: WireServer, name = 'authorization') =>
  server.requests.map(({ headers }) => headers[name]);

describe('the token option', () => {
  test('the client sends its token as a bearer token', async () => {
    await using server = await startWireServer(ok);
    for (const token of ['abc', () => 'def', () => undefined, undefined])
      await createClient({ baseUrl: server.url, token }).workspaces.list();
    expect(sentTo(server)).toEqual(['Bearer abc', 'Bearer def', undefined, undefined]);
  });

  test('the token function is called once for concurrent calls', async () => {
    await using server = await startWireServer(ok);
    const token = vi.fn(() => new Promise<string>((resolve) => setTimeout(resolve, 20, 'slow')));
    const client = createClient({ baseUrl: server.url, token });
    await Promise.all([client.workspaces.list(), client.workspaces.list(), client.mockServices.list()]);
    expect(token).toHaveBeenCalledTimes(1);
    expect(sentTo(server)).toEqual(['Bearer slow', 'Bearer slow', 'Bearer slow']);
  });

  test('a token function whose result is pending is not called again, even if calls that wait for it are aborted', async () => {
    let arrive: ((token: string) => void) | undefined;
    const token = vi.fn(() => new Promise<string>((resolve) => (arrive = resolve)));
    await using server = await startWireServer(ok);
    const client = createClient({ baseUrl: server.url, token });
    for (let calls = 0; calls < 5; calls += 1) {
      const call = client.workspaces.list({ signal: AbortSignal.timeout(5) });
      await expect(call).rejects.toMatchObject({ name: 'AbortError', attempts: 0 });
    }
    const late = client.workspaces.list();
    arrive?.('late');
    await expect(late).resolves.toEqual([]);
    expect(token).toHaveBeenCalledTimes(1);
    expect(sentTo(server)).toEqual(['Bearer late']);
  });

  test('a call ends after its totalTimeout if the token function never returns a token', async () => {
    const client = createClient({
      baseUrl: 'https://mocks.example.com',
      token: () => new Promise<string>(() => undefined),
    });
    for (const totalTimeout of [20, 30])
      await expect(client.workspaces.list({ totalTimeout })).rejects.toMatchObject({ phase: 'total' });
  });

  test('the client passes a rejected token to the token function', async () => {
    const requests: (string | undefined)[] = [];
    let cached: string | undefined;
    let made = 0;
    const token = ({ rejected }: TokenRequest) => {
      requests.push(rejected);
      if (cached === undefined || cached === rejected) cached = `t${(made += 1)}`;
      return cached;
    };
    await using server = await startWireServer((request, ...others) => {
      const isFresh = request.headers.authorization !== 'Bearer t1';
      answerWith(isFresh ? 200 : 401, { data: [] })(request, ...others);
    });
    const client = createClient({ baseUrl: server.url, token });
    await Promise.all([client.workspaces.list(), client.mockServices.list()]);
    await client.workspaces.list();
    expect(sentTo(server)).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t2', 'Bearer t2', 'Bearer t2']);
    expect(new Set(requests)).toEqual(new Set([undefined, 't1']));
  });

  test('a token that was requested before a 401 is not used for the retry', async () => {
    let refusals = 0;
    await using server = await startWireServer((request, ...others) => {
      const isRefused = request.headers.authorization === 'Bearer old';
      refusals += Number(isRefused);
      answerWith(isRefused ? 401 : 200, { data: [] })(request, ...others);
    });
    const token = async ({ rejected }: TokenRequest) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return rejected === 'old' ? 'new' : 'old';
    };
    const client = createClient({ baseUrl: server.url, token });
    await expect(client.workspaces.list()).resolves.toEqual([]);
    await expect(client.workspaces.list()).resolves.toEqual([]);
    expect(refusals).toBe(2);
  });

  test('waiting for a token counts toward totalTimeout, but not toward timeout', async () => {
    const token = () => new Promise<string>((resolve) => setTimeout(resolve, 80, 'slow'));
    const client = createClient({
      baseUrl: 'https://mocks.example.com',
      ...responding('{"data":[]}'),
      token,
      timeout: 20,
    });
    await expect(client.workspaces.list()).resolves.toEqual([]);
    const call = client.workspaces.list({ totalTimeout: 20 });
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError', phase: 'total', attempts: 0 });
  });
});

test('the token function is called again after a 401, even if it had returned no token', async () => {
  await using server = await startWireServer((request, ...others) => {
    answerWith(request.headers.authorization === 'Bearer new' ? 200 : 401, { data: [] })(request, ...others);
  });
  const token = vi.fn<() => string | undefined>(() => 'new').mockReturnValueOnce(undefined);
  await expect(createClient({ baseUrl: server.url, token }).workspaces.list()).resolves.toEqual([]);
  expect(token).toHaveBeenCalledTimes(2);
});

test('the token function is not called if the call sets its own Authorization header', async () => {
  await using server = await startWireServer(ok);
  const token = vi.fn(() => 'x');
  const headers = { authorization: 'Basic eA==' };
  await createClient({ baseUrl: server.url, token }).workspaces.list({ headers });
  expect(token).not.toHaveBeenCalled();
});

test('a call times out after its totalTimeout even if its token function awaits another call of the same client', async () => {
  const client: Client = createClient({
    baseUrl: 'https://mocks.example.com',
    token: async () => String((await client.workspaces.list({ totalTimeout: 30 })).length),
  });
  await expect(client.workspaces.list({ totalTimeout: 50 })).rejects.toMatchObject({ attempts: 0 });
});

describe('the headers option', () => {
  test('headers of a call override the headers and the token of the client', async () => {
    await using server = await startWireServer(ok);
    const headers = () => Promise.resolve<[string, string][]>([['x-team', 'blue']]);
    const client = createClient({ baseUrl: server.url, token: 'abc', headers });
    await client.workspaces.list({ headers: { authorization: 'Basic eHg=', 'X-Team': 'red' } });
    expect(server.requests[0]?.headers).toMatchObject({ authorization: 'Basic eHg=', 'x-team': 'red' });
  });

  test('the headers function is called again for each attempt', async () => {
    let attempt = 0;
    await using server = await startWireServer(inTurn(unavailable, ok));
    const headers = () => (++attempt === 1 ? { 'x-first': '1' } : { 'x-second': '2' });
    await createClient({ baseUrl: server.url, headers }).workspaces.list();
    expect(sentTo(server, 'x-first')).toEqual(['1', undefined]);
    expect(sentTo(server, 'x-second')).toEqual([undefined, '2']);
  });

  test('the client sends a header whose value is the string "undefined"', async () => {
    await using server = await startWireServer(ok);
    await createClient({ baseUrl: server.url, headers: { 'x-branch': 'undefined' } }).workspaces.list();
    expect(sentTo(server, 'x-branch')).toEqual(['undefined']);
  });
});

test.each([
  [
    'throws',
    () => {
      throw new Error('sealed');
    },
  ],
  ['rejects', () => Promise.reject(new Error('sealed'))],
])(
  'a token function that %s causes a NetworkError with the original error as its cause',
  async (_, token) => {
    await using server = await startWireServer(ok);
    const call = createClient({ baseUrl: server.url, token }).workspaces.list();
    const cause = expect.objectContaining({ message: 'sealed' }) as Error;
    await expect(call).rejects.toMatchObject({ name: 'NetworkError', cause, attempts: 0 });
    expect(server.requests).toHaveLength(0);
  },
);

describe('a 401 response', () => {
  test.each(['GET', 'POST'])('a %s is retried once with a new token after a 401', async (method) => {
    let tokens = 0;
    await using server = await startWireServer((request, response, count) => {
      const fresh = request.headers.authorization === 'Bearer t2';
      answerWith(fresh ? 200 : 401, { id: mockServiceId, data: [] })(request, response, count);
    });
    const client = createClient({ baseUrl: server.url, token: () => `t${(tokens += 1)}` });
    const call = method === 'GET' ? client.workspaces.list() : client.mockServices.create(anInput());
    expect((await call.withResponse()).attempts).toBe(2);
    expect(sentTo(server)).toEqual(['Bearer t1', 'Bearer t2']);
  });

  test.each<[string, string | (() => string), object, number]>([
    ['in response to the retry', () => 'stale', {}, 2],
    ['for a token that is a string', 'stale', {}, 1],
    ['for credentials of the call', () => 'x', { headers: { Authorization: 'Basic eA==' } }, 1],
  ])('a 401 %s causes an ApiError', async (_, token, options, attempts) => {
    await using server = await startWireServer(answerWith(401));
    const call = createClient({ baseUrl: server.url, token }).mockServices.create(anInput(), options);
    await expect(call).rejects.toMatchObject({ name: 'ApiError', status: 401, attempts });
    expect(server.requests).toHaveLength(attempts);
  });

  test('the retry after a 401 does not count toward maxRetries', async () => {
    await using server = await startWireServer(inTurn(unavailable, answerWith(401), unavailable, ok));
    const call = createClient({ baseUrl: server.url, token: () => 'x' }).workspaces.list();
    await expect(call.withResponse()).resolves.toMatchObject({ attempts: 4 });
  });
});
