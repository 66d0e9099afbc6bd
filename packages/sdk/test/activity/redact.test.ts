import { bodyOf, redact, toCurl, toHar } from '@mock-services/sdk/activity';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anExchange, base64, idOf, jsonBody } from '../support/activity-entries.ts';

const json = { 'content-type': 'application/json' };
const only = (entry: ReturnType<typeof anExchange>, rules?: Parameters<typeof redact>[1]) => {
  const [first = entry] = redact([entry], rules);
  return first;
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
])('the header %s is redacted', (name) => {
  const entry = anExchange({
    request: { headers: { [name]: 'canary' } },
    response: { headers: { [name]: 'canary' } },
  });
  const { request, response } = only(entry);
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
])('credentials in the path %s are redacted', (path, expected) => {
  expect(only(anExchange({ request: { path } })).request.path).toBe(expected);
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
])('URLs in the header %s are redacted', (name, value, expected) => {
  expect(only(anExchange({ request: { headers: { [name]: value } } })).request.headers[name]).toBe(expected);
});

test('fields of metadata are redacted by name, at any depth', () => {
  const metadata = { upstream: { apiKey: 'canary', name: 'orders' }, attempts: [{ token: 'canary' }] };
  expect(only(anExchange({ metadata })).metadata).toMatchObject({
    scenarioId: anExchange().metadata.scenarioId,
    upstream: { apiKey: 'REDACTED', name: 'orders' },
    attempts: [{ token: 'REDACTED' }],
  });
});

test('rules add names of headers and parameters', () => {
  const entry = anExchange({
    request: { path: '/a?customer=7&page=1', headers: { 'X-Customer': '7', accept: '*/*' } },
  });
  expect(only(entry, { headers: ['x-customer'], query: [/^cust/g] }).request).toMatchObject({
    path: '/a?customer=REDACTED&page=1',
    headers: { 'X-Customer': 'REDACTED', accept: '*/*' },
  });
});

test('white space before the name of a parameter is ignored', () => {
  const entry = anExchange({ request: { path: '/a;  customer=7;customer=8? customer=9' } });
  expect(only(entry, { query: ['customer'] }).request.path).toBe(
    '/a;  customer=REDACTED;customer=REDACTED? customer=REDACTED',
  );
});

test('bodies stay unchanged without bodyFields', () => {
  const bodyBase64Encoded = jsonBody({ password: 'visible' });
  expect(only(anExchange({ request: { headers: json, bodyBase64Encoded } })).request.bodyBase64Encoded).toBe(
    bodyBase64Encoded,
  );
});

test('named fields of JSON and form bodies are redacted at any depth', () => {
  const entry = anExchange({
    request: {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      bodyBase64Encoded: base64('iban=DE12&name=a%26b'),
    },
    response: { headers: json, bodyBase64Encoded: jsonBody({ lines: [{ IBAN: { code: 1 } }], ok: true }) },
  });
  const { request, response } = only(entry, { bodyFields: ['iban'] });
  expect(bodyOf(request).text()).toBe('iban=REDACTED&name=a%26b');
  expect(bodyOf(response).json()).toEqual({ lines: [{ IBAN: 'REDACTED' }], ok: true });
});

test('a value that is nested too deeply is redacted as a whole', () => {
  const deep = `${'{"inner":['.repeat(50_000)}"canary"${']}'.repeat(50_000)}`;
  const entry = anExchange({
    request: { headers: json, bodyBase64Encoded: base64(deep) },
    metadata: { ...(JSON.parse(deep) as object), scenarioId: idOf(1) },
  });
  const { request, metadata } = only(entry, { bodyFields: ['iban'] });
  const shown = `${'{"inner":['.repeat(500)}"REDACTED"${']}'.repeat(500)}`;
  expect(bodyOf(request).text()).toBe(shown);
  expect(JSON.stringify({ inner: metadata['inner'] })).toBe(shown);
  expect(JSON.stringify(toHar([entry]).log.entries[0]?._mockServices)).not.toContain('canary');
  expect(toCurl(entry)).toContain('curl');
});

test('a name that is given matches also where its space is a plus', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const entry = anExchange({
    request: { path: '/a?card+number=1', headers: form, bodyBase64Encoded: base64('card+number=1&b=2') },
  });
  const { request } = only(entry, { query: ['card number'], bodyFields: ['card number'] });
  expect(request.path).toBe('/a?card+number=REDACTED');
  expect(bodyOf(request).text()).toBe('card+number=REDACTED&b=2');
});

test('with bodyFields a body in which there is nothing to redact stays, byte for byte', () => {
  for (const text of ['{"id": 12345678901234567890}', ' [1.0]', '"a"']) {
    const recorded = { headers: { 'content-type': 'application/json' }, bodyBase64Encoded: base64(text) };
    expect(only(anExchange({ request: recorded }), { bodyFields: ['iban'] }).request).toMatchObject(recorded);
  }
});

test.each([
  ['application/json; charset=iso-8859-1', 'latin1'],
  ['application/json; charset=utf-16le', 'utf16le'],
  ['application/json', 'utf8'],
] as const)('with bodyFields a body of %s can still be read', (type, encoding) => {
  const bytes = Buffer.from('{"name":"é","token":"x"}', encoding);
  const recorded = { headers: { 'content-type': type }, bodyBase64Encoded: base64(bytes) };
  const { request } = only(anExchange({ request: recorded }), { bodyFields: [] });
  expect(bodyOf(request).json()).toEqual({ name: 'é', token: 'REDACTED' });
});

test('with bodyFields an unreadable JSON body becomes empty, and bodies of other types stay', () => {
  const entry = anExchange({
    request: { headers: json, bodyBase64Encoded: base64('{"iban":') },
    response: { headers: { 'content-type': 'image/png' }, bodyBase64Encoded: base64('iban') },
  });
  const { request, response } = only(entry, { bodyFields: ['iban'] });
  expect([request.bodyBase64Encoded, response.bodyBase64Encoded]).toEqual(['', base64('iban')]);
});

test('the given entries are not changed, and redacting twice changes nothing more', () => {
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
