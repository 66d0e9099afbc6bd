import { inspect } from 'node:util';
import { runInNewContext } from 'node:vm';
import { type ClientOptions, createClient } from '@mock-services/sdk';
import ky from 'ky';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failures.ts';
import { rejecting, responding } from '../support/fetches.ts';
import { anInput } from '../support/fixtures.ts';

const token = 'canary-tok+en/1';
const bearer = `Bearer ${token}`;
const base = { baseUrl: 'https://mocks.example.com', maxRetries: 0, token };

/** Returns the NetworkError of a call whose `fetch` rejects with `thrown`. */
async function errorOf(thrown: unknown, options: Partial<ClientOptions> = {}) {
  const client = createClient({ ...base, ...rejecting(thrown), ...options });
  const error = await failureOf(client.workspaces.list());
  expect(error).toMatchObject({ name: 'NetworkError', attempts: 1 });
  return error;
}
const withFields = (fields: object, message = 'closed') => Object.assign(new TypeError(message), fields);

/** Returns everything that a log may show of an error. */
const shownOf = (error: Error) =>
  [
    inspect(error, { depth: Infinity, showHidden: true, getters: true }),
    inspect(error, { depth: Infinity, showHidden: true }),
    JSON.stringify(error),
    JSON.stringify(error.cause),
    ...[error, error.cause].map((link) => (link instanceof Error ? link.message : '')),
  ].join('\n');

class BugError extends Error {
  readonly details = { line: 7 };
}

describe('the cause of a NetworkError', () => {
  const thrown = new BugError('a bug');
  const fail = () => {
    throw thrown;
  };

  test.each<[string, Partial<ClientOptions>]>([
    ['token', { token: fail }],
    ['headers', { headers: fail }],
    ['fetch', { fetch: fail }],
  ])('the cause of a NetworkError is the error that the %s function throws', async (_, options) => {
    const error = await failureOf(createClient({ ...base, ...options }).workspaces.list());
    expect(error).toMatchObject({ name: 'NetworkError' });
    expect(error.cause).toBe(thrown);
    expect(thrown).toMatchObject({ message: 'a bug', details: { line: 7 } });
  });

  test.each<[string, unknown]>([
    ['an error with fields and functions', withFields({ request: {}, retry: () => 7, [Symbol('x')]: 1 })],
    ['an error of another realm', runInNewContext("new TypeError('tls handshake failed')")],
    ['several errors', new AggregateError([new Error('a'), new Error('b')], 'all failed')],
    ['an error with a long message', new Error('x'.repeat(100_000))],
    ['an object that is not an error', { message: 'closed' }],
    ['a string', 'closed'],
    ['a number', 7],
    ['null', null],
  ])('the cause of a NetworkError is the value that fetch rejects with: %s', async (_, thrown) => {
    expect((await errorOf(thrown)).cause).toBe(thrown);
  });

  test('the cause of a NetworkError does not mask an address that the request body contains', async () => {
    const refused = withFields(
      { code: 'ECONNREFUSED', port: 59_999 },
      'connect ECONNREFUSED 127.0.0.1:59999',
    );
    const client = createClient({ ...base, ...rejecting(refused) });
    const error = await failureOf(client.mockServices.create(anInput({ title: '127.0.0.1' })));
    expect(error.cause).toBe(refused);
  });

  test('the cause of a NetworkError does not mask header values of fewer than six characters', async () => {
    const thrown = new Error('abcde');
    expect((await errorOf(thrown, { headers: { 'x-a': 'abcde' } })).cause).toBe(thrown);
  });
});

class ViewedAsJson extends Error {
  toJSON() {
    return token;
  }
}
class ViewedByNode extends Error {
  [inspect.custom]() {
    return token;
  }
}
class WithGetter extends Error {
  get secret() {
    return token;
  }
}

