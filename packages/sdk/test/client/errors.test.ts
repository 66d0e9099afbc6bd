import * as sdk from '@mock-services/sdk';
import { createClient } from '@mock-services/sdk';
import { describe, expect, test } from 'vitest';
import { aMockService, anInput, mockServiceId, withField } from '../support/fixtures.ts';
import { answerWith, startWireServer } from '../support/wire-server.ts';

const path = `/configuration/mock-service/${mockServiceId}`;

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.unreachable('the call should have failed'),
    (error: unknown) => error,
  );
}

test('ApiError: a status outside 2xx, with its headers and parsed body', async () => {
  const problem = { title: 'No such mock service' };
  await using server = await startWireServer(answerWith(404, problem, { 'x-trace': 'abc' }));
  const error = await failureOf(
    createClient({ baseUrl: `${server.url}?key=s` }).mockServices.get(mockServiceId),
  );

  expect(error).toBeInstanceOf(sdk.ApiError);
  expect(error).toMatchObject({
    name: 'ApiError',
    operation: 'getMockService',
    method: 'GET',
    url: server.url + path,
    attempts: 1,
    status: 404,
    body: problem,
  });
  const { headers, message } = error as sdk.ApiError;
  expect(headers.get('x-trace')).toBe('abc');
  expect(message).toContain('404');
});

test('ApiError: a body that is not JSON is kept as text', async () => {
  await using server = await startWireServer((_, response) => {
    response.writeHead(400).end('nope');
  });
  const call = createClient({ baseUrl: server.url }).mockServices.list();
  await expect(failureOf(call)).resolves.toMatchObject({ status: 400, body: 'nope' });
});

test('ApiError: says how long the service asks to wait when that is too long to wait for', async () => {
  await using server = await startWireServer(answerWith(429, undefined, { 'retry-after': '120' }));
  const call = createClient({ baseUrl: server.url }).mockServices.list();
  await expect(failureOf(call)).resolves.toMatchObject({ status: 429, retryAfterMs: 120_000, attempts: 1 });
});

test('NetworkError: nothing listens, with host and code in the message', async () => {
  const server = await startWireServer(answerWith(200));
  await server[Symbol.asyncDispose]();
  const error = await failureOf(createClient({ baseUrl: server.url, maxRetries: 0 }).workspaces.list());
  expect(error).toBeInstanceOf(sdk.NetworkError);
  expect(error).toMatchObject({ attempts: 1, message: expect.stringContaining('ECONNREFUSED') as string });
  expect((error as Error).message).toContain(new URL(server.url).host);
  expect((error as Error).cause).toBeInstanceOf(TypeError);
});

test('NetworkError: a body that ends early', async () => {
  await using server = await startWireServer((_, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('{"data":', () => response.destroy());
  });
  const error = await failureOf(createClient({ baseUrl: server.url, maxRetries: 0 }).workspaces.list());
  expect(error).toBeInstanceOf(sdk.NetworkError);
  expect(error).toMatchObject({ status: 200, url: `${server.url}/configuration/workspaces` });
  expect((error as Error).message).toContain('broke off');
});

test('TimeoutError: one attempt, also when only the body stalls', async () => {
  await using server = await startWireServer((_, response) => {
    response.writeHead(200);
    response.write('{"data":');
  });
  const error = await failureOf(createClient({ baseUrl: server.url, timeout: 1000 }).workspaces.list());
  expect(error).toBeInstanceOf(sdk.TimeoutError);
  expect(error).toMatchObject({
    phase: 'attempt',
    attempts: 1,
    url: `${server.url}/configuration/workspaces`,
  });
  expect((error as Error).message).toContain('1000 ms');
  expect((error as Error).message).toContain('response body');
});

test('TimeoutError: the call with its retries', async () => {
  await using server = await startWireServer(answerWith(503, undefined, { 'retry-after': '0' }));
  const client = createClient({ baseUrl: server.url, totalTimeout: 80, maxRetries: 1_000_000 });
  await expect(failureOf(client.workspaces.list())).resolves.toMatchObject({
    name: 'TimeoutError',
    phase: 'total',
  });
});

