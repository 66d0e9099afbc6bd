/** Explanations of entries that belong to a test, whose bodies may be shown. */
import {
  explainNoMatch,
  textTest,
  type ActivityEntry,
  type ActivityMatcher,
  type ExplainOptions,
  type MatcherField,
} from '@mock-services/sdk/activity';
import { describe, expect, test } from 'vitest';
import { anExchange, base64, type ExchangeChanges, jsonBody } from '../support/activity-entries.ts';
import { pattern } from '../support/patterns.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };

const sent = (body: unknown, headers: Record<string, string> = {}) => {
  const isText = typeof body === 'string' || body instanceof Uint8Array;
  return anExchange({ request: { headers, bodyBase64Encoded: isText ? base64(body) : jsonBody(body) } });
};

interface Received extends ActivityEntry {
  readonly operation?: string;
  readonly params: Readonly<Record<string, string>>;
}

const equals = textTest((pattern) => (text) => text === pattern);

/** Fields like those of a fake server's journal. */
const fields: Readonly<Record<string, MatcherField>> = {
  operation: { weight: 8, read: ({ operation }: Received) => operation, test: equals },
  params: {
    weight: 2,
    names: 'parameter names',
    read: ({ params }: Received, _, name) => (name === undefined ? params : params[name]),
    test: equals,
  },
};

/** The lines of the first entry's differences. */
const differences = (entry: ActivityEntry, matcher: ActivityMatcher, bodies = true) =>
  explainNoMatch([entry], matcher, { bodies, describe: () => '' })
    .split('\n')
    .slice(2)
    .map((line) => line.trim());

