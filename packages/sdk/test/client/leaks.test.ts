import { inspect } from 'node:util';
import { createClient, isMockServicesError } from '@mock-services/sdk';
import { describe, expect, test } from 'vitest';
import { budgetsFor, type Fault, faults, respond, startFaultServer } from '../support/fault-server.ts';
import { anInput } from '../support/fixtures.ts';
import { operationCases } from '../support/operations.ts';

/** What no error and no event may show. Each is given in another way. */
const canary = {
  token: 'canary-token-5f1c',
  header: 'canary-header-8a2e',
  callHeader: 'canary-call-header-1d9b',
  query: 'canary-query-77c0',
  recorded: 'canary-recorded-body-e04f',
  sent: 'canary-sent-body-3b6d',
};
const all = Object.values(canary);

/** Everything that a logger, a debugger or a crash report could show of a value. */
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

/** Faults in which the service itself repeats what it was sent, or what it recorded. */
const echoes: Readonly<Record<string, Fault>> = {
  'an error that echoes the request': echoed(403),
  'a 401 that echoes the token': echoed(401),
  'a 503 that echoes the request': echoed(503, 'retry-after: 0\r\n'),
  'a 200 of another shape with secrets in it': echoed(200),
  'a redirect with a secret in its query': echoed(
    302,
    `location: http://other.invalid/?token=${canary.token}\r\n`,
  ),
  'a redirect with a secret as user': echoed(302, `location: http://${canary.token}@other.invalid/\r\n`),
  'JSON that ends early': (socket) => {
    respond(socket, 200, '', `{"data":[{"bodyBase64Encoded":"${canary.recorded}"`);
  },
  'text instead of JSON': (socket) => {
    respond(socket, 200, '', canary.recorded);
  },
  'a broken chunk with a recorded body': (socket) => {
    socket.end(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"dat\r\n${canary.recorded}\r\n`);
  },
  'a header that is none': (socket) => {
    socket.end(`HTTP/1.1 200 OK\r\nx: ${canary.recorded}\u0001\r\n\r\n`);
  },
};

describe.concurrent.each(Object.entries({ ...faults, ...echoes }))('%s', (name, fault) => {
  test.each(operationCases)('$operation shows nothing of what it was given', async ({ call }) => {
    const events: unknown[] = [];
    const observe = (event: unknown) => void events.push(event);
    await using server = await startFaultServer(fault);
    const client = createClient({
      baseUrl: `${server.origin}/?key=${canary.query}`,
      token: () => canary.token,
      headers: { 'x-key': canary.header },
      ...budgetsFor(name),
      maxRetries: 1,
      onRequest: observe,
      onResponse: observe,
      onRetry: observe,
      onWarning: observe,
    });
    const error = await call(client, { headers: { 'x-call-key': canary.callHeader } }).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(server.requests[0]?.head).toContain(canary.token);
    expect(events).not.toEqual([]);
    for (const event of events) expectNoCanary(event);
    expect(error === undefined || isMockServicesError(error)).toBe(true);
    if (error !== undefined) expectNoCanary(error);
  });
});

test('a body is not shown, whether it is rejected before it is sent or by the service', async () => {
  await using server = await startFaultServer((socket, { head }) => {
    respond(socket, 422, '', `{"got":"${canary.sent}","head":${JSON.stringify(head)}}`);
  });
  const client = createClient({ baseUrl: server.origin, validation: 'warn' });
  const wrong = { ...anInput({ title: canary.sent }), type: { name: canary.sent } as unknown as string };
  const here = await client.mockServices.create(wrong).catch((error: unknown) => error);
  const there = await client.mockServices
    .create(anInput({ title: canary.sent }))
    .catch((error: unknown) => error);
  expect(here).toMatchObject({ name: 'ValidationError' });
  expect(there).toMatchObject({ name: 'ApiError', status: 422 });
  expectNoCanary(here);
  expectNoCanary(there);
});

test('what a wrapped fetch attaches to its error is not kept, and what is harmless is', async () => {
  const attach = (request: Request) =>
    Promise.reject(
      Object.assign(new TypeError(`fetch of ${request.url} failed`), { request, token: canary.token }),
    );
  const wrapped = createClient({
    baseUrl: `https://mocks.example.com/?key=${canary.query}`,
    token: canary.token,
    fetch: attach,
    maxRetries: 0,
  });
  const error = await wrapped.workspaces.list().catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'NetworkError', cause: { name: 'TypeError' } });
  expectNoCanary(error);

  const boom = new Error('the tunnel is down');
  const plain = createClient({
    baseUrl: 'https://mocks.example.com',
    fetch: () => Promise.reject(boom),
    maxRetries: 0,
  });
  await expect(plain.workspaces.list()).rejects.toMatchObject({ name: 'NetworkError', cause: boom });
});

test('an ApiError still has its body and headers for whoever asks', async () => {
  await using server = await startFaultServer(echoed(403));
  const error: unknown = await createClient({ baseUrl: server.origin })
    .workspaces.list()
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ status: 403, body: { log: canary.recorded } });
});

test('neither hidden fields nor getters show a body or headers, also not of a cause', async () => {
  await using server = await startFaultServer(echoed(403));
  const error: unknown = await createClient({ baseUrl: server.origin, token: canary.token })
    .workspaces.list()
    .catch((reason: unknown) => reason);
  for (const getters of [true, 'get', 'set'] as const) {
    const shown = inspect(new Error('x', { cause: error }), { depth: Infinity, showHidden: true, getters });
    expect(shown).toContain('status: 403');
    expect(all.filter((secret) => shown.includes(secret))).toEqual([]);
  }
});

describe('a provider that fails quotes no other option, though nothing was sent yet', () => {
  const failing = () => {
    throw new Error(`rejected: ${all.join(' ')} as "${canary.token}"`);
  };
  const given = { baseUrl: `https://mocks.example.com/?key=${canary.query}`, maxRetries: 0 };

  test.each([
    ['token', { headers: { 'x-key': canary.header }, token: failing }, [canary.header]],
    ['headers', { headers: failing, token: canary.token }, [canary.token]],
  ])('%s', async (_, options, secrets) => {
    const error = await createClient({ ...given, ...options })
      .workspaces.list({ headers: { 'x-call-key': canary.callHeader } })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'NetworkError', attempts: 0 });
    const shown = everythingShown(error);
    for (const secret of [...secrets, canary.callHeader, canary.query]) expect(shown).not.toContain(secret);
  });

  test('nor one that HTTP cannot carry', async () => {
    const headers = { 'x-key': `${canary.header}\n${canary.token}` };
    const error = await createClient({ ...given, headers, token: failing })
      .workspaces.list()
      .catch((reason: unknown) => reason);
    expect(isMockServicesError(error)).toBe(true);
    expectNoCanary(error);
  });
});
