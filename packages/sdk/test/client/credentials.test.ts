import { createClient } from '@mock-services/sdk';
import { expect, test, vi } from 'vitest';
import { anInput, mockServiceId } from '../support/fixtures.ts';
import { answerWith, startWireServer, type WireServer } from '../support/wire-server.ts';

const sent = (server: WireServer) => server.requests.map(({ headers }) => headers.authorization);

test('a token is sent as a bearer, and only when there is one', async () => {
  await using server = await startWireServer(answerWith(200, { data: [] }));
  await createClient({ baseUrl: server.url, token: 'abc' }).workspaces.list();
  await createClient({ baseUrl: server.url, token: () => 'def' }).workspaces.list();
  await createClient({ baseUrl: server.url, token: () => undefined }).workspaces.list();
  await createClient({ baseUrl: server.url }).workspaces.list();
  expect(sent(server)).toEqual(['Bearer abc', 'Bearer def', undefined, undefined]);
});

test('headers of the call replace those of the client and its token', async () => {
  await using server = await startWireServer(answerWith(200, { data: [] }));
  const client = createClient({
    baseUrl: server.url,
    token: 'abc',
    headers: () => Promise.resolve([['x-team', 'blue']]),
  });
  await client.workspaces.list({ headers: { authorization: 'Basic eHg=', 'X-Team': 'red' } });
  expect(server.requests[0]?.headers).toMatchObject({ authorization: 'Basic eHg=', 'x-team': 'red' });
});

test('providers are asked before each attempt, and what they no longer give is no longer sent', async () => {
  let attempt = 0;
  await using server = await startWireServer((request, response, count) => {
    answerWith(count === 1 ? 503 : 200, { data: [] }, { 'retry-after': '0' })(request, response, count);
  });
  const headers = () => (++attempt === 1 ? { 'x-first': '1' } : { 'x-second': '2' });
  await createClient({ baseUrl: server.url, headers }).workspaces.list();
  expect(server.requests[0]?.headers).toHaveProperty('x-first');
  expect(server.requests[1]?.headers).not.toHaveProperty('x-first');
  expect(server.requests[1]?.headers).toHaveProperty('x-second');
});

test('concurrent calls share one question for a token', async () => {
  await using server = await startWireServer(answerWith(200, { data: [] }));
  const token = vi.fn(() => new Promise<string>((resolve) => setTimeout(resolve, 20, 'slow')));
  const client = createClient({ baseUrl: server.url, token });
  await Promise.all([client.workspaces.list(), client.workspaces.list(), client.mockServices.list()]);
  expect(token).toHaveBeenCalledTimes(1);
  expect(sent(server)).toEqual(['Bearer slow', 'Bearer slow', 'Bearer slow']);
});

test.each(['GET', 'POST'])(
  'a 401 is answered with one new token and one replay, also for a %s',
  async (method) => {
    let tokens = 0;
    await using server = await startWireServer((request, response, count) => {
      const fresh = request.headers.authorization === 'Bearer t2';
      answerWith(fresh ? 200 : 401, { id: mockServiceId, data: [] })(request, response, count);
    });
    const client = createClient({ baseUrl: server.url, token: () => `t${(tokens += 1)}` });
    const call = method === 'GET' ? client.workspaces.list() : client.mockServices.create(anInput());
    expect((await call.withResponse()).attempts).toBe(2);
    expect(sent(server)).toEqual(['Bearer t1', 'Bearer t2']);
  },
);

test('a second 401 is an ApiError', async () => {
  await using server = await startWireServer(answerWith(401));
  const call = createClient({ baseUrl: server.url, token: () => 'stale' }).workspaces.list();
  await expect(call).rejects.toMatchObject({ name: 'ApiError', status: 401, attempts: 2 });
});

test('a token that cannot change is not tried twice', async () => {
  await using server = await startWireServer(answerWith(401));
  const call = createClient({ baseUrl: server.url, token: 'stale' }).workspaces.list();
  await expect(call).rejects.toMatchObject({ status: 401, attempts: 1 });
});

test('a provider that fails is a NetworkError whose cause is its error, and nothing is sent', async () => {
  await using server = await startWireServer(answerWith(200, { data: [] }));
  const reason = new Error('the vault is sealed');
  const call = createClient({ baseUrl: server.url, token: () => Promise.reject(reason) }).workspaces.list();
  await expect(call).rejects.toMatchObject({ name: 'NetworkError', cause: reason, attempts: 0 });
  expect(server.requests).toHaveLength(0);
});

test('a slow provider counts towards the total budget, not towards that of the attempt', async () => {
  await using server = await startWireServer(answerWith(200, { data: [] }));
  const token = () => new Promise<string>((resolve) => setTimeout(resolve, 800, 'slow'));
  const client = createClient({ baseUrl: server.url, token, timeout: 700 });
  await expect(client.workspaces.list()).resolves.toEqual([]);
  await expect(client.workspaces.list({ totalTimeout: 20 })).rejects.toMatchObject({
    name: 'TimeoutError',
    phase: 'total',
    attempts: 0,
  });
});

test('an abort does not wait for a provider', async () => {
  const client = createClient({
    baseUrl: 'http://127.0.0.1',
    token: () => new Promise<string>(() => undefined),
  });
  const call = client.workspaces.list({ signal: AbortSignal.timeout(20) });
  await expect(call).rejects.toMatchObject({ name: 'AbortError', attempts: 0 });
});
