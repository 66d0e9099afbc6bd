import { inspect } from 'node:util';
import { runInNewContext } from 'node:vm';
import { type ClientOptions, createClient } from '@mock-services/sdk';
import { describe, expect, test } from 'vitest';
import { anInput, mockServiceId } from '../support/fixtures.ts';

const token = 'canary-tok+en/1';
const base = { baseUrl: 'https://mocks.example.com', maxRetries: 0 };

const shown = (error: unknown) =>
  [
    inspect(error, { depth: Infinity, showHidden: true }),
    JSON.stringify(error),
    ...[error, (error as Error).cause].map((link) => (link instanceof Error ? link.message : '')),
  ].join('\n');

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.unreachable('the call should have failed'),
    (error: unknown) => error,
  );
}

/** Whatever is thrown, a promise can reject with it. */
const rejecting = (make: (request: Request) => unknown): Pick<ClientOptions, 'fetch'> => ({
  fetch: (request) => {
    const thrown: Error = make(request) as Error;
    return Promise.reject(thrown);
  },
});

class Shown extends Error {
  readonly [inspect.custom] = () => token;
}

describe('a token is not shown, however the error of fetch holds it', () => {
  const bearer = `Bearer ${token}`;
  test.each<[string, (request: Request) => unknown]>([
    ['a string', ({ headers }) => `sent ${headers.get('authorization') ?? ''}`],
    ['a cause that is a string', () => new Error('x', { cause: bearer })],
    ['one of several errors', () => new AggregateError([new Error('a'), new Error(bearer)])],
    [
      'several errors and a cause',
      () => Object.assign(new AggregateError([new Error(bearer)]), { cause: new Error('a') }),
    ],
    ['a socket', () => Object.assign(new Error('x'), { socket: { _httpMessage: { headers: [bearer] } } })],
    ['a code', () => Object.assign(new Error('x'), { code: bearer })],
    ['a code in the form of one', () => Object.assign(new Error('x'), { code: 'CANARY_TOK' })],
    ['a name', () => Object.assign(new Error('x'), { name: bearer })],
    ['a view of its own', () => new Shown('x')],
    ['a view as JSON', () => Object.assign(new Error('x'), { toJSON: () => token })],
    ['its encoded form', () => new Error(encodeURIComponent(token))],
    ['its Base64 form', () => new Error(btoa(token))],
    ['the scheme in lower case', () => new Error(`bearer ${token}`)],
    [
      'a cause three causes deep',
      () => new Error('a', { cause: new Error('b', { cause: new Error(token) }) }),
    ],
    [
      'a cause in a circle',
      () => {
        const circle = new Error(token);
        circle.cause = circle;
        return circle;
      },
    ],
    ['an object that is no error', () => ({ message: token, stack: token })],
    ['a request', (request) => Object.assign(new Error('x'), { request, config: { token } })],
  ])('%s', async (_, make) => {
    const error = await failureOf(createClient({ ...base, token, ...rejecting(make) }).workspaces.list());
    expect(error).toMatchObject({ name: 'NetworkError', attempts: 1 });
    for (const secret of [token, encodeURIComponent(token), btoa(token)])
      expect(shown(error)).not.toContain(secret);
  });

  test.each([
    ['a query parameter', { baseUrl: 'https://mocks.example.com/?key=canary%20key&x=1' }, 'canary key'],
    [
      'a query parameter as sent',
      { baseUrl: 'https://mocks.example.com/?key=canary%20key&x=1' },
      'canary%20key',
    ],
    ['a cookie', { headers: { cookie: 'a=b; sid=canary-sid' } }, 'canary-sid'],
    ['basic credentials', { headers: { authorization: 'Basic Y2FuYXJ5OnB3' } }, 'Y2FuYXJ5OnB3'],
  ])('nor is %s', async (_, options, secret) => {
    const broken = rejecting(() => new Error(`bad: ${secret}`));
    const error = await failureOf(createClient({ ...base, ...options, ...broken }).workspaces.list());
    expect(shown(error)).not.toContain(secret);
  });

  test.each(['canary "quoted"', 'canary\\back', 'canary\nline', 'canary\ttab'])(
    'nor is %j where an error quotes it as JSON',
    async (title) => {
      const broken = rejecting(() => new Error(`bad body: {"title":${JSON.stringify(title)}}`));
      const error = await failureOf(
        createClient({ ...base, ...broken }).mockServices.create(anInput({ title })),
      );
      expect(shown(error)).not.toContain('canary');
    },
  );

  test('nor is a field of the body', async () => {
    const client = createClient({ ...base, ...rejecting(() => new Error('bad title: canary title')) });
    const error = await failureOf(client.mockServices.create(anInput({ title: 'canary title' })));
    expect(shown(error)).not.toContain('canary title');
  });

  test('nor is what a provider attaches to its error', async () => {
    const failing = () => Promise.reject(Object.assign(new Error('refused'), { config: { secret: token } }));
    const error = await failureOf(createClient({ ...base, token: failing }).workspaces.list());
    expect(error).toMatchObject({ name: 'NetworkError', cause: { message: 'refused' } });
    expect(shown(error)).not.toContain(token);
  });
});

