import { inspect } from 'node:util';
import { runInNewContext } from 'node:vm';
import { type ClientOptions, createClient } from '@mock-services/sdk';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failures.ts';
import { rejecting, responding } from '../support/fetches.ts';
import { anInput } from '../support/fixtures.ts';

const token = 'canary-tok+en/1';
const bearer = `Bearer ${token}`;
const base = { baseUrl: 'https://mocks.example.com', maxRetries: 0, token };

type Input = ReturnType<typeof anInput>;

/** The NetworkError of a call whose `fetch` rejects with `thrown`. With an input, the call is a POST. */
async function errorOf(thrown: unknown, options: Partial<ClientOptions> = {}, input?: Input) {
  const client = createClient({ ...base, ...rejecting(thrown), ...options });
  const error = await failureOf(input ? client.mockServices.create(input) : client.workspaces.list());
  expect(error).toMatchObject({ name: 'NetworkError', attempts: 1 });
  return error;
}
async function causeOf(thrown: unknown, input?: Input): Promise<Error & { code?: unknown }> {
  return (await errorOf(thrown, {}, input)).cause as Error;
}
const withFields = (fields: object, message = 'closed') => Object.assign(new TypeError(message), fields);
const chainOf = (length: number, fields = {}): Error => {
  let error = withFields(fields, 'last');
  for (let link = 1; link < length; link += 1)
    error = Object.assign(new TypeError('closed', { cause: error }), fields);
  return error;
};
const shownOf = (error: Error) =>
  [
    inspect(error, { depth: Infinity, showHidden: true }),
    JSON.stringify(error),
    ...[error, error.cause].map((link) => (link instanceof Error ? link.message : '')),
  ].join('\n');

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

describe('the cause of a NetworkError is the error of fetch itself if that error is harmless', () => {
  test.each<[string, unknown]>([
    ['plain facts', withFields({ errno: -104, syscall: undefined, address: null, port: 1 })],
    ['a code', withFields({ code: 'ECONNRESET', errno: -104 })],
    ['a described socket', withFields({ socket: { remotePort: 443, localAddress: '127.0.0.1' } })],
    ['a cause that is null', new Error('closed', { cause: null })],
    ['several errors', new AggregateError([new Error('a'), new Error('b')], 'all failed')],
    ['the class of another realm', runInNewContext("new TypeError('tls handshake failed')")],
    ['10,000 characters', withFields({}, 'x'.repeat(10_000 - 'TypeError: '.length))],
    ['ten causes in a chain', chainOf(11)],
  ])('such as an error with %s', async (_, thrown) => {
    if (thrown instanceof Error) thrown.stack = 'TypeError: at fetch';
    expect(await causeOf(thrown)).toBe(thrown);
  });

  test('such as an error whose message contains a short header value by chance', async () => {
    const refused = withFields({ code: 'ECONNREFUSED' }, 'connect ECONNREFUSED 127.0.0.1:59999');
    const error = await errorOf(refused, { headers: { 'x-api-version': '1', 'x-env': 'E' } });
    expect(error.cause).toBe(refused);
  });
});

