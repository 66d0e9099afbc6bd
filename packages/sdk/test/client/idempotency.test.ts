import { createClient, type CreateOptions } from '@mock-services/sdk';
import { describe, expect, test, vi } from 'vitest';
import { anInput, mockServiceId } from '../support/fixtures.ts';
import { operationCases } from '../support/operations.ts';
import { type Answer, answerWith, startWireServer, type WireServer } from '../support/wire-server.ts';

const header = 'Idempotency-Key';
/** A key for each call. */
const idempotencyKey = () => ({ [header]: crypto.randomUUID() });
const created = answerWith(201, { id: mockServiceId });
const keysOf = ({ requests }: WireServer) => requests.map(({ headers }) => headers['idempotency-key']);

test.each(operationCases)('$operation carries a key if it creates something', async (operation) => {
  const { call, method, status, received } = operation;
  await using server = await startWireServer(answerWith(status, received));
  await call(createClient({ baseUrl: server.url, idempotencyKey }));
  expect(keysOf(server).map((key) => typeof key)).toEqual([method === 'POST' ? 'string' : 'undefined']);
});

test('without the option there is none', async () => {
  await using server = await startWireServer(created);
  await createClient({ baseUrl: server.url }).mockServices.create(anInput());
  expect(Object.keys(server.requests[0]?.headers ?? {}).filter((name) => name.includes('key'))).toEqual([]);
});

test('every call has a key of its own, through each method that creates', async () => {
  await using server = await startWireServer(created);
  const client = createClient({ baseUrl: server.url, idempotencyKey });
  await client.mockServices.create(anInput());
  await client.mockServices.create(anInput());
  await client.workspaces.mockServices.create(anInput());
  await client.mockServices.createTemporary(anInput());
  expect(new Set(keysOf(server)).size).toBe(4);
  expect(keysOf(server)).not.toContain(undefined);
});

describe('a call that is sent several times carries one key', () => {
  const thenCreated =
    (failure: Answer): Answer =>
    (request, response, count) => {
      (count < 3 ? failure : created)(request, response, count);
    };

  test.each<[string, CreateOptions]>([
    ["the client's", {}],
    ["the call's", { idempotencyKey: { [header]: 'order-81' } }],
  ])('%s, after connections that are cut', async (_, options) => {
    await using server = await startWireServer(thenCreated((_, response) => response.destroy()));
    const client = createClient({ baseUrl: server.url, idempotencyKey });
    await client.mockServices.create(anInput(), { ...options, maxRetries: 2 });
    const [key] = keysOf(server);
    expect(keysOf(server)).toEqual([key, key, key]);
    expect(key).toMatch(options.idempotencyKey ? /^order-81$/ : /^[\da-f-]{36}$/);
  });

  test('with a new token after a 401', async () => {
    await using server = await startWireServer((request, response, count) => {
      (count < 2 ? answerWith(401) : created)(request, response, count);
    });
    await createClient({ baseUrl: server.url, idempotencyKey, token: () => 'x' }).mockServices.create(
      anInput(),
    );
    const [key = 'none'] = keysOf(server);
    expect(keysOf(server)).toEqual([key, key]);
  });
});

test('a key alone repeats no POST', async () => {
  await using server = await startWireServer(answerWith(503));
  const client = createClient({ baseUrl: server.url, idempotencyKey, maxRetries: 2 });
  const call = client.mockServices.create(anInput(), { idempotencyKey: { [header]: 'a' } });
  await expect(call).rejects.toMatchObject({ status: 503, attempts: 1 });
  expect(server.requests).toHaveLength(1);
});

test("headers of the call take precedence, the client's do not", async () => {
  await using server = await startWireServer(created);
  const headers = { [header]: 'header' };
  const client = createClient({ baseUrl: server.url, headers });
  await client.mockServices.create(anInput(), { idempotencyKey: { [header]: 'key' } });
  await client.mockServices.create(anInput(), { idempotencyKey: { [header]: 'key' }, headers });
  expect(keysOf(server)).toEqual(['key', 'header']);
});

test("the call's key suffices, and the client's function is not called then", async () => {
  await using server = await startWireServer(created);
  const makeKey = vi.fn(idempotencyKey);
  const options = { idempotencyKey: { [header]: 'key' } };
  await createClient({ baseUrl: server.url }).mockServices.create(anInput(), options);
  await createClient({ baseUrl: server.url, idempotencyKey: makeKey }).mockServices.create(
    anInput(),
    options,
  );
  expect(keysOf(server)).toEqual(['key', 'key']);
  expect(makeKey).not.toHaveBeenCalled();
});

test('a key that HTTP cannot carry is an error, and nothing is sent', async () => {
  await using server = await startWireServer(created);
  const options = { idempotencyKey: { [header]: 'line\nbreak' } };
  const call = createClient({ baseUrl: server.url }).mockServices.create(anInput(), options);
  await expect(call).rejects.toMatchObject({
    name: 'ValidationError',
    issues: [{ path: 'idempotencyKey', expected: 'names and values that HTTP can carry' }],
  });
  expect(server.requests).toEqual([]);
});

test('a function that fails rejects the call, and nothing is sent', async () => {
  await using server = await startWireServer(created);
  const failing = () => {
    throw new Error('no randomness');
  };
  const call = createClient({ baseUrl: server.url, idempotencyKey: failing }).mockServices.create(anInput());
  await expect(call).rejects.toMatchObject({ name: 'NetworkError', attempts: 0 });
  expect(server.requests).toEqual([]);
});

test('one key for all calls is refused by createClient', () => {
  const makeKey = { [header]: 'a' } as unknown as typeof idempotencyKey;
  expect(() => createClient({ baseUrl: 'https://mocks.example.com', idempotencyKey: makeKey })).toThrow(
    'createClient: idempotencyKey must be a function; got "',
  );
});
