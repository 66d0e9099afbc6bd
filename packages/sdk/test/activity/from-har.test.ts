import { bodyOf, fromHar, isHarError } from '@mock-services/sdk/activity';
import { activityEntry, check } from '@mock-services/sdk/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { outcomeOf } from '../support/failures.ts';
import { aHar, aHarRequest, aHarResponse } from '../support/activity-har.ts';
import { near } from '../../../../tools/lib/near.ts';

const read = (har: unknown) => {
  const [entry] = fromHar(har);
  if (!entry) throw new TypeError('the HAR has no entry');
  return entry;
};

test('fromHar reads every field of an HTTP exchange from a JSON string or a parsed object', () => {
  const entry = read(`\u{feff}${JSON.stringify(aHar())}`);
  expect(entry).toEqual(read(aHar()));
  expect(entry).toMatchObject({
    request: {
      hostname: 'orders.example.com',
      port: 443,
      path: '/orders?dry=1',
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
    },
    response: { statusCode: 201, headers: { 'content-type': 'application/json' }, responseTimeMs: 12 },
    metadata: { '@mock-services/sdk': { scheme: 'https', timeMs: 12.4 } },
    timestamp: '2026-03-01T10:05:00.123Z',
  });
  expect(bodyOf(entry.request).json()).toEqual({ sku: 'A-1' });
  expect(bodyOf(entry.response).json()).toEqual({ id: 'é' });
});

describe('ids from fromHar', () => {
  const two = (first: unknown, second: unknown) => {
    const [one, other] = [first, second].map(
      (har) => (har as { log: { entries: unknown[] } }).log.entries[0],
    );
    return fromHar({ log: { entries: [one, other] } });
  };

  test('fromHar assigns the same valid UUID to an exchange on each call', () => {
    expect(read(aHar()).id).toBe('cf3350b6-ab97-8712-bbb9-ec1c3c25ded8');
    expect(check(activityEntry, read(aHar()))).toEqual([]);
  });

  test('fromHar assigns different ids to identical exchanges', () => {
    const changed = aHar({ response: aHarResponse({ status: 202 }) });
    const ids = [...two(aHar(), aHar()), ...two(changed, changed)].map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
  });

  test('fromHar assigns unique ids to 20,000 exchanges', () => {
    const [entry] = (aHar() as { log: { entries: object[] } }).log.entries;
    const entries = Array.from({ length: 20_000 }, (_, time) => ({ ...entry, time }));
    expect(new Set(fromHar({ log: { entries } }).map(({ id }) => id)).size).toBe(20_000);
  });

  test('fromHar assigns the same scenarioId to all exchanges of a page', () => {
    const [a, b] = two(aHar({ pageref: 'page_1' }), aHar({ pageref: 'page_2' }));
    const [c, d] = two(aHar({ pageref: 'page_1' }), aHar({ pageref: 'page_1' }));
    expect(a?.metadata.scenarioId).not.toBe(b?.metadata.scenarioId);
    expect([c?.metadata.scenarioId, d?.metadata.scenarioId]).toEqual([
      a?.metadata.scenarioId,
      a?.metadata.scenarioId,
    ]);
  });
});

test.each([
  ['https://x.test', 'x.test', 443, '/', 'https'],
  ['http://x.test?a=1', 'x.test', 80, '/?a=1', 'http'],
  ['http://x.test:8080/a/../b%2f?q=a b#c', 'x.test', 8080, '/a/../b%2f?q=a b', 'http'],
  ['https://user:canary@X.test/', 'x.test', 443, '/', 'https'],
  ['wss://x.test/socket', 'x.test', 443, '/socket', 'https'],
  ['ws://x.test:8080/socket', 'x.test', 8080, '/socket', 'http'],
  ['http://[::1]:81/', '::1', 81, '/', 'http'],
  ['data:text/plain,hello', '', 0, 'text/plain,hello', undefined],
  ['chrome-extension://abc/page.html', 'abc', 0, '/page.html', undefined],
])('fromHar splits the URL %s into host, port, path and scheme', (url, hostname, port, path, scheme) => {
  const { request, metadata } = read(aHar({ request: aHarRequest({ url }) }));
  expect(request).toMatchObject({ hostname, port, path });
  expect(metadata['@mock-services/sdk']).toEqual({ ...(scheme && { scheme }), timeMs: 12.4 });
});

