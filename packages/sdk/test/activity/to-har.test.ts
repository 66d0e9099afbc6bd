import { gzipSync } from 'node:zlib';
import { bodyOf, decodeBodies, fromHar, toCurl, toHar } from '@mock-services/sdk/activity';
import type { ActivityEntry } from '@mock-services/sdk/activity';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anExchange, base64, idOf, jsonBody } from '../support/activity-entries.ts';
import { aHar, aHarRequest, aHarResponse, harProblems } from '../support/activity-har.ts';
import { anyEntry } from '../support/activity-arbitraries.ts';

const written = (entry: ActivityEntry, options?: Parameters<typeof toHar>[1]) => {
  const [first] = toHar([entry], options).log.entries;
  return first;
};

/** Creates metadata with the SDK's notes. */
const own = (facts: unknown) => ({ '@mock-services/sdk': facts });

test('toHar writes files that conform to the JSON schema of HAR 1.2', () => {
  fc.assert(
    fc.property(fc.array(anyEntry, { maxLength: 4 }), (entries) => {
      expect(harProblems(JSON.parse(JSON.stringify(toHar(entries))))).toEqual([]);
    }),
  );
});

test.each([
  ['the root', {}],
  ['a timestamp', aHar({ startedDateTime: 'yesterday' })],
  ['a time', aHar({ time: -1 })],
  ['a URL', aHar({ request: aHarRequest({ url: 'orders' }) })],
  ['a header', aHar({ response: aHarResponse({ headers: [{ name: 'x' }] }) })],
])('the JSON schema of HAR 1.2 detects an error in %s', (_, har) => {
  expect(harProblems(har)).not.toEqual([]);
  expect(harProblems(aHar())).toEqual([]);
});

test('fromHar restores the entries that toHar has written', () => {
  fc.assert(
    fc.property(fc.array(anyEntry, { maxLength: 4 }), (entries) => {
      const file = JSON.stringify(toHar(entries, { includeCredentials: true }));
      expect(fromHar(file)).toEqual(entries);
    }),
  );
});

test.each([
  ['/orders', []],
  ['/orders?', []],
  [
    '/orders?a=1&b',
    [
      { name: 'a', value: '1' },
      { name: 'b', value: '' },
    ],
  ],
  ['/orders?next=/x?y=1?z', [{ name: 'next', value: '/x?y=1?z' }]],
])('toHar writes the query of %s as name-value pairs', (path, queryString) => {
  expect(written(anExchange({ request: { path } }))?.request).toMatchObject({ queryString });
});

test('toHar writes every field of an HTTP exchange', () => {
  const entry = anExchange({
    request: {
      method: 'POST',
      path: '/orders?dry=1&tag=a%20b',
      headers: { 'Content-Type': 'application/json' },
      bodyBase64Encoded: jsonBody({ sku: 'é' }),
    },
    response: {
      statusCode: 302,
      headers: { Location: '/orders/1', 'Set-Cookie': 'a=1\nb=2' },
      bodyBase64Encoded: '/w==',
    },
  });
  expect(written(entry, { includeCredentials: true })).toMatchObject({
    startedDateTime: '2026-03-01T10:05:00.123Z',
    time: 12,
    timings: { send: 0, wait: 12, receive: 0 },
    request: {
      method: 'POST',
      url: 'https://orders.example.com/orders?dry=1&tag=a%20b',
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      queryString: [
        { name: 'dry', value: '1' },
        { name: 'tag', value: 'a b' },
      ],
      postData: { mimeType: 'application/json', text: '{"sku":"é"}' },
      bodySize: 12,
    },
    response: {
      status: 302,
      redirectURL: '/orders/1',
      headers: [
        { name: 'Location', value: '/orders/1' },
        { name: 'Set-Cookie', value: 'a=1' },
        { name: 'Set-Cookie', value: 'b=2' },
      ],
      content: { size: 1, mimeType: 'x-unknown', text: '/w==', encoding: 'base64' },
    },
  });
});

