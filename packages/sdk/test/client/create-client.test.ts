import { createClient } from '@mock-services/sdk';
import { expect, test, vi } from 'vitest';
import { mockServiceId } from '../support/fixtures.ts';
import { answerWith, startWireServer } from '../support/wire-server.ts';

test.each([
  ['missing', undefined, '"undefined"'],
  ['null', null, '"null"'],
  ['a number', 7, '"7"'],
  ['empty', '', '""'],
  ['relative', '/api', '"/api"'],
  ['without scheme', 'mocks.example.com', '"mocks.example.com"'],
  ['not http(s)', 'ftp://mocks.example.com', 'ftp:'],
])('a base URL that is %s is refused, with what was given', (_, baseUrl, shown) => {
  const make = () => createClient({ baseUrl: baseUrl as string });
  expect(make).toThrow(TypeError);
  expect(make).toThrow(shown);
});

test.each([
  'https://user:canary@mocks.example.com',
  'https://canary@mocks.example.com',
  'user:canary@mocks',
  '/api?key=canary',
])('credentials in a base URL are refused and not repeated: %s', (baseUrl) => {
  const make = () => createClient({ baseUrl });
  expect(make).toThrow(/baseUrl/);
  expect(make).not.toThrow(/canary/);
});

test('createClient without options says what it needs', () => {
  expect(() => (createClient as () => unknown)()).toThrow(/baseUrl/);
});

test.each([
  { timeout: 0.5 - 1 },
  { totalTimeout: Infinity },
  { maxRetries: -1 },
  { maxRetryAfter: Number.NaN },
])('an option without meaning is refused: %o', (option) => {
  expect(() => createClient({ baseUrl: 'https://mocks.example.com', ...option })).toThrow(TypeError);
});

test('a URL object, a prefix with and without a slash at the end, and a bare origin all work', async () => {
  await using server = await startWireServer(answerWith(200, { data: [] }));
  for (const baseUrl of [new URL(`${server.url}/a`), `${server.url}/a/`, server.url, `${server.url}/#part`]) {
    await createClient({ baseUrl }).workspaces.list();
  }
  expect(server.requests.map(({ target }) => target)).toEqual([
    '/a/configuration/workspaces',
    '/a/configuration/workspaces',
    '/configuration/workspaces',
    '/configuration/workspaces',
  ]);
});

test('fetch can be given, and gets one Request', async () => {
  const fetch = vi.fn((_request: Request) => Promise.resolve(Response.json({ data: [] })));
  await createClient({ baseUrl: 'https://mocks.example.com', fetch }).workspaces.list();
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(fetch.mock.calls[0]?.[0].url).toBe('https://mocks.example.com/configuration/workspaces');
});

test('the global fetch is looked up at each call', async () => {
  const client = createClient({ baseUrl: 'https://mocks.example.com' });
  const before = globalThis.fetch;
  try {
    globalThis.fetch = () => Promise.resolve(Response.json({ data: [] }));
    await expect(client.workspaces.list()).resolves.toEqual([]);
  } finally {
    globalThis.fetch = before;
  }
});

test('withResponse gives status, headers, URL without query, and attempts', async () => {
  await using server = await startWireServer(answerWith(201, { data: [] }, { 'x-trace': 't1' }));
  const call = createClient({ baseUrl: `${server.url}/?key=canary` }).workspaces.list();
  const { data, response, attempts } = await call.withResponse();
  expect(data).toEqual([]);
  expect(response).toMatchObject({ status: 201, url: `${server.url}/configuration/workspaces` });
  expect(response.headers.get('x-trace')).toBe('t1');
  expect(attempts).toBe(1);
  await expect(call).resolves.toEqual([]);
});

test('a call is one request however often it is awaited', async () => {
  await using server = await startWireServer(answerWith(200, { data: [] }));
  const call = createClient({ baseUrl: server.url }).workspaces.list();
  await Promise.all([
    call,
    call.then((list) => list.length),
    call.withResponse(),
    call.finally(() => undefined),
  ]);
  expect(server.requests).toHaveLength(1);
});

test('a failure that is handled through withResponse is not reported as unhandled', async () => {
  await using server = await startWireServer(answerWith(404));
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  try {
    const call = createClient({ baseUrl: server.url }).mockServices.get(mockServiceId);
    await expect(call.withResponse()).rejects.toMatchObject({ status: 404 });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(unhandled).not.toHaveBeenCalled();
  } finally {
    process.off('unhandledRejection', unhandled);
  }
});

test('a response that differs is returned with one warning per path in warn mode, and without any in off mode', async () => {
  await using server = await startWireServer(answerWith(200, { data: [{ id: 1 }, { id: 2 }] }));
  const onWarning = vi.fn();
  const warn = createClient({ baseUrl: server.url, validation: 'warn', onWarning });
  for (let calls = 0; calls < 2; calls += 1) {
    await expect(warn.workspaces.list()).resolves.toEqual([{ id: 1 }, { id: 2 }]);
  }
  const told = onWarning.mock.calls.map(
    ([event]) => event as { path: string; kind: string; operation: string },
  );
  expect(told.map(({ path }) => path)).toEqual([
    'data[0].id',
    'data[0].name',
    'data[0].createdAt',
    'data[0].expiresAt',
  ]);
  expect(told[0]).toMatchObject({
    kind: 'validation',
    operation: 'listWorkspaces',
    method: 'GET',
    attempt: 1,
  });

  const off = createClient({ baseUrl: server.url, validation: 'off', onWarning });
  await expect(off.workspaces.list()).resolves.toEqual([{ id: 1 }, { id: 2 }]);
  expect(onWarning).toHaveBeenCalledTimes(4);
});

test('an observer that throws does not fail the call', async () => {
  await using server = await startWireServer(answerWith(200, { data: [] }));
  const boom = () => {
    throw new Error('boom');
  };
  const client = createClient({ baseUrl: server.url, onRequest: boom, onResponse: boom });
  await expect(client.workspaces.list()).resolves.toEqual([]);
});
