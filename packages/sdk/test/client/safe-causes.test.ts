import { inspect } from 'node:util';
import { runInNewContext } from 'node:vm';
import { createClient } from '@mock-services/sdk';
import { describe, expect, test } from 'vitest';
import { anInput } from '../support/fixtures.ts';

/** Which errors of `fetch` are kept as they are, and what is left of the others. */

const token = 'canary-token-5f1c';
const base = { baseUrl: 'https://mocks.example.com', maxRetries: 0, token };

async function causeOf(thrown: unknown, input = anInput()): Promise<Error & { code?: unknown }> {
  // Whatever is thrown, a promise can reject with it.
  const reason = thrown as Error;
  const fetch = () => Promise.reject(reason);
  const error: unknown = await createClient({ ...base, fetch })
    .mockServices.create(input)
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'NetworkError', attempts: 1 });
  return (error as Error).cause as Error;
}
const withFields = (fields: object, message = 'closed') => Object.assign(new TypeError(message), fields);
const chainOf = (length: number, fields = {}): Error => {
  let error = withFields(fields, 'last');
  for (let link = 1; link < length; link += 1) {
    error = Object.assign(new TypeError('closed', { cause: error }), fields);
  }
  return error;
};

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

describe('is kept as it is', () => {
  test.each<[string, unknown]>([
    ['an error with plain facts', withFields({ errno: -104, syscall: undefined, address: null, port: 1 })],
    ['one with a described socket', withFields({ socket: { remotePort: 443, localAddress: '127.0.0.1' } })],
    ['one of another realm', runInNewContext("new TypeError('tls handshake failed')")],
    ['one with 10,000 characters', withFields({}, 'x'.repeat(10_000 - 'TypeError: '.length))],
    ['one with ten causes, each the cause of the other', chainOf(11)],
  ])('%s', async (_, thrown) => {
    if (thrown instanceof Error) thrown.stack = 'TypeError: at fetch';
    expect(await causeOf(thrown)).toBe(thrown);
  });
});

describe('is copied, without what it holds', () => {
  test.each<[string, object]>([
    ['a field that nobody knows', { request: {} }],
    ['a function', { errno: () => token }],
    ['an object that is no error', { address: { token } }],
    ['no socket but nothing', { socket: null }],
    ['no socket but a text', { socket: 'x' }],
    ['a socket with an object', { socket: { remotePort: 443, parser: {} } }],
    ['a socket with a secret', { socket: { remotePort: 443, authority: token } }],
    ['a secret among harmless facts', { address: '127.0.0.1', hostname: token }],
    ['a field by a symbol', { [Symbol('x')]: 1 }],
  ])('an error with %s', async (_, fields) => {
    const thrown = withFields(fields);
    const cause = await causeOf(thrown);
    expect(cause).not.toBe(thrown);
    expect(cause).toMatchObject({ name: 'TypeError', message: 'closed', stack: 'TypeError: closed' });
    expect(Object.keys(cause)).toEqual(['name']);
    expect(inspect(cause, { showHidden: true })).not.toContain(token);
  });

  test.each([new ViewedAsJson('closed'), new ViewedByNode('closed')])(
    '%s that shows itself',
    async (thrown) => {
      const cause = await causeOf(thrown);
      expect(cause.message).toBe('closed');
      expect(inspect(cause) + JSON.stringify(cause)).not.toContain(token);
    },
  );

  test('an object that is no error', async () => {
    const cause = await causeOf({ message: 'closed', stack: 'at fetch' });
    expect(cause).toBeInstanceOf(Error);
    expect(cause).toMatchObject({ name: 'Error', message: 'closed', stack: 'Error: closed' });
  });

  test('an error with a long text, without that', async () => {
    const cause = await causeOf(withFields({ code: 'ECONNRESET' }, 'x'.repeat(10_001)));
    expect(cause).toMatchObject({ name: 'TypeError', message: 'no message', code: 'ECONNRESET' });
  });

  test.each(['canary ECONNRESET', 'ECONNRESET canary', 'econnreset', '1ECONNRESET', ''])(
    'an error with the code %j, without that',
    async (code) => {
      expect(await causeOf(withFields({ code }, 'x'.repeat(10_001)))).not.toHaveProperty('code');
    },
  );

  test('an error with more than ten causes, with the first ten', async () => {
    for (const thrown of [chainOf(12), chainOf(30, { request: {} })]) {
      const cause = await causeOf(thrown);
      expect(cause).not.toBe(thrown);
      let links = 0;
      for (let link: unknown = cause; link instanceof Error; link = link.cause) links += 1;
      expect(links).toBe(11);
    }
  });
});