describe('URLs from toHar', () => {
  test.each([
    ['https://x.test/', { hostname: 'x.test', port: 443, path: '/' }, {}],
    ['http://x.test/', { hostname: 'x.test', port: 80, path: '/' }, {}],
    ['https://x.test:8080/', { hostname: 'x.test', port: 8080, path: '' }, {}],
    ['http://x.test:8080/', { hostname: 'x.test', port: 8080, path: '/' }, own({ scheme: 'http' })],
    ['https://x.test:80/', { hostname: 'x.test', port: 80, path: '/' }, own({ scheme: 'https' })],
    ['https://[::1]:8443/', { hostname: '::1', port: 8443, path: '/' }, {}],
    ['http://[::1]/', { hostname: '[::1]', port: 80, path: '/' }, {}],
    ['https://x.test/a/../b//c?q=[1]', { hostname: 'x.test', port: 443, path: '/a/../b//c?q=[1]' }, {}],
    ['https://x.test/a%20b%25%C3%A9%23', { hostname: 'x.test', port: 443, path: '/a b%é#' }, {}],
    ['http://other.test/a', { hostname: 'proxy.test', port: 3128, path: 'http://other.test/a' }, {}],
    ['https://no-host.invalid/orders', { hostname: '', port: 443, path: '/orders' }, {}],
    ['http://no-host.invalid:8080/', { hostname: '', port: 8080, path: '/' }, own({ scheme: 'http' })],
  ])('toHar writes the URL %s', (url, request, metadata) => {
    expect(written(anExchange({ request, metadata }))?.request.url).toBe(url);
  });
});

describe('metadata from a service', () => {
  const encoded = { 'content-type': 'text/plain', 'content-encoding': 'gzip' };
  const entry = (metadata: object) =>
    anExchange({
      request: { hostname: 'x.test', port: 443, path: '/etc/passwd' },
      response: { headers: encoded, bodyBase64Encoded: base64(gzipSync('plain')) },
      metadata,
    });
  const facts = { decoded: true, scheme: 'http', timeMs: 7.5 };

  test('toHar and toCurl ignore service metadata with the same names as SDK metadata', async () => {
    const asked = entry(facts);
    expect(written(asked)).toMatchObject({ time: 12, request: { url: 'https://x.test/etc/passwd' } });
    expect(toCurl(asked)).toContain('https://x.test/etc/passwd');
    expect((await bodyOf(asked.response, asked).decoded()).text()).toBe('plain');
  });

  test('toHar uses the URL scheme and the time that the SDK stored in the metadata', async () => {
    const noted = entry(own(facts));
    expect(written(noted)).toMatchObject({ time: 7.5, request: { url: 'http://x.test:443/etc/passwd' } });
    expect(await bodyOf(noted.response, noted).decodedBytes()).toEqual(bodyOf(noted.response).bytes());
  });

  test.each([
    ...['file', 'data', 'javascript', 'HTTP', '', 7, null, ['http']].map((scheme) => own({ scheme })),
    ...['true', 1, {}].map((decoded) => own({ decoded })),
    ...['7', -1, Number.NaN, Infinity, null].map((timeMs) => own({ timeMs })),
    ...['http', 7, null, true, []].map(own),
  ])('toHar and toCurl ignore invalid SDK metadata: %j', async (metadata) => {
    const odd = entry(metadata);
    expect(written(odd)).toMatchObject({ time: 12, request: { url: 'https://x.test/etc/passwd' } });
    expect(toCurl(odd)).toContain('https://x.test/etc/passwd');
    expect((await bodyOf(odd.response, odd).decoded()).text()).toBe('plain');
  });

  test('decodeBodies keeps service metadata and removes unknown SDK metadata', async () => {
    const [decoded] = await decodeBodies([entry({ decoded: 'no', ...own({ scheme: 'http', more: 1 }) })]);
    expect(decoded?.metadata).toEqual({
      ...anExchange().metadata,
      decoded: 'no',
      ...own({ scheme: 'http', decoded: true }),
    });
  });
});

