/** What the message of an `ApiError` quotes from the response, and what it hides. */
import { type ApiError, createClient, type RequestOptions } from '@mock-services/sdk';
import ky from 'ky';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failures.ts';
import { fetching, fetchOf, status } from '../support/fetches.ts';
import { baseUrl } from '../support/fixtures.ts';

/** Returns what the message quotes, and checks that nothing else of the body is in it. */
async function quoted(body: unknown, options: RequestOptions = {}): Promise<string | undefined> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const client = createClient({ baseUrl, maxRetries: 0, ...fetching(status(422, {}, text)) });
  const { message } = await failureOf(client.workspaces.list(options));
  const found = / It said "(.*)"/.exec(message)?.[1];
  expect(message.includes('See `error.body` for details.')).toBe(found === undefined);
  return found;
}

const detail = 'Grüße 🎉: "title" must be a string.';

test.each<[form: string, body: unknown, expected: string]>([
  ['a problem', { title: 'Invalid', detail, status: 422 }, `Invalid: ${detail}`],
  ['a problem without a title', { detail }, detail],
  ['a problem without a detail', { title: 'Invalid', detail: '' }, 'Invalid'],
  ['a message', { message: detail, error: 'Bad Request' }, detail],
  ['an error with a message', { error: { message: detail, code: 7 } }, detail],
  ['an error that is a string', { error: detail }, detail],
  ['errors with messages', { errors: [{ message: detail }, { message: 'later' }] }, detail],
  ['a short text', detail, detail],
])('an ApiError says what the service said in %s', async (_, body, expected) => {
  expect(await quoted(body)).toBe(expected);
});

test.each<[form: string, body: unknown]>([
  ['other JSON', { code: 7, detail: ['canary'] }],
  ['a list', [{ message: 'canary' }]],
  ['an HTML page', ' <!DOCTYPE html><title>canary</title>'],
  ['HTML in text', 'Not found<br>canary'],
  ['XML', '<?xml version="1.0"?><Error>canary</Error>'],
  ['JSON in a field', { message: '{"pin":1234}' }],
  ['a text of 301 characters', 'x'.repeat(301)],
  ['a field of 10,001 characters', { message: 'x'.repeat(10_001) }],
])('an ApiError does not quote %s', async (_, body) => {
  expect(await quoted(body)).toBeUndefined();
});

test('a quote is one line of at most 300 characters without control characters', async () => {
  const message = ` one\r\n\ttwo\u0000\u001b[31m\u202Ethree\u2028four ${'🎉'.repeat(300)}`;
  const line = (await quoted({ message })) ?? '';
  expect(line).toMatch(/^one two\[31mthree four (🎉)+…$/u);
  expect(line.length).toBeGreaterThan(297);
  expect(line.length).toBeLessThanOrEqual(300);
  expect(await quoted('x'.repeat(300))).toBe('x'.repeat(300));
});

const secret = 's3cr3t/ä+"ß=';
const utf8 = Buffer.from(`shop:${secret}`).toString('base64');

describe('credentials that the call sent are replaced wherever they stand', () => {
  test.each<[credential: string, headers: Record<string, string>, said: string, expected: string]>([
    [
      'a token',
      { authorization: 'Bearer s3cr3t-ABC' },
      'The token s3cr3t-ABC has expired.',
      'The token * has expired.',
    ],
    ['a header', { authorization: 'Bearer s3cr3t-ABC' }, 'Got "Bearer s3cr3t-ABC".', 'Got "*".'],
    ['a short key', { 'x-api-key': 'k7' }, 'The key k7 is wrong.', 'The key * is wrong.'],
    ['an encoded key', { 'x-api-key': secret }, `No ${encodeURIComponent(secret)}.`, 'No *.'],
    ['a cookie', { cookie: 'lang=en; sid=s3cr3t%2F7' }, 'No s3cr3t%2F7 or s3cr3t/7, en', 'No * or *, en'],
    ['a Basic credential', { authorization: `Basic ${utf8}` }, `No ${utf8}!`, 'No *!'],
    ['a decoded Basic credential', { authorization: `Basic ${utf8}` }, `No shop:${secret}!`, 'No *!'],
    ['a password in UTF-8', { authorization: `Basic ${utf8}` }, `No ${secret}!`, 'No *!'],
    [
      'a token across a cut',
      { authorization: 'Bearer s3cr3t' },
      `${'x'.repeat(290)} s3c\u0000r3t`,
      `${'x'.repeat(290)} *`,
    ],
  ])('%s', async (_, headers, said, expected) => {
    expect(await quoted({ detail: said }, { headers })).toBe(expected.replaceAll('*', 'REDACTED'));
  });

  test('a token that the service rejected before, and a key in the query', async () => {
    const { fetch } = fetchOf(status(401), status(403, {}, 'No first-token, next-token or s3cr3t key.'));
    const client = createClient({
      baseUrl,
      fetch,
      ky: ky.create({ searchParams: { 'api-key': 's3cr3t' } }),
      token: ({ rejected }) => (rejected === undefined ? 'first-token' : 'next-token'),
    });
    const error = (await failureOf(client.workspaces.list())) as ApiError;
    expect(error.message).toContain('"No REDACTED, REDACTED or REDACTED key."');
    expect(error.body).toBe('No first-token, next-token or s3cr3t key.');
  });
});

test.each([
  ['https://user:s3cr3t@host/x?api_key=s3cr3t&b=1', 'https://REDACTED@host/x?api_key=REDACTED&b=1'],
  ['Bearer s3cr3t-7 and Basic dTpz', 'Bearer REDACTED and Basic dTpz'],
  ['at /x?code=s3cr3t, code=7', 'at /x?code=REDACTED code=7'],
  ['the token eyJhbGciOiJIUzI1NiJ9.e30.s3cr3t c', 'the token REDACTED c'],
  ['Bearer authentication is required; 50% off, a=%zz', 'Bearer authentication is required; 50% off, a=%zz'],
])('other credentials are redacted by their form: %s', async (said, expected) => {
  expect(await quoted({ detail: said })).toBe(expected);
});