describe('where a body is too long to search for, only a code and the name of a class are shown', () => {
  const long = anInput({ title: 'x'.repeat(100_000) });

  test.each([
    ['FetchError', 'FetchError'],
    [`A${'b'.repeat(40)}`, `A${'b'.repeat(40)}`],
    [`A${'b'.repeat(41)}`, 'Error'],
    ['fetchError', 'Error'],
    ['a FetchError', 'Error'],
    ['FetchError canary', 'Error'],
    ['', 'Error'],
  ])('the name %j becomes %j', async (name, shown) => {
    const cause = await causeOf(withFields({ name, code: 'ECONNRESET' }, 'Canary'), long);
    expect(cause).toMatchObject({ name: shown, message: 'no message', code: 'ECONNRESET' });
    expect(cause.stack).toBe(`${shown}: no message`);
  });
});

describe('a secret is removed', () => {
  const messageAfter = async (headers: Record<string, string>, message: string) => {
    const fetch = () => Promise.reject(new Error(message));
    const error: unknown = await createClient({ ...base, token: undefined, headers, fetch })
      .workspaces.list()
      .catch((reason: unknown) => reason);
    return ((error as Error).cause as Error).message;
  };

  test.each<[string, Record<string, string>, string, string]>([
    ['from six characters on', { 'x-a': 'abcdef' }, 'bad abcdef', 'bad …'],
    ['but not with five', { 'x-a': 'abcde' }, 'bad abcde', 'bad abcde'],
    ['before a part of it', { 'x-a': 'canary', 'x-b': 'canary-long' }, 'canary-long canary', '… …'],
    ['without its scheme', { authorization: 'Basic   canary-1' }, 'got canary-1.', 'got ….'],
    ['as a cookie', { cookie: 'a=1;  sid=canary=1; b' }, 'got canary=1.', 'got ….'],
    ['as a cookie without a space', { cookie: 'a=1;sid=canary-1' }, 'got canary-1.', 'got ….'],
  ])('%s', async (_, headers, message, shown) => {
    expect(await messageAfter(headers, message)).toBe(shown);
  });

  test.each<[string, string, string]>([
    ['a parameter as sent', 'at sig=canary%2Fone.', 'at sig=….'],
    ['a decoded parameter', 'at canary/one, canary two.', 'at …, ….'],
    ['the whole query', 'at /?sig=canary%2Fone&b=canary+two&long-name=.', 'at /?….'],
    ['the name of a parameter', 'at long-name', 'at …'],
  ])('of the query: %s', async (_, message, shown) => {
    const fetch = () => Promise.reject(new Error(message));
    const query = '?sig=canary%2Fone&b=canary+two&long-name=';
    const error: unknown = await createClient({
      ...base,
      baseUrl: `https://mocks.example.com/${query}`,
      fetch,
    })
      .workspaces.list()
      .catch((reason: unknown) => reason);
    expect(((error as Error).cause as Error).message).toBe(shown);
  });

  test.each<[string, string]>([
    ['as it is', 'say "no" äö'],
    ['as JSON', String.raw`say \"no\" äö`],
    ['percent-encoded', encodeURIComponent('say "no" äö')],
    ['as Base64 of its bytes', Buffer.from('say "no" äö').toString('base64')],
  ])('of the body: %s', async (_, form) => {
    const cause = await causeOf(withFields({ request: {} }, `<${form}>`), anInput({ title: 'say "no" äö' }));
    expect(cause.message).toBe('<…>');
  });

  test('of the body, at any depth, beside null', async () => {
    const input = Object.assign(anInput(), { extra: [null, { deep: ['canary-9'] }, 7] });
    const cause = await causeOf(withFields({ request: {} }, 'got canary-9'), input);
    expect(cause.message).toBe('got …');
  });
});

describe('a body is searched for secrets', () => {
  const shownOf = async (input: ReturnType<typeof anInput>) =>
    (await causeOf(withFields({ request: {} }, 'closed'), input)).message;

  test('up to 100,000 characters of JSON', async () => {
    const others = JSON.stringify(anInput({ title: '' })).length;
    expect(await shownOf(anInput({ title: 'x'.repeat(100_000 - others) }))).toBe('closed');
    expect(await shownOf(anInput({ title: 'x'.repeat(100_001 - others) }))).toBe('no message');
  });

  test('up to 1,000 strings, its own text among them', async () => {
    const count = (value: unknown): number => {
      if (typeof value === 'string') return 1;
      return typeof value === 'object' && value !== null
        ? Object.values(value).reduce<number>((sum, inner) => sum + count(inner), 0)
        : 0;
    };
    const many = (length: number) => Object.assign(anInput(), { extra: Array.from({ length }, () => 'y') });
    const left = 999 - count(anInput());
    expect(await shownOf(many(left))).toBe('closed');
    expect(await shownOf(many(left + 1))).toBe('no message');
  });
});