describe('explainNoMatch with bodies', () => {
  const names = Array.from({ length: 100 }, (_, index) => `f${index + 100}`).join(', ');
  const order = { title: 'A', tags: ['a', 'b'], size: 2 };
  test.each<[string, unknown, unknown, string[]]>([
    ['a value', { title: 'B' }, order, ['body.title: expected "B", received "A"']],
    ['an item', { tags: ['a', 'c'] }, order, ['body.tags[1]: expected "c", received "b"']],
    ['another length', { tags: ['a'] }, order, ['body.tags: expected ["a"], received ["a","b"]']],
    [
      'a field that is missing',
      { titel: 'A' },
      order,
      ['body.titel: expected "A", received nothing; received fields: title, tags, size'],
    ],
    ['a RegExp', { title: /^b/i }, order, ['body.title: expected /^b/i, received "A"']],
    [
      'an asymmetric matcher with a sample',
      { title: pattern.stringContaining('x') },
      order,
      ['body.title: expected StringContaining "x", received "A"'],
    ],
    ['no body', { a: 1 }, '', ['body: expected {"a":1}, received ""']],
    ['other text', 'a=2', 'a=1', ['body: expected "a=2", received "a=1"']],
    [
      'the names of many fields',
      { a: 1 },
      Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`f${index + 100}`, 1])),
      [`body.a: expected 1, received nothing; received fields: ${names.slice(0, 400)}…`],
    ],
  ])('shows %s', (_, body, recorded, lines) => {
    expect(differences(sent(recorded), { body })).toEqual(lines);
  });

  test('shows the response body like the request body', () => {
    const entry = anExchange({ response: { bodyBase64Encoded: jsonBody(order) } });
    expect(differences(entry, { responseBody: { title: 'B' } })).toEqual([
      'responseBody.title: expected "B", received "A"',
    ]);
  });

  test('shows up to 80 characters of a value, and where longer values differ', () => {
    const [same, longer] = ['M'.repeat(78), 'M'.repeat(79)];
    const entry = anExchange({ request: { method: 'GET' } });
    expect(differences(entry, { method: same })).toEqual([`method: expected "${same}", received "GET"`]);
    expect(differences(entry, { method: longer })).toEqual([`method: expected "${longer}…, received "GET"`]);
    const start = 'x'.repeat(200);
    expect(differences(sent({ title: `${start}A` }), { body: { title: `${start}B` } })).toEqual([
      `body.title: expected …${'x'.repeat(20)}B", received …${'x'.repeat(20)}A"`,
    ]);
  });

  test('shows ten differences of an entry, and counts the others', () => {
    const numbers = Array.from({ length: 12 }, (_, index) => index);
    const lines = differences(sent({ numbers }), { body: { numbers: numbers.map((each) => each + 1) } });
    expect(lines).toHaveLength(11);
    expect(lines.slice(-2)).toEqual(['body.numbers[9]: expected 10, received 9', 'and 2 more differences']);
  });

  const otherSecret = 'another value, which is not shown because it may contain a credential';
  test.each<[string, ActivityEntry, ActivityMatcher, string[]]>([
    [
      'in a field of the body',
      sent({ password: 'canary-1' }),
      { body: { password: 'canary-2' } },
      [`body.password: ${otherSecret}`],
    ],
    [
      'in an object that is a field',
      sent({ login: { password: 'canary-1', user: 'a' } }),
      { body: { login: 'b' } },
      ['body.login: expected "b", received {"password":"REDACTED","user":"a"}'],
    ],
    [
      'in a form',
      sent('code=canary&user=a', form),
      { body: 'code=canary&user=b' },
      ['body: expected "code=REDACTED&user=b", received "code=REDACTED&user=a"'],
    ],
    [
      'in the sample of an asymmetric matcher',
      sent({ user: 'a' }),
      { body: pattern.objectContaining({ apiKey: 'canary', user: 'b' }) },
      ['body: expected ObjectContaining {"apiKey":"REDACTED","user":"b"}, received {"user":"a"}'],
    ],
    [
      'in headers',
      sent('', { authorization: 'Bearer canary-1' }),
      { headers: { Authorization: /canary-2/, cookie: 'canary', 'x-api-key': false } },
      [`headers.authorization: ${otherSecret}`, 'headers.cookie: expected a value, received nothing'],
    ],
    [
      'in paths that differ only there',
      anExchange({ request: { path: '/a?token=canary-1' } }),
      { path: '/a?token=canary-2' },
      [`path: ${otherSecret}`],
    ],
  ])('shows no credential %s', (_, entry, matcher, lines) => {
    for (const bodies of [true, false]) {
      const text = explainNoMatch([entry], matcher, { bodies });
      expect(text).not.toContain('canary');
    }
    expect(differences(entry, matcher)).toEqual(lines);
  });

  test.each<[string, ExchangeChanges['request']]>([
    ['cannot be read', { bodyBase64Encoded: '%%%' }],
    [
      'still has a content-encoding. Call `decodeBodies` first',
      { headers: { 'content-encoding': 'br' }, bodyBase64Encoded: base64(new Uint8Array([1, 2, 255])) },
    ],
  ])('says that the body %s', (note, request = {}) => {
    const entry = anExchange({ request });
    for (const bodies of [true, false])
      for (const body of [{}, 'a', /b/])
        expect(differences(entry, { body }, bodies)).toEqual([`body: the body ${note}`]);
  });
});

test('does not blame a content-encoding for a body that is plain', () => {
  const line = 'body.a: expected 1, received 2';
  expect(differences(sent({ a: 2 }, { 'content-encoding': 'gzip' }), { body: { a: 1 } })).toEqual([line]);
  expect(differences(sent('text', { 'content-encoding': 'Identity' }), { body: 'other' })).toEqual([
    'body: expected "other", received "text"',
  ]);
});

