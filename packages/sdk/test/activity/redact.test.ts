import { gzipSync } from 'node:zlib';
import {
  ArgumentError,
  bodyOf,
  decodeBodies,
  explainNoMatch,
  fromHar,
  redact,
  type RedactRules,
  toCurl,
  toHar,
} from '@mock-services/sdk/activity';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { check } from '../../src/contract/check.ts';
import { activityEntry } from '../../src/contract/schemas.ts';
import { anExchange, type ExchangeChanges, base64, idOf, jsonBody } from '../support/activity-entries.ts';
import { aHar, aHarRequest } from '../support/activity-har.ts';
import {
  openNames,
  openValues,
  secretNames,
  secretPaths,
  secretValues,
} from '../support/redaction-corpus.ts';

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
/** Creates an exchange with some fields changed, and redacts it. */
const redacted = (changes: ExchangeChanges, rules?: Parameters<typeof redact>[1]) => {
  const entry = anExchange(changes);
  return redact([entry], rules)[0] ?? entry;
};

test.each([
  'Authorization',
  'PROXY-authorization',
  'Cookie',
  'set-cookie',
  'X-Api-Key',
  'x-auth-token',
  'X-Amz-Signature',
  'ocp-apim-subscription-key',
])('redact replaces the value of the header %s', (name) => {
  const entry = anExchange({
    request: { headers: { [name]: 'canary' } },
    response: { headers: { [name]: 'canary' } },
  });
  const { request, response } = redacted(entry);
  expect([request.headers[name], response.headers[name]]).toEqual(['REDACTED', 'REDACTED']);
});

test.each([
  ['/orders?token=canary&page=2', '/orders?token=REDACTED&page=2'],
  ['/orders?page=2&access%5Ftoken=canary canary', '/orders?page=2&access%5Ftoken=REDACTED'],
  ['/orders?a=1&client_secret=x;canary&b=2', '/orders?a=1&client_secret=REDACTED&b=2'],
  ['/cart;jsessionid=canary/lines?x=1', '/cart;jsessionid=REDACTED/lines?x=1'],
  ['https://user:canary@x.test/a', 'https://REDACTED@x.test/a'],
  ['/orders?%E0%A4%A=1&key=canary', '/orders?%E0%A4%A=1&key=REDACTED'],
  ['/tokens/monkey?turkey=1&q=token', '/tokens/monkey?turkey=1&q=token'],
])('redact replaces the credentials in the path %s', (path, expected) => {
  expect(redacted({ request: { path } }).request.path).toBe(expected);
});

test.each([
  [
    'location',
    'https://x.test/cb?code=7&id_token=canary#top',
    'https://x.test/cb?code=7&id_token=REDACTED#top',
  ],
  [
    'Location',
    'https://x.test/#access_token=canary&state=1',
    'https://x.test/#access_token=REDACTED&state=1',
  ],
  ['link', '<https://x.test/?apikey=canary>; rel="next"', '<https://x.test/?apikey=REDACTED>; rel="next"'],
  [':path', '/a?sig=canary', '/a?sig=REDACTED'],
  ['content-type', 'text/html; charset=utf-8', 'text/html; charset=utf-8'],
])('redact replaces the credentials in the URL of the header %s', (name, value, expected) => {
  expect(redacted({ request: { headers: { [name]: value } } }).request.headers[name]).toBe(expected);
});

test('redact replaces metadata fields whose names suggest secrets, at any depth', () => {
  const metadata = { upstream: { apiKey: 'canary', name: 'orders' }, attempts: [{ token: 'canary' }] };
  expect(redacted({ metadata }).metadata).toMatchObject({
    scenarioId: anExchange().metadata.scenarioId,
    upstream: { apiKey: 'REDACTED', name: 'orders' },
    attempts: [{ token: 'REDACTED' }],
  });
});

