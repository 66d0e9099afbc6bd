import { createClient, type CreateOptions } from '@mock-services/sdk';
import { describe, expect, test, vi } from 'vitest';
import { responding } from '../support/fetches.ts';
import { anInput, mockServiceId } from '../support/fixtures.ts';
import { operationCases } from '../support/operations.ts';
import {
  answerWith,
  cut,
  inTurn,
  startWireServer,
  unavailable,
  type WireServer,
} from '../support/wire-server.ts';

const ok = answerWith(200, { data: [] });
const created = answerWith(201, { id: mockServiceId });
const sentTo = (server: WireServer, name = 'authorization') =>
  server.requests.map(({ headers }) => headers[name]);

describe('a token', () => {
  test('is sent as a bearer token if there is one', async () => {
    await using server = await startWireServer(ok);
    for (const token of ['abc', () => 'def', () => undefined, undefined])
      await createClient({ baseUrl: server.url, token }).workspaces.list();
    expect(sentTo(server)).toEqual(['Bearer abc', 'Bearer def', undefined, undefined]);
  });

  test('is requested once for concurrent calls', async () => {
    await using server = await startWireServer(ok);
    const token = vi.fn(() => new Promise<string>((resolve) => setTimeout(resolve, 20, 'slow')));
    const client = createClient({ baseUrl: server.url, token });
    await Promise.all([client.workspaces.list(), client.workspaces.list(), client.mockServices.list()]);
    expect(token).toHaveBeenCalledTimes(1);
    expect(sentTo(server)).toEqual(['Bearer slow', 'Bearer slow', 'Bearer slow']);
  });

  test('that never arrives ends its own call only', async () => {
    let asked = 0;
    const token = () => (++asked === 1 ? new Promise<string>(() => undefined) : 'good');
    await using server = await startWireServer(ok);
    const client = createClient({ baseUrl: server.url, token });
    await expect(client.workspaces.list({ totalTimeout: 300 })).rejects.toMatchObject({ phase: 'total' });
    await expect(client.workspaces.list()).resolves.toEqual([]);
    expect(asked).toBe(2);
  });

  test('that arrives late counts towards totalTimeout, not towards timeout', async () => {
    await using server = await startWireServer(ok);
    const token = () => new Promise<string>((resolve) => setTimeout(resolve, 800, 'slow'));
    const client = createClient({ baseUrl: server.url, token, timeout: 700 });
    await expect(client.workspaces.list()).resolves.toEqual([]);
    const call = client.workspaces.list({ totalTimeout: 20 });
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError', phase: 'total', attempts: 0 });
  });
});