describe('the cause of a NetworkError is a copy with harmless fields only', () => {
  test.each<[string, object]>([
    ['an unknown field', { request: {} }],
    ['a function', { errno: () => token }],
    ['an object that is not an error', { address: { token } }],
    ['null as its socket', { socket: null }],
    ['a string as its socket', { socket: 'x' }],
    ['a socket that holds an object', { socket: { remotePort: 443, parser: {} } }],
    ['a socket that holds a secret', { socket: { remotePort: 443, authority: token } }],
    ['a secret among harmless facts', { address: '127.0.0.1', hostname: token }],
    ['a field named by a symbol', { [Symbol('x')]: 1 }],
  ])('if the error has %s', async (_, fields) => {
    const thrown = withFields(fields);
    const cause = await causeOf(thrown);
    expect(cause).not.toBe(thrown);
    expect(cause).toMatchObject({ name: 'TypeError', message: 'closed', stack: 'TypeError: closed' });
    expect(Object.keys(cause)).toEqual(['name']);
    expect(inspect(cause, { showHidden: true })).not.toContain(token);
  });

  test.each([new ViewedAsJson('closed'), new ViewedByNode('closed')])(
    'if the error controls how it is printed: %s',
    async (thrown) => {
      const cause = await causeOf(thrown);
      expect(cause.message).toBe('closed');
      expect(inspect(cause) + JSON.stringify(cause)).not.toContain(token);
    },
  );

  test('if an object that is not an error was thrown', async () => {
    const cause = await causeOf({ message: 'closed', stack: 'at fetch' });
    expect(cause).toBeInstanceOf(Error);
    expect(cause).toMatchObject({ name: 'Error', message: 'closed', stack: 'Error: closed' });
  });

  test('without the message if the message is longer than 10,000 characters', async () => {
    const cause = await causeOf(withFields({ code: 'ECONNRESET' }, 'x'.repeat(10_001)));
    expect(cause).toMatchObject({ name: 'TypeError', message: 'no message', code: 'ECONNRESET' });
  });

  test.each(['canary ECONNRESET', 'ECONNRESET canary', 'econnreset', '1ECONNRESET', ''])(
    'without the code %j, which does not look like a code',
    async (code) => {
      expect(await causeOf(withFields({ code }, 'x'.repeat(10_001)))).not.toHaveProperty('code');
    },
  );

  test('with the first ten causes if there are more', async () => {
    for (const thrown of [chainOf(12), chainOf(30, { request: {} })]) {
      const cause = await causeOf(thrown);
      expect(cause).not.toBe(thrown);
      let links = 0;
      for (let link: unknown = cause; link instanceof Error; link = link.cause) links += 1;
      expect(links).toBe(11);
    }
  });

  test('with a cause only where the error has one', async () => {
    const inner = withFields({ request: { token } }, 'inner');
    const cause = await causeOf(Object.assign(new Error('outer', { cause: inner }), { request: { token } }));
    expect(cause).toMatchObject({ message: 'outer', cause: { message: 'inner' } });
    expect(cause.cause).not.toHaveProperty('cause');
  });
});

test.each([7, null, 'canary', Symbol('canary')])(
  'the cause says that something other than an error was thrown: %s',
  async (thrown) => {
    expect((await causeOf(thrown)).message).toBe('something other than an error was thrown');
  },
);

test('the cause says that the error cannot be read if a getter of the error throws', async () => {
  const get = () => {
    throw new Error('canary');
  };
  const thrown = Object.defineProperty(new Error('x'), 'code', { enumerable: true, get });
  expect((await causeOf(thrown)).message).toBe('an error that cannot be read was thrown');
});

describe('an error does not show the token', () => {
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
  ])('if fetch rejects with %s', async (_, thrown) => {
    const shown = shownOf(await errorOf(thrown));
    for (const secret of [token, encodeURIComponent(token), btoa(token)]) expect(shown).not.toContain(secret);
  });

  test('if the token function attaches it to its error', async () => {
    const failing = () => Promise.reject(withFields({ config: { secret: token } }, 'refused'));
    const error = await failureOf(createClient({ ...base, token: failing }).workspaces.list());
    expect(error).toMatchObject({ name: 'NetworkError', cause: { message: 'refused' } });
    expect(shownOf(error)).not.toContain(token);
  });

  test('if the token function fails to renew the token and quotes the old one', async () => {
    let asked = 0;
    const renewing = () => {
      if (++asked === 1) return token;
      throw new Error(`${token} was revoked`);
    };
    const error = await errorOf(undefined, { token: renewing, ...responding('', { status: 401 }) });
    expect(error.cause).toMatchObject({ message: '… was revoked' });
    expect(shownOf(error)).not.toContain(token);
  });
});