test('redact replaces headers and query parameters that match custom rules', () => {
  const entry = anExchange({
    request: { path: '/a?customer=7&page=1', headers: { 'X-Customer': '7', accept: '*/*' } },
  });
  expect(redacted(entry, { headers: ['x-customer'], query: [/^cust/g] }).request).toMatchObject({
    path: '/a?customer=REDACTED&page=1',
    headers: { 'X-Customer': 'REDACTED', accept: '*/*' },
  });
});

test('redact ignores whitespace before a parameter name', () => {
  const entry = anExchange({ request: { path: '/a;  customer=7;customer=8? customer=9' } });
  expect(redacted(entry, { query: ['customer'] }).request.path).toBe(
    '/a;  customer=REDACTED;customer=REDACTED? customer=REDACTED',
  );
});

test('redact rejects an unknown rule, because ignoring a misspelled rule would leave secrets in the entries', () => {
  const rules = { bodyField: [/card/] } as RedactRules;
  expect(() => redact([anExchange()], rules)).toThrow(ArgumentError);
  expect(() => redact([], rules)).toThrow('did you mean bodyFields?');
  expect(() => redact([], ['iban'] as RedactRules)).toThrow('rules: expected an object, received array');
});

test('redact leaves bodies unchanged if bodyFields is not set', () => {
  const bodyBase64Encoded = jsonBody({ password: 'visible' });
  expect(redacted({ request: { headers: json, bodyBase64Encoded } }).request.bodyBase64Encoded).toBe(
    bodyBase64Encoded,
  );
});

test('redact replaces the fields named in bodyFields in JSON and form bodies at any depth', () => {
  const entry = anExchange({
    request: {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      bodyBase64Encoded: base64('iban=DE12&name=a%26b'),
    },
    response: { headers: json, bodyBase64Encoded: jsonBody({ lines: [{ IBAN: { code: 1 } }], ok: true }) },
  });
  const { request, response } = redacted(entry, { bodyFields: ['iban'] });
  expect(bodyOf(request).text()).toBe('iban=REDACTED&name=a%26b');
  expect(bodyOf(response).json()).toEqual({ lines: [{ IBAN: 'REDACTED' }], ok: true });
});

test('redact replaces all values that are nested more than 1,000 levels deep', () => {
  const deep = `${'{"inner":['.repeat(50_000)}"canary"${']}'.repeat(50_000)}`;
  const entry = anExchange({
    request: { headers: json, bodyBase64Encoded: base64(deep) },
    metadata: { ...(JSON.parse(deep) as object), scenarioId: idOf(1) },
  });
  const { request, metadata } = redacted(entry, { bodyFields: ['iban'] });
  const shown = `${'{"inner":['.repeat(500)}"REDACTED"${']}'.repeat(500)}`;
  expect(bodyOf(request).text()).toBe(shown);
  expect(JSON.stringify({ inner: metadata['inner'] })).toBe(shown);
  expect(JSON.stringify(toHar([entry]).log.entries[0]?._mockServices)).not.toContain('canary');
  expect(toCurl(entry)).toContain('curl');
});

test('a redaction rule with a space in its name matches a parameter with a plus sign', () => {
  const entry = anExchange({
    request: { path: '/a?card+number=1', headers: form, bodyBase64Encoded: base64('card+number=1&b=2') },
  });
  const { request } = redacted(entry, { query: ['card number'], bodyFields: ['card number'] });
  expect(request.path).toBe('/a?card+number=REDACTED');
  expect(bodyOf(request).text()).toBe('card+number=REDACTED&b=2');
});

test('redact keeps a body byte for byte if no field matches bodyFields', () => {
  for (const text of ['{"id": 12345678901234567890}', ' [1.0]', '"a"']) {
    const recorded = { headers: { 'content-type': 'application/json' }, bodyBase64Encoded: base64(text) };
    expect(redacted({ request: recorded }, { bodyFields: ['iban'] }).request).toMatchObject(recorded);
  }
});