test('TimeoutError: the call, when an attempt has no budget of its own', async () => {
  await using server = await startWireServer((_, response) => {
    response.writeHead(200);
    response.write('{"data":');
  });
  const client = createClient({ baseUrl: server.url, timeout: false, totalTimeout: 1000 });
  const expected = { name: 'TimeoutError', phase: 'total', attempts: 1 };
  await expect(failureOf(client.workspaces.list())).resolves.toMatchObject(expected);
});

test("AbortError: the caller's signal, with the caller's reason", async () => {
  await using server = await startWireServer(() => undefined);
  const controller = new AbortController();
  const reason = new Error('the user left the page');
  const call = createClient({
    baseUrl: server.url,
    onRequest: () => {
      controller.abort(reason);
    },
  });
  const error = await failureOf(call.workspaces.list({ signal: controller.signal }));
  expect(error).toBeInstanceOf(sdk.AbortError);
  expect(error).toMatchObject({ name: 'AbortError', cause: reason, attempts: 1 });
});

test('AbortError: a signal that was aborted before sends nothing', async () => {
  await using server = await startWireServer(answerWith(200, { data: [] }));
  const call = createClient({ baseUrl: server.url }).workspaces.list({ signal: AbortSignal.abort('early') });
  await expect(failureOf(call)).resolves.toMatchObject({ name: 'AbortError', cause: 'early', attempts: 0 });
  expect(server.requests).toHaveLength(0);
});