describe('headers', () => {
  test('of the call replace the headers and the token of the client', async () => {
    await using server = await startWireServer(ok);
    const headers = () => Promise.resolve<[string, string][]>([['x-team', 'blue']]);
    const client = createClient({ baseUrl: server.url, token: 'abc', headers });
    await client.workspaces.list({ headers: { authorization: 'Basic eHg=', 'X-Team': 'red' } });
    expect(server.requests[0]?.headers).toMatchObject({ authorization: 'Basic eHg=', 'x-team': 'red' });
  });

  test('are requested again for each attempt', async () => {
    let attempt = 0;
    await using server = await startWireServer(inTurn(unavailable, ok));
    const headers = () => (++attempt === 1 ? { 'x-first': '1' } : { 'x-second': '2' });
    await createClient({ baseUrl: server.url, headers }).workspaces.list();
    expect(sentTo(server, 'x-first')).toEqual(['1', undefined]);
    expect(sentTo(server, 'x-second')).toEqual([undefined, '2']);
  });

  test('are sent with the value "undefined" if that is a string', async () => {
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
])('a token function that %s is a NetworkError with its error as the cause', async (_, token) => {
  await using server = await startWireServer(ok);
  const call = createClient({ baseUrl: server.url, token }).workspaces.list();
  const cause = expect.objectContaining({ message: 'sealed' }) as Error;
  await expect(call).rejects.toMatchObject({ name: 'NetworkError', cause, attempts: 0 });
  expect(server.requests).toHaveLength(0);
});

describe('a 401', () => {
  test.each(['GET', 'POST'])('to a %s is replayed once with a new token', async (method) => {
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
    ['to the replay', () => 'stale', {}, 2],
    ['to a token that is a string', 'stale', {}, 1],
    ['to credentials of the call', () => 'x', { headers: { Authorization: 'Basic eA==' } }, 1],
  ])('%s is an ApiError', async (_, token, options, attempts) => {
    await using server = await startWireServer(answerWith(401));
    const call = createClient({ baseUrl: server.url, token }).mockServices.create(anInput(), options);
    await expect(call).rejects.toMatchObject({ name: 'ApiError', status: 401, attempts });
    expect(server.requests).toHaveLength(attempts);
  });

  test('is replayed in addition to maxRetries', async () => {
    await using server = await startWireServer(inTurn(unavailable, answerWith(401), unavailable, ok));
    const call = createClient({ baseUrl: server.url, token: () => 'x' }).workspaces.list();
    await expect(call.withResponse()).resolves.toMatchObject({ attempts: 4 });
  });
});

describe('an idempotency key', () => {
  const name = 'Idempotency-Key';
  /** A new key for each call. */
  const idempotencyKey = () => ({ [name]: crypto.randomUUID() });
  const keysOf = (server: WireServer) => sentTo(server, 'idempotency-key');

  test.each(operationCases)('is sent by $operation only if the operation is a POST', async (operation) => {
    await using server = await startWireServer(answerWith(operation.status, operation.received));
    await operation.call(createClient({ baseUrl: server.url, idempotencyKey }));
    expect(typeof keysOf(server)[0]).toBe(operation.method === 'POST' ? 'string' : 'undefined');
  });

  test('is not sent without the option', async () => {
    await using server = await startWireServer(created);
    await createClient({ baseUrl: server.url }).mockServices.create(anInput());
    expect(keysOf(server)).toEqual([undefined]);
  });

  test('is different for each call, whichever method creates the mock service', async () => {
    await using server = await startWireServer(created);
    const { mockServices, workspaces } = createClient({ baseUrl: server.url, idempotencyKey });
    await mockServices.create(anInput());
    await mockServices.create(anInput());
    await workspaces.mockServices.create(anInput());
    await mockServices.createTemporary(anInput());
    expect(new Set(keysOf(server)).size).toBe(4);
    expect(keysOf(server)).not.toContain(undefined);
  });

  test.each<[string, CreateOptions, RegExp]>([
    ['client', {}, /^[\da-f-]{36}$/],
    ['call', { idempotencyKey: { [name]: 'order-81' } }, /^order-81$/],
  ])('of the %s is the same for all retries of a call', async (_, options, expected) => {
    await using server = await startWireServer(inTurn(cut, cut, created));
    const client = createClient({ baseUrl: server.url, idempotencyKey });
    await client.mockServices.create(anInput(), { ...options, maxRetries: 2 });
    const [key] = keysOf(server);
    expect(keysOf(server)).toEqual([key, key, key]);
    expect(key).toMatch(expected);
  });

  test('is the same for the replay after a 401', async () => {
    await using server = await startWireServer(inTurn(answerWith(401), created));
    const client = createClient({ baseUrl: server.url, idempotencyKey, token: () => 'x' });
    await client.mockServices.create(anInput());
    const [key = 'none'] = keysOf(server);
    expect(keysOf(server)).toEqual([key, key]);
  });

  test('alone does not cause a retry', async () => {
    await using server = await startWireServer(unavailable);
    const client = createClient({ baseUrl: server.url, idempotencyKey, maxRetries: 2 });
    const call = client.mockServices.create(anInput(), { idempotencyKey: { [name]: 'a' } });
    await expect(call).rejects.toMatchObject({ status: 503, attempts: 1 });
  });

  test('replaces a header of the client and is replaced by a header of the call', async () => {
    await using server = await startWireServer(created);
    const headers = { [name]: 'header' };
    const { mockServices } = createClient({ baseUrl: server.url, headers });
    await mockServices.create(anInput(), { idempotencyKey: { [name]: 'key' } });
    await mockServices.create(anInput(), { idempotencyKey: { [name]: 'key' }, headers });
    expect(keysOf(server)).toEqual(['key', 'header']);
  });

  test('of the call is sent with or without a function of the client, which is not called', async () => {
    await using server = await startWireServer(created);
    const makeKey = vi.fn(idempotencyKey);
    const options = { idempotencyKey: { [name]: 'key' } };
    for (const ofClient of [undefined, makeKey])
      await createClient({ baseUrl: server.url, idempotencyKey: ofClient }).mockServices.create(
        anInput(),
        options,
      );
    expect(keysOf(server)).toEqual(['key', 'key']);
    expect(makeKey).not.toHaveBeenCalled();
  });

  test('that HTTP cannot carry is a ValidationError', async () => {
    const { mockServices } = createClient({ baseUrl: 'https://mocks.example.com', ...responding() });
    const call = mockServices.create(anInput(), { idempotencyKey: { [name]: 'line\nbreak' } });
    const issue = { path: 'idempotencyKey', expected: 'names and values that HTTP can carry' };
    await expect(call).rejects.toMatchObject({ name: 'ValidationError', attempts: 0, issues: [issue] });
  });

  test('whose function throws is a NetworkError, and the call is not sent', async () => {
    await using server = await startWireServer(created);
    const failing = () => {
      throw new Error('no randomness');
    };
    const client = createClient({ baseUrl: server.url, idempotencyKey: failing });
    const call = client.mockServices.create(anInput());
    await expect(call).rejects.toMatchObject({ name: 'NetworkError', attempts: 0 });
    expect(server.requests).toEqual([]);
  });
});