test('fromHar joins the values of repeated headers', () => {
  const headers = [
    'Set-Cookie: a=1; Expires=Thu, 01 Jan 2026',
    'set-cookie: b=2',
    'Vary: a',
    'vary: b',
    'cookie: c',
    'cookie: d',
  ]
    .map((line) => line.split(': '))
    .map(([name, value]) => ({ name, value }));
  expect(read(aHar({ response: aHarResponse({ headers }) })).response.headers).toEqual({
    'Set-Cookie': 'a=1; Expires=Thu, 01 Jan 2026\nb=2',
    Vary: 'a, b',
    cookie: 'c; d',
  });
});

describe('bodies from fromHar', () => {
  const responseWith = (content: unknown, contentType = 'text/plain') =>
    read(
      aHar({ response: aHarResponse({ content, headers: [{ name: 'content-type', value: contentType }] }) }),
    ).response;

  test('fromHar decodes a body that the HAR file stores as Base64', () => {
    const content = { size: 3, mimeType: 'image/png', text: 'iVBO', encoding: 'base64' };
    expect(bodyOf(responseWith(content)).bytes()).toEqual(new Uint8Array([0x89, 0x50, 0x4e]));
  });

  test.each(['latin1', 'utf-16le', 'shift_jis', 'utf-8', 'klingon'])(
    'fromHar preserves the text of a body whose charset is %s',
    (charset) => {
      const content = { size: 9, mimeType: 'text/plain', text: 'Grüße, 日本' };
      const message = responseWith(content, `text/plain; charset=${charset}`);
      const readable = charset === 'klingon' ? { ...message, headers: {} } : message;
      expect(bodyOf(readable).text()).toBe('Grüße, 日本');
    },
  );

  test('fromHar encodes a body as latin1 if latin1 is its charset', () => {
    const { bodyBase64Encoded } = responseWith({ text: 'Grüße' }, 'text/plain; charset=latin1');
    expect(bodyBase64Encoded).toBe(Buffer.from('Grüße', 'latin1').toString('base64'));
  });

  test('a body from fromHar is not decompressed again despite a content-encoding header', async () => {
    const headers = [{ name: 'Content-Encoding', value: 'br' }];
    const entry = read(aHar({ response: aHarResponse({ headers }) }));
    expect(entry.metadata).toMatchObject({ '@mock-services/sdk': { decoded: true } });
    expect((await bodyOf(entry.response, entry).decoded()).text()).toBe('{"id":"é"}');
  });

  test('fromHar builds the body from the form fields if the HAR file has no body text', () => {
    const params = [{ name: 'a', value: '1 & 2' }, { name: 'b' }];
    const postData = { mimeType: 'application/x-www-form-urlencoded', params };
    const { request } = read(aHar({ request: aHarRequest({ headers: [], postData }) }));
    expect(bodyOf(request).text()).toBe('a=1+%26+2&b=');
    for (const encoding of [undefined, 'base64']) {
      const emptied = { ...postData, text: '', encoding };
      const { request } = read(aHar({ request: aHarRequest({ headers: [], postData: emptied }) }));
      expect(bodyOf(request).text()).toBe('a=1+%26+2&b=');
    }
  });

  test('fromHar returns an empty body if the HAR file contains no body', () => {
    expect(
      [responseWith(undefined), responseWith({ size: 9 })].map((message) => message.bodyBase64Encoded),
    ).toEqual(['', '']);
  });
});