describe('a message is shown without the secrets that it quotes:', () => {
  const quoting = (message: string) => withFields({ request: {} }, message);

  test.each<[string, Record<string, string>, string, string]>([
    ['a header value of six characters', { 'x-a': 'abcdef' }, 'bad abcdef', 'bad …'],
    ['but not a header value of five characters', { 'x-a': 'abcde' }, 'bad abcde', 'bad abcde'],
    ['a long value before its own prefix', { 'x-a': 'canary', 'x-b': 'canary-1' }, 'canary-1 canary', '… …'],
    ['credentials without their scheme', { authorization: 'Basic   canary-1' }, 'got canary-1.', 'got ….'],
    ['a cookie', { cookie: 'a=1;  sid=canary=1; b' }, 'got canary=1.', 'got ….'],
    ['a cookie without a space before it', { cookie: 'a=1;sid=canary-1' }, 'got canary-1.', 'got ….'],
  ])('%s', async (_, headers, message, shown) => {
    const error = await errorOf(new Error(message), { headers, token: undefined });
    expect(error.cause).toMatchObject({ message: shown });
  });

  test.each<[string, string, string]>([
    ['a query parameter as sent', 'at sig=canary%2Fone.', 'at sig=….'],
    ['a decoded query parameter', 'at canary/one, canary two.', 'at …, ….'],
    ['the whole query', 'at /?sig=canary%2Fone&b=canary+two&long-name=.', 'at /?….'],
    ['the name of a query parameter', 'at long-name', 'at …'],
  ])('%s', async (_, message, shown) => {
    const baseUrl = 'https://mocks.example.com/?sig=canary%2Fone&b=canary+two&long-name=';
    expect((await errorOf(new Error(message), { baseUrl })).cause).toMatchObject({ message: shown });
  });

  test.each<[string, string, string]>([
    ['as it is', 'say "no" äö', 'say "no" äö'],
    ['as JSON', 'say "no" äö', String.raw`say \"no\" äö`],
    ['as JSON with escapes', 'back\\ line\n tab\t', String.raw`back\\ line\n tab\t`],
    ['percent-encoded', 'say "no" äö', encodeURIComponent('say "no" äö')],
    ['as Base64 of its bytes', 'say "no" äö', Buffer.from('say "no" äö').toString('base64')],
  ])('a string of the body, %s', async (_, title, form) => {
    expect((await causeOf(quoting(`<${form}>`), anInput({ title }))).message).toBe('<…>');
  });

  test('a string of the body at any depth', async () => {
    const input = Object.assign(anInput(), { extra: [null, { deep: ['canary-9'] }, 7] });
    expect((await causeOf(quoting('got canary-9'), input)).message).toBe('got …');
  });

  test('or not at all if the body has more than 100,000 characters of JSON', async () => {
    const others = JSON.stringify(anInput({ title: '' })).length;
    const messageWith = async (length: number) =>
      (await causeOf(quoting('closed'), anInput({ title: 'x'.repeat(length - others) }))).message;
    expect(await messageWith(100_000)).toBe('closed');
    expect(await messageWith(100_001)).toBe('no message');
  });

  test('or not at all if the body has more than 1,000 strings, itself included', async () => {
    const count = (value: unknown): number => {
      if (typeof value === 'string') return 1;
      return typeof value === 'object' && value !== null
        ? Object.values(value).reduce<number>((sum, inner) => sum + count(inner), 0)
        : 0;
    };
    const messageWith = async (length: number) => {
      const input = Object.assign(anInput(), { extra: Array.from({ length }, () => 'y') });
      return (await causeOf(quoting('closed'), input)).message;
    };
    const left = 999 - count(anInput());
    expect(await messageWith(left)).toBe('closed');
    expect(await messageWith(left + 1)).toBe('no message');
  });
});

describe('if the body is too large to search for secrets', () => {
  const large = anInput({ title: 'x'.repeat(100_000) });

  test.each([
    ['FetchError', 'FetchError'],
    [`A${'b'.repeat(40)}`, `A${'b'.repeat(40)}`],
    [`A${'b'.repeat(41)}`, 'Error'],
    ['fetchError', 'Error'],
    ['a FetchError', 'Error'],
    ['FetchError canary', 'Error'],
    ['', 'Error'],
  ])('the cause has its code and no message, and its name %j becomes %j', async (name, shown) => {
    const cause = await causeOf(withFields({ name, code: 'ECONNRESET' }, 'Canary'), large);
    expect(cause).toMatchObject({ name: shown, message: 'no message', code: 'ECONNRESET' });
    expect(cause.stack).toBe(`${shown}: no message`);
  });

  test.each([
    ['50,000 strings', Array.from({ length: 50_000 }, (_, index) => `canary ${index}`)],
    ['a string of 7,000,000 characters', 'canary '.repeat(1_000_000)],
  ])('the message of the call still explains the code: %s', async (_, extra) => {
    const thrown = withFields({ code: 'ECONNRESET' }, 'bad: canary 49999');
    const error = await errorOf(thrown, {}, Object.assign(anInput(), { extra }));
    expect(error.cause).toMatchObject({ code: 'ECONNRESET', message: 'no message' });
    expect(error.message).toContain('The connection was cut');
  });
});