test.each([
  ['an HTML page', '<!doctype html><p>secret-in-page</p>', 'HTML'],
  ['an empty body', '', 'empty'],
  ['JSON that ends early', '{"data":[{"id":"secret-in-json', 'ends early'],
])('ParseError: a 2xx that is %s', async (_, body, kind) => {
  await using server = await startWireServer((__, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  const error = await failureOf(createClient({ baseUrl: server.url }).workspaces.list());
  expect(error).toBeInstanceOf(sdk.ParseError);
  expect(error).toMatchObject({ status: 200, url: `${server.url}/configuration/workspaces`, attempts: 1 });
  expect((error as Error).message).toContain(kind);
  expect((error as Error).message + String((error as Error).cause)).not.toContain('secret');
});

describe('ValidationError', () => {
  test.each(['', '.', '..', 'a/b', '%2e%2e', 'not-a-uuid', `${mockServiceId}/x`, ` ${mockServiceId}`])(
    'an id that is not a UUID is rejected and nothing is sent: %j',
    async (id) => {
      await using server = await startWireServer(answerWith(200));
      const error = await failureOf(createClient({ baseUrl: server.url }).mockServices.get(id));
      expect(error).toBeInstanceOf(sdk.ValidationError);
      expect(error).toMatchObject({
        side: 'request',
        attempts: 0,
        issues: [{ path: 'mockServiceId', expected: 'UUID' }],
        url: `${server.url}/configuration/mock-service/:mockServiceId`,
      });
      expect(server.requests).toHaveLength(0);
    },
  );

  test.each(['create', 'update'] as const)('%s names every wrong field by its path', async (method) => {
    const input = anInput();
    const wrong = withField(
      withField(
        withField(input, ['config', 'cors', 'allowedMethods'], ['GET', 7]),
        ['config', 'upstreams', 0, 'url'],
        '/relative',
      ),
      ['title'],
      undefined,
    ) as typeof input;
    await using server = await startWireServer(answerWith(200));
    const { mockServices } = createClient({ baseUrl: server.url });
    const error = await failureOf(
      method === 'create' ? mockServices.create(wrong) : mockServices.update(mockServiceId, wrong),
    );
    expect(error).toMatchObject({
      name: 'ValidationError',
      side: 'request',
      issues: [
        { path: 'title', pointer: '/title', expected: 'string', received: 'nothing' },
        {
          path: 'config.cors.allowedMethods[1]',
          pointer: '/config/cors/allowedMethods/1',
          received: 'number',
        },
        { path: 'config.upstreams[0].url', expected: 'absolute URL', received: 'string of another form' },
      ],
    });
    expect(server.requests).toHaveLength(0);
  });

  test.each([
    ['null', null],
    ['nothing', undefined],
    ['a string', 'x'],
    ['a list', []],
  ])('%s instead of a mock service is rejected', async (_, input) => {
    const { mockServices } = createClient({ baseUrl: 'http://127.0.0.1' });
    const call = mockServices.update(mockServiceId, input as unknown as ReturnType<typeof anInput>);
    await expect(failureOf(call)).resolves.toMatchObject({ name: 'ValidationError', side: 'request' });
  });

  test('what JSON cannot hold is rejected', async () => {
    const circle: Record<string, unknown> = { ...anInput() };
    circle['self'] = circle;
    const call = createClient({ baseUrl: 'http://127.0.0.1' }).mockServices.create(
      circle as unknown as ReturnType<typeof anInput>,
    );
    await expect(failureOf(call)).resolves.toMatchObject({ name: 'ValidationError', side: 'request' });
  });

  test('a response that breaks the interface, with operation, path and types but no value', async () => {
    const broken = withField(aMockService(), ['config', 'cors', 'allowedMethods', 1], { secret: 'canary' });
    await using server = await startWireServer(answerWith(200, { data: broken }));
    const error = await failureOf(createClient({ baseUrl: server.url }).mockServices.get(mockServiceId));
    expect(error).toMatchObject({
      name: 'ValidationError',
      side: 'response',
      operation: 'getMockService',
      issues: [{ path: 'data.config.cors.allowedMethods[1]', expected: 'string', received: 'object' }],
    });
    expect((error as Error).message).toContain(
      'data.config.cors.allowedMethods[1]: expected string, received object',
    );
    expect(JSON.stringify(error)).not.toContain('canary');
  });

  test('lists the first ten issues and counts the others', async () => {
    await using server = await startWireServer(
      answerWith(200, { data: Array.from({ length: 13 }, () => 1) }),
    );
    const error = await failureOf(createClient({ baseUrl: server.url }).workspaces.list());
    expect((error as sdk.ValidationError).issues).toHaveLength(13);
    expect((error as Error).message).toContain('data[9]:');
    expect((error as Error).message).not.toContain('data[10]:');
    expect((error as Error).message).toContain('and 3 more');
  });

  test.each([
    ['timeout', { timeout: -1 }],
    ['totalTimeout', { totalTimeout: Number.NaN }],
    ['maxRetries', { maxRetries: 1.5 }],
    ['maxRetryAfter', { maxRetryAfter: 2 ** 31 }],
  ])('an invalid option of a call is rejected: %s', async (option, options) => {
    const error = await failureOf(createClient({ baseUrl: 'http://127.0.0.1' }).workspaces.list(options));
    expect(error).toMatchObject({ name: 'ValidationError', side: 'request', issues: [{ path: option }] });
  });

  test.each([
    ['when the token is fixed', 'abc'],
    ['when the token may be asked for again', () => 'abc'],
  ])('a header of a call that HTTP cannot carry is rejected without showing it, %s', async (_, token) => {
    const client = createClient({ baseUrl: 'http://127.0.0.1', token });
    const error = await failureOf(client.workspaces.list({ headers: { 'x-key': 'can\nary' } }));
    expect(error).toMatchObject({ name: 'ValidationError', side: 'request', issues: [{ path: 'headers' }] });
    expect(`${String(error)}${(error as Error).stack ?? ''}`).not.toMatch(/can.?ary/s);
  });

  test('a header that HTTP cannot carry is rejected without showing it', async () => {
    const client = createClient({ baseUrl: 'http://127.0.0.1', token: 'can\nary' });
    const error = await failureOf(client.workspaces.list());
    expect(error).toMatchObject({ name: 'ValidationError', side: 'request', issues: [{ path: 'token' }] });
    expect(`${String(error)}${(error as Error).stack ?? ''}`).not.toMatch(/can.?ary/s);
  });
});