test('fromHar adds up the timings if the total time is missing', () => {
  expect(read(aHar({ time: null })).response.responseTimeMs).toBe(12);
  const timings = { blocked: 1, dns: 2, connect: 30, ssl: 20, send: 1, wait: 5, receive: 1, _queued: 7 };
  expect(read(aHar({ time: undefined, timings })).response.responseTimeMs).toBe(40);
  expect(read(aHar({ time: undefined, timings: {} })).response.responseTimeMs).toBe(0);
  expect(read(aHar({ time: -1 })).response.responseTimeMs).toBe(0);
});

test('fromHar accepts a HAR file without the optional fields', () => {
  const request = { method: 'GET', url: 'https://x.test/' };
  const har = { log: { entries: [{ startedDateTime: '2026-03-01', request, response: { status: 0 } }] } };
  expect(read(har)).toMatchObject({
    request: { headers: {}, bodyBase64Encoded: '' },
    response: { statusCode: 0 },
  });
  expect(fromHar({ log: { entries: [] } })).toEqual([]);
});

test('fromHar ignores the custom fields of WebKit and Playwright', () => {
  const webkit = { _fetchType: 'Network Load', _priority: 'high', serverIPAddress: '::1', connection: '7' };
  const playwright = { _frameref: 'frame@1', _monotonicTime: 1.5, _securityDetails: {}, pageref: 'page@1' };
  const response = aHarResponse({
    _transferSize: 9,
    _error: null,
    content: { size: 1, compression: -1, text: 'x', _sha1: '1' },
  });
  const plain = read(aHar({ response: aHarResponse({ content: { text: 'x' } }) }));
  expect(read(aHar({ ...webkit, response }))).toEqual(plain);
  expect(read(aHar({ ...playwright, response })).response).toEqual(plain.response);
});

describe('fromHar', () => {
  const at = 'log.entries[0]';

  test.each([
    ['', '{"log":'],
    ['', null],
    ['log', {}],
    ['log.entries', { log: {} }],
    [at, { log: { entries: ['canary'] } }],
    [`${at}.startedDateTime`, aHar({ startedDateTime: 'canary' })],
    [`${at}.time`, aHar({ time: 'canary' })],
    [`${at}.request`, aHar({ request: undefined })],
    [`${at}.request.url`, aHar({ request: aHarRequest({ url: '/canary' }) })],
    [
      `${at}.request.headers[0].value`,
      aHar({ request: aHarRequest({ headers: [{ name: 'x', value: 1 }] }) }),
    ],
    [`${at}.response.status`, aHar({ response: aHarResponse({ status: '200' }) })],
    [
      `${at}.response.content.text`,
      aHar({ response: aHarResponse({ content: { text: 'canary!', encoding: 'base64' } }) }),
    ],
    [
      `${at}.request.postData.text`,
      aHar({ request: aHarRequest({ postData: { text: 'canary!', encoding: 'base64' } }) }),
    ],
  ])('fromHar throws a HarError with the path %j for a malformed HAR file', (path, har) => {
    const error = outcomeOf(() => fromHar(har));
    expect(error).toMatchObject({ name: 'HarError', path });
    expect(isHarError(error)).toBe(true);
    expect(String(error)).not.toContain('canary');
    expect(String(error)).toMatch(/expected \w/);
  });

  test('for any value, fromHar returns valid entries or throws a HarError', () => {
    const anything = fc.oneof({ weight: 5, arbitrary: near(aHar()) }, fc.jsonValue(), fc.string());
    const seen = new Set<unknown>();
    fc.assert(
      fc.property(anything, (value) => {
        const outcome = outcomeOf(() => fromHar(value));
        const entries: unknown[] = Array.isArray(outcome) ? outcome : [];
        const good =
          isHarError(outcome) || entries.every((entry) => check(activityEntry, entry).length === 0);
        expect(good && (isHarError(outcome) || Array.isArray(outcome))).toBe(true);
        seen.add(isHarError(outcome));
      }),
      { numRuns: 2000 },
    );
    expect(seen).toEqual(new Set([true, false]));
  });
});