test.each([
  ['application/json; charset=iso-8859-1', 'latin1'],
  ['application/json; charset=utf-16le', 'utf16le'],
  ['application/json', 'utf8'],
] as const)('a JSON body of the type %s is still readable after redaction', (type, encoding) => {
  const bytes = Buffer.from('{"name":"é","token":"x"}', encoding);
  const recorded = { headers: { 'content-type': type }, bodyBase64Encoded: base64(bytes) };
  const { request } = redacted({ request: recorded }, { bodyFields: [] });
  expect(bodyOf(request).json()).toEqual({ name: 'é', token: 'REDACTED' });
});

test('redact with bodyFields empties an unreadable JSON body and leaves an image unchanged', () => {
  const entry = anExchange({
    request: { headers: json, bodyBase64Encoded: base64('{"iban":') },
    response: { headers: { 'content-type': 'image/png' }, bodyBase64Encoded: base64('iban') },
  });
  const { request, response } = redacted(entry, { bodyFields: ['iban'] });
  expect([request.bodyBase64Encoded, response.bodyBase64Encoded]).toEqual(['', base64('iban')]);
});

test('redact replaces credentials in every string of an entry, including unknown fields', () => {
  const ofRequest = {
    url: 'https://u:canary@x.test/?a=1&token=canary',
    rawHeaders: ['Accept', '*/*', 'X-Api-Key', 'canary'],
    pairs: [['Authorization', 'canary'], { name: 'cookie', value: 'canary', other: 'kept' }],
    raw: 'GET / HTTP/1.1\r\nHost: x.test\r\nAuthorization: canary canary\r\n',
  };
  const ofResponse = { trailers: { 'x-session': 'canary' }, note: 'kept' };
  const entry = {
    ...anExchange({
      id: 'https://u:canary@x.test/',
      request: { hostname: 'u:canary@x.test?token=canary', ...ofRequest },
      response: { statusCode: 201, ...ofResponse },
    }),
    token: 'canary',
    session: { id: 'canary' },
    log: ['kept', { client_secret: 'canary' }],
  };
  const [shown] = redact([entry]);
  expect(JSON.stringify(shown)).not.toContain('canary');
  expect(shown).toMatchObject({
    timestamp: entry.timestamp,
    request: {
      method: 'GET',
      port: 443,
      url: 'https://REDACTED@x.test/?a=1&token=REDACTED',
      rawHeaders: ['Accept', '*/*', 'X-Api-Key', 'REDACTED'],
      pairs: [['Authorization', 'REDACTED'], { name: 'cookie', other: 'kept' }],
    },
    response: { statusCode: 201, note: 'kept', responseTimeMs: 12 },
    log: ['kept', {}],
  });
});

test('an entry is still valid after redaction with rules that match every name', () => {
  const all = [/./];
  const [shown] = redact([anExchange()], { headers: all, query: all, bodyFields: all });
  expect(check(activityEntry, shown)).toEqual([]);
  expect(shown).toMatchObject({
    request: { hostname: 'orders.example.com', port: 443, method: 'GET', headers: { accept: 'REDACTED' } },
    response: { statusCode: 200, responseTimeMs: 12 },
  });
});

test('redaction rules apply to unknown fields of requests and responses', () => {
  const unnamed = { rawHeaders: ['X-Customer', 'canary', 'accept', '*/*'], url: '/a?customer=canary' };
  const entry = anExchange({ request: { path: '/', ...unnamed } });
  expect(redacted(entry, { headers: ['x-customer'], query: ['customer'] }).request).toMatchObject({
    rawHeaders: ['X-Customer', 'REDACTED', 'accept', '*/*'],
    url: '/a?customer=REDACTED',
  });
});

test('redact replaces credentials in repeated headers that fromHar joined into one value', () => {
  const values = ['{"a":1}', '{"token":"canary"}', 'Bearer canary-1', 'x=1; sid=canary'];
  const headers = values.map((value) => ({ name: 'x-info', value }));
  const [entry] = redact(fromHar(aHar({ request: aHarRequest({ headers }) })));
  expect(entry?.request.headers['x-info']).toBe(
    '{"a":1}, {"token":"REDACTED"}, Bearer REDACTED, x=1; sid=REDACTED',
  );
});

