import { inspect } from 'node:util';
import { createClient, isMockServicesError } from '@mock-services/sdk';
import ky from 'ky';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failures.ts';
import { timeLimitsFor, type Fault, faults, respond, startFaultServer } from '../support/fault-server.ts';
import { rejecting } from '../support/fetches.ts';
import { anInput } from '../support/fixtures.ts';
import { fourOperations } from '../support/operations.ts';

/** Secrets that errors and events must not show. The client receives each secret in a different way. */
const canary = {
  token: 'canary-token-5f1c',
  header: 'canary-header-8a2e',
  callHeader: 'canary-call-header-1d9b',
  query: 'canary-query-77c0',
  recorded: 'canary-recorded-body-e04f',
  sent: 'canary-sent-body-3b6d',
};
const all = Object.values(canary);
const baseUrl = 'https://mocks.example.com';
/** Adds a secret query to each request. */
const withQuery = ky.extend({ searchParams: { key: canary.query } });

/** Returns everything that a logger, a debugger or a crash report could show of a value. */
function everythingShown(value: unknown): string {
  const chain: unknown[] = [];
  for (let link = value; link instanceof Error; link = link.cause)
    chain.push(link.message, link.stack, String(link));
  return [
    ...chain,
    JSON.stringify(value),
    inspect(value, { depth: Infinity, showHidden: true }),
    inspect(value, { depth: Infinity, showHidden: true, getters: false }),
    ...Object.entries(value as object).map(([, field]) => String(field)),
  ].join('\n');
}

function expectNoCanary(value: unknown): void {
  const shown = everythingShown(value);
  expect(all.filter((secret) => shown.includes(secret))).toEqual([]);
}

const echoed =
  (status: number, head = ''): Fault =>
  (socket, { head: sent }) => {
    const lines = sent.split('\r\n').filter((line) => /canary/.test(line));
    const body = JSON.stringify({ error: `you sent ${lines.join(' ')}`, log: canary.recorded });
    respond(socket, status, `content-type: application/json\r\nx-echo: ${canary.token}\r\n${head}`, body);
  };
const redirectTo = (location: string) => echoed(302, `location: ${location}\r\n`);
const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';

/** Faults in which the service repeats data that it received or recorded. */
const echoes: Readonly<Record<string, Fault>> = {
  'a 403 that echoes the request': echoed(403),
  'a 401 that echoes the token': echoed(401),
  'a 503 that echoes the request': echoed(503, 'retry-after: 0\r\n'),
  'a 200 of another shape with secrets in it': echoed(200),
  'a redirect with a secret in its query': redirectTo(`http://other.invalid/?token=${canary.token}`),
  'a redirect with a secret as user name': redirectTo(`http://${canary.token}@other.invalid/`),
  'JSON that ends early': (socket) => {
    respond(socket, 200, '', `{"data":[{"bodyBase64Encoded":"${canary.recorded}"`);
  },
  'text instead of JSON': (socket) => {
    respond(socket, 200, '', canary.recorded);
  },
  'a broken chunk with a recorded body': (socket) => {
    socket.end(`${chunked}5\r\n{"dat\r\n${canary.recorded}\r\n`);
  },
  'a header with a control character': (socket) => {
    socket.end(`HTTP/1.1 200 OK\r\nx: ${canary.recorded}\u0001\r\n\r\n`);
  },
};

describe.concurrent.each(Object.entries({ ...faults, ...echoes }))('under the fault "%s"', (name, fault) => {
  test.each(fourOperations)('$operation shows no secret in its error and events', async ({ call }) => {
    const events: unknown[] = [];
    const observe = (event: unknown) => void events.push(event);
    await using server = await startFaultServer(fault);
    const client = createClient({
      baseUrl: server.origin,
      ky: withQuery,
      token: () => canary.token,
      headers: { 'x-key': canary.header },
      ...timeLimitsFor(name),
      maxRetries: 1,
      onRequest: observe,
      onResponse: observe,
      onRetry: observe,
      onWarning: observe,
    });
    const error: unknown = await call(client, { headers: { 'x-call-key': canary.callHeader } }).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(server.requests[0]?.head).toContain(canary.token);
    expect(events).not.toEqual([]);
    events.forEach(expectNoCanary);
    expect(error === undefined || isMockServicesError(error)).toBe(true);
    if (error !== undefined) expectNoCanary(error);
  });
});

test('an error does not show the request body if the client or service rejects the request', async () => {
  await using server = await startFaultServer((socket, { head }) => {
    respond(socket, 422, '', `{"got":"${canary.sent}","head":${JSON.stringify(head)}}`);
  });
  const { mockServices } = createClient({ baseUrl: server.origin, validation: 'warn' });
  const input = anInput({ title: canary.sent });
  const invalid = await failureOf(mockServices.create({ ...input, type: { name: canary.sent } as never }));
  const refused = await failureOf(mockServices.create(input));
  expect(invalid).toMatchObject({ name: 'ValidationError' });
  expect(refused).toMatchObject({ name: 'ApiError', status: 422 });
  expectNoCanary(invalid);
  expectNoCanary(refused);
});

test('an SDK error does not show the fields that a custom fetch attaches to the error it throws', async () => {
  const fetch = (request: Request) =>
    Promise.reject(
      Object.assign(new TypeError(`fetch of ${request.url} failed`), { request, token: canary.token }),
    );
  const client = createClient({ baseUrl, ky: withQuery, token: canary.token, fetch, maxRetries: 0 });
  const error = await failureOf(client.workspaces.list());
  expect(error).toMatchObject({ name: 'NetworkError', cause: { name: 'TypeError' } });
  expectNoCanary(error);
});

test('inspecting an ApiError does not show the response body', async () => {
  await using server = await startFaultServer(echoed(403));
  const client = createClient({ baseUrl: server.origin, token: canary.token });
  const error = await failureOf(client.workspaces.list());
  expect(error).toMatchObject({ status: 403, body: { log: canary.recorded } });
  for (const getters of [true, 'get', 'set'] as const) {
    const shown = inspect(new Error('x', { cause: error }), { depth: Infinity, showHidden: true, getters });
    expect(shown).toContain('status: 403');
    expect(all.filter((secret) => shown.includes(secret))).toEqual([]);
  }
});

describe('token and headers functions that fail', () => {
  const failing = () => {
    throw new Error(`rejected: ${all.join(' ')} as "${canary.token}"`);
  };
  const given = { baseUrl, ky: withQuery, ...rejecting(new Error('not called')), maxRetries: 0 };

  test.each([
    ['token', { headers: { 'x-key': canary.header }, token: failing }, canary.header],
    ['headers', { headers: failing, token: canary.token }, canary.token],
  ])(
    'an error of the %s function that quotes every secret does not reveal other options',
    async (_, options, secret) => {
      const client = createClient({ ...given, ...options });
      const error = await failureOf(client.workspaces.list({ headers: { 'x-call-key': canary.callHeader } }));
      expect(error).toMatchObject({ name: 'NetworkError', attempts: 0 });
      const shown = everythingShown(error);
      for (const hidden of [secret, canary.callHeader]) expect(shown).not.toContain(hidden);
    },
  );
});