describe('credentials in a HAR file', () => {
  const canaries = anExchange({
    request: {
      path: '/a?api_key=canary-1',
      headers: {
        Authorization: 'Bearer canary-2',
        cookie: 'sid=canary-3',
        'proxy-authorization': 'canary-4',
        'X-Api-Key': 'canary-5',
        referer: 'https://x.test/?token=canary-6',
      },
    },
    response: { headers: { 'Set-Cookie': 'sid=canary-7', location: '/?access_token=canary-8' } },
    metadata: { upstreamToken: 'canary-9' },
  });

  test('toHar redacts credentials by default', () => {
    const text = JSON.stringify(toHar([canaries]));
    expect(text).not.toContain('canary');
    expect(text).toContain('/a?api_key=REDACTED');
  });

  test('toHar writes credentials if includeCredentials is set', () => {
    const text = JSON.stringify(toHar([canaries], { includeCredentials: true }));
    expect(Array.from({ length: 9 }, (_, index) => text.includes(`canary-${index + 1}`))).not.toContain(
      false,
    );
  });
});

describe('bodies from toHar', () => {
  const contentOf = (bytes: Uint8Array, contentType: string) =>
    written(
      anExchange({
        response: { bodyBase64Encoded: base64(bytes), headers: { 'content-type': contentType } },
      }),
    )?.response.content;

  test('toHar writes a UTF-8 body as text and any other body as Base64', () => {
    expect(contentOf(Buffer.from('Grüße'), 'text/plain')).toMatchObject({ text: 'Grüße', size: 7 });
    expect(contentOf(Buffer.from('\u{feff}x'), 'text/plain')).toMatchObject({ text: '\u{feff}x' });
    expect(contentOf(Buffer.from('a\0b'), 'text/plain')).toMatchObject({ text: 'YQBi', encoding: 'base64' });
    const image = contentOf(new Uint8Array([0x89, 0x50, 0x4e, 0x47]), 'image/png');
    expect(image).toMatchObject({ text: 'iVBORw==', encoding: 'base64' });
  });

  test.each(['latin1', 'utf-16', 'shift_jis', 'klingon'])(
    'toHar and fromHar preserve the bytes of a body whose charset is %s',
    (charset) => {
      fc.assert(
        fc.property(
          fc.oneof(
            fc.uint8Array(),
            fc.string().map((text) => new TextEncoder().encode(text)),
          ),
          (bytes) => {
            const headers = { 'content-type': `text/plain; charset=${charset}` };
            const [entry] = fromHar(
              toHar([anExchange({ response: { headers, bodyBase64Encoded: base64(bytes) } })]),
            );
            expect(entry?.response.bodyBase64Encoded).toBe(base64(bytes));
          },
        ),
      );
    },
  );

  test('toHar throws a BodyError that names the entry if a body is not valid Base64', () => {
    const entry = anExchange({ id: idOf(3), response: { bodyBase64Encoded: '%' } });
    expect(() => toHar([entry])).toThrow(
      `The response body of entry ${idOf(3)} cannot be read: it is not valid Base64`,
    );
  });

  test('decodeBodies decompresses a body for toHar and keeps the content-encoding header', async () => {
    const headers = { 'content-type': 'text/plain', 'content-encoding': 'gzip' };
    const entry = anExchange({ response: { headers, bodyBase64Encoded: base64(gzipSync('plain')) } });
    const [decoded] = await decodeBodies([entry]);
    expect(decoded?.response.headers).toEqual(headers);
    const [content] = toHar(decoded ? [decoded] : []).log.entries.map(({ response }) => response.content);
    expect(content).toEqual({ size: 5, mimeType: 'text/plain', text: 'plain' });
    const again = await decodeBodies(decoded ? [decoded] : []);
    expect(again).toEqual([decoded]);
    expect(decoded && (await bodyOf(decoded.response, decoded).decoded()).text()).toBe('plain');
  });
});