describe('redact with bodyFields', () => {
  const shownBody = (type: string, body: string | Uint8Array, more: ExchangeChanges['request'] = {}) => {
    const headers = { 'content-type': type, ...more.headers };
    const { request } = redacted(
      { request: { headers, bodyBase64Encoded: base64(body) } },
      { bodyFields: ['iban'] },
    );
    return Buffer.from(request.bodyBase64Encoded, 'base64').toString();
  };
  const multipart = (...parts: readonly string[]) =>
    [...parts.map((part) => `--x-1\r\n${part}\r\n`), '--x-1--\r\n'].join('');
  const field = (name: string, value: string) =>
    `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;

  test('redact replaces the fields named in bodyFields in multipart forms', () => {
    const file =
      'Content-Disposition: form-data; name=file; filename="a.json"\r\nContent-Type: application/json';
    const parts = (secret: string, token: string) =>
      multipart(
        field('iban', secret),
        field('name', 'Jo'),
        field('password', secret),
        field('note', `see /x?token=${token}`),
        `${file}\r\n\r\n{"token":"${token}"}`,
      );
    for (const boundary of ['x-1', '"x-1"']) {
      expect(
        shownBody(`multipart/form-data; boundary=${boundary}`, parts('canary\r\ncanary', 'canary')),
      ).toBe(parts('REDACTED', 'REDACTED'));
    }
    expect(shownBody('Multipart/Form-Data; Boundary=x-1', multipart(field('name', 'Jo')))).toBe(
      multipart(field('name', 'Jo')),
    );
  });

  test.each([
    ['has no boundary', 'multipart/form-data', multipart(field('a', 'canary'))],
    ['has another boundary', 'multipart/form-data; boundary=y', multipart(field('a', 'canary'))],
    ['has a part without a name', 'multipart/form-data; boundary=x-1', multipart('A: b\r\n\r\ncanary')],
  ])('redact empties a multipart form that %s', (_, type, body) => {
    expect(shownBody(type, body)).toBe('');
  });

  test.each(['multipart/form-data; boundary=x-1', 'multipart/related; boundary=x-1', 'text/plain'])(
    'redact empties a body of the type %s that has credentials and binary data',
    (type) => {
      const binary = (text: string) => Buffer.from(`${multipart(field('a', text))}\u00ff`, 'latin1');
      expect(shownBody(type, binary('/x?token=canary'))).toBe('');
      expect(shownBody(type, binary('/x?page=1'))).toBe(binary('/x?page=1').toString());
    },
  );

  test.each(['text/plain', 'application/x-ndjson', 'application/jsonl', 'text/event-stream'])(
    'redact replaces the fields named in bodyFields in JSON text of the type %s',
    (type) => {
      const lines = (secret: string) => `data: {"iban":"${secret}","a":1}\n{"b":{"password":"${secret}"}}\n`;
      expect(shownBody(type, lines('canary'))).toBe(lines('REDACTED'));
      expect(shownBody(type, 'plain text')).toBe('plain text');
    },
  );

  test.each(['text/plain', form['content-type'], 'multipart/form-data; boundary=x'])(
    'redact empties a compressed body of the type %s',
    (type) => {
      expect(shownBody(type, gzipSync('iban=canary'), { headers: { 'content-encoding': 'gzip' } })).toBe('');
    },
  );

  test('redact replaces the fields named in bodyFields in a body that decodeBodies decompressed', async () => {
    const headers = { 'content-type': 'text/plain', 'content-encoding': 'gzip' };
    const bodyBase64Encoded = base64(gzipSync('{"iban":"canary"} x'));
    const entries = await decodeBodies([anExchange({ request: { headers, bodyBase64Encoded } })]);
    const [entry] = redact(entries, { bodyFields: ['iban'] });
    expect(entry && bodyOf(entry.request).text()).toBe('{"iban":"REDACTED"} x');
  });

  test('redact leaves no secret in a JSON body with duplicate fields or a byte order mark', () => {
    expect(shownBody('application/json', '{"a":{"iban":"canary"},"a":1}')).toBe('{"a":1}');
    expect(shownBody('application/json', '\u{feff}{"iban":"canary"}')).toBe('{"iban":"REDACTED"}');
  });
});

test('redact does not modify its input, and redacting the result again has no effect', () => {
  const text = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(text, fc.dictionary(text, text), (path, headers) => {
      const entry = anExchange({ request: { path, headers } });
      const before = structuredClone(entry);
      const once = redact([entry]);
      expect(entry).toEqual(before);
      expect(redact(once)).toEqual(once);
    }),
  );
});

/** Redacts a value under the given name as a header, a parameter, and a field of metadata, JSON and forms. */
const shownUnder = (name: string) => {
  const parameter = name.replaceAll(/[^\w.~%[\]-]/g, encodeURIComponent);
  const entry = redacted(
    {
      request: {
        path: `/a?${parameter}=VALUE`,
        headers: { ...json, [name]: 'VALUE' },
        bodyBase64Encoded: jsonBody({ [name]: 'VALUE' }),
      },
      response: { headers: form, bodyBase64Encoded: base64(`${parameter}=VALUE`) },
      metadata: { [name]: 'VALUE' },
    },
    { bodyFields: [] },
  );
  return {
    header: entry.request.headers[name],
    parameter: entry.request.path.split('=')[1],
    metadata: entry.metadata[name],
    json: (bodyOf(entry.request).json() as Record<string, unknown>)[name],
    form: bodyOf(entry.response).text().split('=')[1],
  };
};
const everywhere = (value: string) => ({
  header: value,
  parameter: value,
  metadata: value,
  json: value,
  form: value,
});

test.each(secretNames)(
  'redact replaces the value of %s in headers, parameters, metadata, JSON and forms',
  (name) => {
    expect(shownUnder(name)).toEqual(everywhere('REDACTED'));
  },
);

test.each(openNames.filter((name) => !['Content-Type'].includes(name)))(
  'redact keeps the value of %s, which is not a secret',
  (name) => {
    expect(shownUnder(name)).toEqual(everywhere('VALUE'));
  },
);

describe('redact', () => {
  test.each(secretValues)('redact replaces the secret in the header value %s', (text, expected) => {
    expect(redacted({ request: { headers: { 'x-info': text } } }).request.headers['x-info']).toBe(expected);
    expect(redacted({ metadata: { info: [text] } }).metadata['info']).toEqual([expected]);
  });

  test.each(secretPaths)('redact replaces the secret in the path %s', (path, expected) => {
    expect(redacted({ request: { path } }).request.path).toBe(expected);
  });

  test.each(openValues)('redact does not change the harmless text %s', (text) => {
    const { request, metadata } = redacted({
      request: { path: text, headers: { 'x-info': text } },
      metadata: { text },
    });
    expect([request.path, request.headers['x-info'], metadata['text']]).toEqual([text, text, text]);
  });

  test('redact does not change a value that is already redacted', () => {
    for (const [, path] of secretPaths) expect(redacted({ request: { path } }).request.path).toBe(path);
    for (const [, text] of secretValues) {
      expect(redacted({ request: { headers: { 'x-info': text } } }).request.headers['x-info']).toBe(text);
    }
  });
});

test('toHar, toCurl and explainNoMatch show none of the sample credentials', () => {
  const paths = secretPaths.map(([path]) => path);
  const headers = Object.fromEntries([
    ...secretNames.map((name) => [name, 'SECRET']),
    ...secretValues.map(([text], index) => [`x-info-${index}`, text]),
  ]) as Record<string, string>;
  const names = Object.fromEntries(Object.keys(headers).map((name) => [name, 'other']));
  for (const path of paths) {
    const entry = anExchange({ request: { path, headers }, metadata: headers });
    const shown = [
      JSON.stringify(toHar([entry])),
      toCurl(entry),
      toCurl(entry, { shell: 'powershell' }),
      explainNoMatch([entry], { path: '/other', header: names }),
    ];
    for (const text of shown) expect(text).not.toMatch(/SECRET|U0VDUkVU|TRUNSRVQ|NFQ1JFVC/);
  }
});