test('a token that was sent is not shown by the provider that fails to renew it', async () => {
  let asked = 0;
  const renewing = () => {
    if (++asked === 1) return token;
    throw new Error(`${token} was revoked`);
  };
  const fetch = () => Promise.resolve(new Response('', { status: 401 }));
  const error = await failureOf(createClient({ ...base, token: renewing, fetch }).workspaces.list());
  expect(error).toMatchObject({ name: 'NetworkError', attempts: 1, cause: { message: '… was revoked' } });
  expect(shown(error)).not.toContain(token);
});

describe('what is harmless is kept', () => {
  test.each([
    ['an error', new Error('the tunnel is down')],
    [
      'an error with a code',
      Object.assign(new TypeError('fetch failed'), { code: 'ECONNRESET', errno: -104 }),
    ],
    [
      'an error with a described socket',
      Object.assign(new Error('closed'), { socket: { remotePort: 443, bytesRead: 0 } }),
    ],
    ['an error whose cause is null', new Error('closed', { cause: null })],
    ['several errors', new AggregateError([new Error('a'), new Error('b')], 'all failed')],
  ])('%s', async (_, thrown) => {
    const error = await failureOf(
      createClient({ ...base, token, ...rejecting(() => thrown) }).workspaces.list(),
    );
    expect((error as Error).cause).toBe(thrown);
  });

  test('the words of an error of another realm', async () => {
    const foreign: unknown = runInNewContext("new TypeError('tls handshake failed')");
    const error = await failureOf(createClient({ ...base, ...rejecting(() => foreign) }).workspaces.list());
    expect((error as Error).message).toContain('tls handshake failed');
  });

  test('a message in which a short header value happens to stand', async () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:59999'), {
      code: 'ECONNREFUSED',
    });
    const headers = { 'x-api-version': '1', 'x-env': 'E' };
    const error = await failureOf(
      createClient({ ...base, headers, ...rejecting(() => refused) }).workspaces.list(),
    );
    expect((error as Error).cause).toBe(refused);
    expect((error as Error).message).toContain('(ECONNREFUSED). Nothing listens there');
  });

  test('a code that is the name of a property of every object', async () => {
    const odd = Object.assign(new Error('x'), { name: 'constructor' });
    const error = await failureOf(createClient({ ...base, ...rejecting(() => odd) }).workspaces.list());
    expect((error as Error).message).toContain('(constructor). See `error.cause`.');
  });
});

test.each([7, null, 'canary', Symbol('canary')])(
  '%s, which is no error, is said to be that',
  async (thrown) => {
    const error = await failureOf(createClient({ ...base, ...rejecting(() => thrown) }).workspaces.list());
    expect(error).toMatchObject({ cause: { message: 'something other than an error was thrown' } });
  },
);

test('an error that cannot be read is said to be that', async () => {
  const thrown = Object.defineProperty(new Error('x'), 'code', {
    enumerable: true,
    get: () => {
      throw new Error('canary');
    },
  });
  const error = await failureOf(createClient({ ...base, ...rejecting(() => thrown) }).workspaces.list());
  expect(error).toMatchObject({ cause: { message: 'an error that cannot be read was thrown' } });
});

test('of several errors the first gives the reason', async () => {
  const refused = Object.assign(new Error('a'), { code: 'ECONNREFUSED' });
  const thrown = new TypeError('fetch failed', { cause: new AggregateError([refused, new Error('b')]) });
  const error = await failureOf(createClient({ ...base, ...rejecting(() => thrown) }).workspaces.list());
  expect((error as Error).message).toContain('(ECONNREFUSED). Nothing listens there');
});

test('a copy of an error has a cause only where the error has one', async () => {
  const attached = { request: { token } };
  const inner = Object.assign(new Error('inner'), attached);
  const thrown = Object.assign(new Error('outer', { cause: inner }), attached);
  const error = await failureOf(createClient({ ...base, ...rejecting(() => thrown) }).workspaces.list());
  expect(error).toMatchObject({ cause: { message: 'outer', cause: { message: 'inner' } } });
  expect(((error as Error).cause as Error).cause).not.toHaveProperty('cause');
});

test('a network error as a response is a NetworkError', async () => {
  const client = createClient({ ...base, fetch: () => Promise.resolve(Response.error()) });
  await expect(client.mockServices.get(mockServiceId)).rejects.toMatchObject({ name: 'NetworkError' });
});