describe('errors without the token', () => {
  const circle = new Error(token);
  circle.cause = circle;
  const request = new Request(base.baseUrl, { headers: { authorization: bearer } });

  test.each<[string, unknown]>([
    ['a string', `sent ${bearer}`],
    ['an error whose cause is a string', new Error('x', { cause: bearer })],
    ['one of several errors', new AggregateError([new Error('a'), new Error(bearer)])],
    [
      'several errors with a cause',
      Object.assign(new AggregateError([new Error(bearer)]), { cause: new Error('a') }),
    ],
    ['a socket with a request', withFields({ socket: { _httpMessage: { headers: [bearer] } } })],
    ['a code', withFields({ code: bearer })],
    ['a name', withFields({ name: bearer })],
    ['the URL-encoded token', new Error(encodeURIComponent(token))],
    ['the Base64-encoded token', new Error(btoa(token))],
    ['a scheme in lower case', new Error(`bearer ${token}`)],
    ['a cause three levels deep', new Error('a', { cause: new Error('b', { cause: new Error(token) }) })],
    ['an error that is its own cause', circle],
    ['an object that is not an error', { message: token, stack: token }],
    ['an error with the request', withFields({ request, config: { token } })],
    ['a Map and a Headers', withFields({ map: new Map([['a', token]]), headers: request.headers })],
    ['bytes', withFields({ data: new TextEncoder().encode(bearer) })],
    ['a method toJSON', new ViewedAsJson('closed')],
    ['a custom inspect method', new ViewedByNode('closed')],
    ['a getter of its class', new WithGetter('closed')],
    [
      'more fields than can be searched',
      withFields({ list: Array.from({ length: 20_000 }, (_, i) => ({ i, bearer })) }),
    ],
  ])('an error does not show the token if fetch rejects with %s', async (_, thrown) => {
    const shown = shownOf(await errorOf(thrown));
    for (const secret of [token, encodeURIComponent(token), btoa(token)]) expect(shown).not.toContain(secret);
  });

  test('masking the token in an error from fetch keeps the name, message and code of the error', async () => {
    const thrown = Object.assign(new TypeError(`refused ${bearer}`), {
      code: 'ECONNRESET',
      errno: -104,
      config: { token },
    });
    const { cause } = await errorOf(thrown);
    expect(cause).toMatchObject({ name: 'TypeError', message: 'refused …', code: 'ECONNRESET', errno: -104 });
    expect(cause).not.toHaveProperty('config');
    expect((cause as Error).stack).toMatch(/^TypeError: refused …\n\s+at .*causes\.test/);
  });

  test('the token is not revealed if the token function throws an error that contains the old token', async () => {
    const renewing = ({ rejected }: { rejected: string | undefined }) => {
      if (rejected === undefined) return token;
      throw new Error(`${rejected} was revoked`);
    };
    const error = await errorOf(undefined, { token: renewing, ...responding('', { status: 401 }) });
    expect(error.cause).toMatchObject({ message: '… was revoked' });
    expect(shownOf(error)).not.toContain(token);
  });
});

test('if an error has a getter that throws, the cause of the NetworkError says that the error could not be read', async () => {
  const get = () => {
    throw new Error('canary');
  };
  const thrown = Object.defineProperty(new Error('x'), 'code', { enumerable: true, get });
  expect((await errorOf(thrown)).cause).toMatchObject({ message: 'The thrown error could not be read.' });
});

describe('cause messages without credentials', () => {
  test.each<[string, Record<string, string>, string, string]>([
    ['a header value of six characters', { 'x-a': 'abcdef' }, 'bad abcdef', 'bad …'],
    ['a long value before its own prefix', { 'x-a': 'canary', 'x-b': 'canary-1' }, 'canary-1 canary', '… …'],
    ['credentials without their scheme', { authorization: 'Basic   canary-1' }, 'got canary-1.', 'got ….'],
    ['a cookie', { cookie: 'a=1;  sid=canary=1; b' }, 'got canary=1.', 'got ….'],
    ['the password of Basic', { authorization: `Basic ${btoa('user:canary-1')}` }, 'got canary-1.', 'got ….'],
    ['a cookie without a space before it', { cookie: 'a=1;sid=canary-1' }, 'got canary-1.', 'got ….'],
  ])('the message of a cause does not contain the credentials: %s', async (_, headers, message, shown) => {
    const error = await errorOf(new Error(message), { headers, token: undefined });
    expect(error.cause).toMatchObject({ message: shown });
  });

  test.each<[string, string, string]>([
    ['a query parameter as sent', 'at sig=canary%2Fone.', 'at sig=….'],
    ['a decoded query parameter', 'at canary/one, canary two.', 'at …, ….'],
  ])(
    'the message of a cause does not contain the query parameters of a ky instance: %s',
    async (_, message, shown) => {
      const signed = ky.extend({ searchParams: 'sig=canary%2Fone&b=canary+two' });
      expect((await errorOf(new Error(message), { ky: signed })).cause).toMatchObject({ message: shown });
    },
  );
});