test.each<[unknown, unknown, string]>([
  [{ a: 'canary' }, { a: 'other' }, 'body.a: another value, which is not shown'],
  [{ a: 'canary' }, { a: 1 }, 'body.a: expected string, received number'],
  [{ a: 'canary' }, { secretName: 1 }, 'body.a: expected string, received nothing'],
  [{ a: /canary/ }, { a: 'other' }, 'body.a: another value, which is not shown'],
  [{ a: /canary/ }, {}, 'body.a: expected a match, received nothing'],
  [{ a: [1] }, { a: [1, 2] }, 'body.a: expected 1 items, received 2'],
  [{ a: 1 }, 'canary', 'body: expected object, received text'],
  [{ a: 1 }, '', 'body: expected object, received an empty body'],
  ['canary', 'other', 'body: another value, which is not shown'],
  ['canary', '', 'body: expected text, received an empty body'],
])('without `bodies`, explains %j and %j by types', (body, recorded, line) => {
  expect(differences(sent(recorded), { body }, false)).toEqual([line]);
  expect(explainNoMatch([sent(recorded)], { body })).not.toMatch(/canary|"other|secretName/);
});

describe('explainNoMatch', () => {
  const entries = [1, 2, 3, 4].map((n) =>
    anExchange({ request: { path: `/${n}` }, response: { statusCode: n } }),
  );

  test('ranks entries by the fields that differ, then by the differences in the body', () => {
    const bodies = [{ a: 2, b: 2, c: 2 }, { a: 1, b: 2, c: 2 }, { a: 1, b: 1, c: 2 }, {}];
    const others = bodies.map((body, index) =>
      anExchange({ request: { method: 'POST', path: `/${index}`, bodyBase64Encoded: jsonBody(body) } }),
    );
    const text = explainNoMatch([...entries, ...others], { method: 'POST', body: { a: 1, b: 1, c: 1 } });
    expect(text.match(/example\.com\/\d/g)).toEqual(['2', '1', '0'].map((n) => `example.com/${n}`));
  });

  test('shows the latest entries for a function', () => {
    const text = explainNoMatch(entries, () => false, { describe: ({ request }) => request.path });
    expect(text).toBe(
      [
        'No entry matches the function. 4 entries were recorded. The latest:',
        ...[2, 3, 4].flatMap((n) => [`  /${n}`, '    the function did not return true']),
      ].join('\n'),
    );
    expect(explainNoMatch(entries, ({ response }) => response.statusCode > 1)).toBe(
      '3 of 4 entries match the function.',
    );
  });

  test('uses the words of the journal', () => {
    const options: ExplainOptions = {
      noun: 'request',
      whenEmpty: 'the journal is empty.',
      describe: () => '#1\u202e',
    };
    expect(explainNoMatch([], { method: 'GET' }, options)).toBe(
      'No request matches {"method":"GET"}, because the journal is empty.',
    );
    expect(explainNoMatch(entries.slice(1, 2), { method: 'PUT' }, options)).toBe(
      'No request matches {"method":"PUT"}. 1 request was recorded. The closest:\n  #1\\u{202e}\n    method: expected "PUT", received "GET"',
    );
    expect(explainNoMatch(entries, { status: 1 }, options)).toBe('1 of 4 requests matches {"status":1}.');
  });
});

test.each<[string, unknown]>([
  ['a list', pattern.arrayContaining([pattern.objectContaining({ password: 's3cr3t' })])],
  ['a text in a field', { note: pattern.stringContaining('"password":"s3cr3t"') }],
])('an explanation shows no credential within a nested pattern of %s', (_, body) => {
  const text = explainNoMatch([sent({ a: 1 })], { body }, { bodies: true });
  expect(text).toContain('REDACTED');
  expect(text).not.toContain('s3cr3t');
});

test('an explanation shows no JSON web token that is a parameter, and no parameter named like a credential', () => {
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
  const entry = {
    ...sent({}),
    operation: 'getMockService',
    params: { mockServiceId: token, token: 's3cr3t' },
  };
  for (const params of [{ mockServiceId: '3f0b' }, { token: 'other' }]) {
    const matcher: object = { params };
    const text = explainNoMatch([entry], matcher, { fields }).toLowerCase();
    expect(text).toContain('another value, which is not shown');
    expect(text).not.toMatch(/eyjhbgci|s3cr3t/);
  }
});

test('an explanation about a field of the caller lists the names of the other values', () => {
  const entry = { ...sent({}), params: { mockServiceId: 'a', other: 'b' } };
  const explain = (params: unknown) => explainNoMatch([entry], { params } as object, { fields });
  expect(explain({ id: 'a' })).toContain(
    '\n    params.id: expected "a", received nothing; received fields: mockServiceId, other',
  );
  expect(explain({ mockServiceId: 'b' })).toContain('\n    params.mockServiceId: expected "b", received "a"');
});

test('an explanation shows nothing of HTML', () => {
  const entry = sent('<input name="a" value="canary">', { 'content-type': 'text/html' });
  expect(differences(entry, { body: 'a' })).toEqual([
    'body: another value, which is not shown because it may contain a credential',
  ]);
});
