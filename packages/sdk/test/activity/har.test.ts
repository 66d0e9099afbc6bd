import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import {
  type ActivityEntry,
  bodyOf,
  decodeBodies,
  findActivity,
  fromHar,
  isActivityError,
  type SkippedPart,
  toCurl,
  toHar,
  urlOf,
} from '@mock-services/sdk/activity';
import { activityEntry, check } from '@mock-services/sdk/contract';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { near, runs } from '../../../../tools/lib/near.ts';
import { anyEntry } from '../support/activity-arbitraries.ts';
import { anExchange, anOddExchange, base64, idOf, jsonBody } from '../support/activity-entries.ts';
import { aHar, aHarRequest, aHarResponse, harProblems } from '../support/activity-har.ts';
import { outcomeOf } from '../support/failures.ts';

const all = { includeCredentials: true };
const ignoring = { onSkipped: () => {} };
interface HarFile {
  readonly log: { readonly entries: readonly unknown[] };
}
const sides = ['request', 'response'] as const;
const written = (entry: ActivityEntry, options?: Parameters<typeof toHar>[1]) =>
  toHar([entry], options).log.entries[0];
const read = (har: unknown) => {
  const [entry] = fromHar(har, ignoring);
  if (!entry) throw new TypeError('the HAR has no entry');
  return entry;
};
/** Metadata with notes of the SDK. */
const own = (facts: unknown) => ({ '@mock-services/sdk': facts });

describe('HAR round trip', () => {
  test('fromHar restores the entries that toHar wrote in a valid HAR 1.2 file', () => {
    fc.assert(
      fc.property(fc.array(anyEntry, { maxLength: 4 }), (entries) => {
        const file = JSON.stringify(toHar(entries, all));
        expect(harProblems(JSON.parse(file))).toEqual([]);
        expect(fromHar(file)).toEqual(entries);
      }),
    );
  });

  test('an exchange keeps umlauts, emoji, upper-case ids and its metadata', () => {
    const odd = anOddExchange();
    const back = read(JSON.stringify(toHar([odd])));
    expect({ ...back, timestamp: odd.timestamp }).toEqual({
      ...odd,
      request: {
        ...odd.request,
        hostname: 'xn--bcher-kva.example.com',
        // HAR stores URLs.
        path: '/l%C3%A4den/%F0%9F%9B%92/%C3%9Cnits?gr%C3%B6%C3%9Fe=10%25&q=a+b%23ende',
        bodyBase64Encoded: jsonBody(bodyOf(odd, 'request').json()),
      },
      response: { ...odd.response, bodyBase64Encoded: jsonBody(bodyOf(odd, 'response').json()) },
    });
    expect(back.timestamp).toBe('2026-03-01T11:05:07.456Z');
  });

  test.each(['latin1', 'utf-16', 'shift_jis', 'klingon', 'utf-8'])(
    'a body of the charset %s keeps its bytes',
    (charset) => {
      const bytes = fc.oneof(
        fc.uint8Array(),
        fc.string({ unit: 'grapheme' }).map((text) => Buffer.from(text)),
      );
      fc.assert(
        fc.property(bytes, (bytes) => {
          const message = {
            headers: { 'content-type': `text/plain; charset=${charset}` },
            bodyBase64Encoded: base64(bytes),
          };
          const back = read(toHar([anExchange({ request: message, response: message })], all));
          for (const side of sides) expect(back[side].bodyBase64Encoded).toBe(base64(bytes));
        }),
      );
    },
  );
});

describe('toHar', () => {
  test('toHar writes every field of an exchange', () => {
    const entry = anExchange({
      request: {
        method: 'POST',
        path: '/orders?dry=1&tag=a%20b&next=/x?y=1',
        headers: { 'Content-Type': 'application/json' },
        bodyBase64Encoded: jsonBody({ sku: 'é' }),
      },
      response: {
        statusCode: 302,
        headers: { Location: '/orders/1', 'Set-Cookie': 'a=1\nb=2' },
        bodyBase64Encoded: '/w==',
        responseTimeMs: 17,
      },
    });
    const { id, metadata } = entry;
    expect(toHar([entry], all)).toEqual({
      log: {
        version: '1.2',
        creator: { name: '@mock-services/sdk/activity', version: '1' },
        pages: [
          {
            startedDateTime: '2026-03-01T10:05:00.123Z',
            id: 'page_1',
            title: 'Activity log',
            pageTimings: { onContentLoad: -1, onLoad: -1 },
          },
        ],
        entries: [written(entry, all)],
      },
    });
    expect(written(entry, all)).toEqual({
      pageref: 'page_1',
      startedDateTime: '2026-03-01T10:05:00.123Z',
      time: 17,
      timings: { blocked: 0, dns: 0, connect: 0, ssl: 0, send: 0, wait: 17, receive: 0 },
      cache: {},
      request: {
        method: 'POST',
        url: 'https://orders.example.com/orders?dry=1&tag=a%20b&next=/x?y=1',
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: [{ name: 'Content-Type', value: 'application/json' }],
        queryString: [
          { name: 'dry', value: '1' },
          { name: 'tag', value: 'a b' },
          { name: 'next', value: '/x?y=1' },
        ],
        postData: { mimeType: 'application/json', text: '{"sku":"é"}' },
        headersSize: -1,
        bodySize: 12,
      },
      response: {
        status: 302,
        statusText: '',
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: [
          { name: 'Location', value: '/orders/1' },
          { name: 'Set-Cookie', value: 'a=1' },
          { name: 'Set-Cookie', value: 'b=2' },
        ],
        content: { size: 1, mimeType: 'x-unknown', text: '/w==', encoding: 'base64' },
        redirectURL: '/orders/1',
        headersSize: -1,
        bodySize: 1,
      },
      _mockServices: { id, metadata },
    });
    expect(written(anExchange())?.request).not.toHaveProperty('postData');
  });

  test.each([
    ['https://x.test/', { hostname: 'x.test', port: 443, path: '/' }, {}],
    ['http://x.test/', { hostname: 'x.test', port: 80, path: '/' }, {}],
    ['https://x.test:8080/', { hostname: 'x.test', port: 8080, path: '' }, {}],
    ['http://x.test:8080/', { hostname: 'x.test', port: 8080, path: '/' }, own({ scheme: 'http' })],
    ['https://x.test:80/', { hostname: 'x.test', port: 80, path: '/' }, own({ scheme: 'https' })],
    [
      'https://x.test/api/worlds/a/b?c=1',
      { hostname: 'x.test', port: 443, path: '/api/b?c=1' },
      own({ path: '/api/worlds/a/b' }),
    ],
    ['https://x.test/a/../b//c?q=[1]', { hostname: 'x.test', port: 443, path: '/a/../b//c?q=[1]' }, {}],
    ['https://x.test/a%20b%%C3%A9%23', { hostname: 'x.test', port: 443, path: '/a b%é#' }, {}],
    ['https://no-host.invalid/orders', { hostname: '', port: 443, path: '/orders' }, {}],
  ])('urlOf returns the URL that toHar and toCurl write: %s', (url, request, metadata) => {
    const entry = anExchange({ request, metadata });
    expect(urlOf(entry)).toBe(url);
    expect(written(entry)?.request.url).toBe(url);
    expect(toCurl(entry)).toContain(url.replaceAll("'", String.raw`'\''`));
  });

  test.each(['/a', '/?a='])('a recorded character that a URL parser keeps after %s is unchanged', (start) => {
    const characters = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
    const paths = [...characters, '%zz', '%2', 'é', '😀'].map((character) => `${start}${character}b`);
    const written = (path: string) => urlOf(anExchange({ request: { hostname: 'x.test', port: 443, path } }));
    const kept = paths.filter((path) => {
      const { href, hash } = new URL(path, 'https://x.test');
      return hash === '' && href === `https://x.test${path}`;
    });
    expect(kept.map(written)).toEqual(kept.map((path) => `https://x.test${path}`));
    // A parser reads each written URL as the recorded target, so no character gets another meaning.
    for (const path of paths) {
      const { pathname, search } = new URL(written(path));
      const target = `${pathname}${search}`.replace(/%(?![\da-f]{2})/gi, '%25');
      expect(decodeURI(target)).toBe(path.replace('#', '%23'));
    }
  });

  test('the one page of a file begins with its earliest entry', () => {
    const startOf = (...times: string[]) =>
      toHar(times.map((timestamp) => anExchange({ timestamp }))).log.pages[0]?.startedDateTime;
    expect(startOf('2026-03-01T11:06:00+01:00', 'yesterday', '2026-03-01T10:05:00Z')).toBe(
      '2026-03-01T10:05:00.000Z',
    );
    expect([startOf(), startOf('yesterday')]).toEqual(Array(2).fill('1970-01-01T00:00:00.000Z'));
  });

  test('writes text as text, and other bodies as Base64', () => {
    const contentOf = (bytes: Uint8Array) =>
      written(anExchange({ response: { bodyBase64Encoded: base64(bytes), headers: {} } }))?.response.content;
    expect(contentOf(Buffer.from('Grüße'))).toEqual({ size: 7, mimeType: 'x-unknown', text: 'Grüße' });
    expect(contentOf(Buffer.from('\u{feff}x'))).toMatchObject({ text: '\u{feff}x' });
    expect(contentOf(Buffer.from('a\0b'))).toMatchObject({ text: 'YQBi', encoding: 'base64' });
    expect(contentOf(new Uint8Array([0x89, 0x50, 0x4e, 0x47]))).toMatchObject({
      text: 'iVBORw==',
      encoding: 'base64',
    });
  });

  test('writes a compressed body as empty unless decodeBodies decoded it', async () => {
    const headers = { 'content-type': 'text/plain', 'content-encoding': 'gzip' };
    const entry = anExchange({ response: { headers, bodyBase64Encoded: base64(gzipSync('größe')) } });
    expect(written(entry)?.response.content).toMatchObject({ size: 0, text: '' });
    const [decoded = entry] = await decodeBodies([entry]);
    expect(written(decoded)?.response).toMatchObject({
      headers: [{ value: 'text/plain' }, { value: 'gzip' }],
      content: { size: 7, text: 'größe' },
    });
    const back = read(toHar([decoded]));
    expect((await bodyOf(back, 'response').decoded()).text()).toBe('größe');
  });

  test.each(sides)('throws an error that names the entry for invalid Base64 in the %s', (side) => {
    const entry = anExchange({ id: idOf(3), [side]: { bodyBase64Encoded: '%' } });
    for (const options of [{}, all])
      expect(() => toHar([entry], options)).toThrow(`The ${side} body of entry ${idOf(3)} cannot be read`);
  });

  test("toHar writes the scheme and time in the SDK's metadata", () => {
    const request = { hostname: 'x.test', port: 443, path: '/a' };
    const facts = { scheme: 'http', timeMs: 7.5 };
    const noted = written(anExchange({ request, metadata: own(facts) }));
    expect(noted).toMatchObject({ time: 7.5, request: { url: 'http://x.test:443/a' } });
  });
});

test.each([
  ['localhost:3000', 3000, 'http://localhost:3000/x'],
  ['localhost', 443, 'https://localhost/x'],
  ['127.0.0.2', 8080, 'http://127.0.0.2:8080/x'],
  ['x.test:80', 80, 'http://x.test/x'],
  ['::1', 81, 'http://[::1]:81/x'],
  ['[::1]:81', 81, 'http://[::1]:81/x'],
])('urlOf reads the recorded host name %s and port %i as %s', (hostname, port, url) => {
  const entry = anExchange({ request: { hostname, port, path: '/x' } });
  expect(urlOf(entry)).toBe(url);
  expect(findActivity([entry], { host: hostname })).toHaveLength(1);
});

describe('fromHar', () => {
  test('fromHar reads every field of an exchange from text or a parsed object', () => {
    const entry = read(`\u{feff}${JSON.stringify(aHar())}`);
    expect(entry).toEqual(read(aHar()));
    const { scenarioId } = entry.metadata;
    expect(entry).toEqual({
      id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/) as string,
      request: {
        hostname: 'orders.example.com',
        port: 443,
        path: '/orders?dry=1',
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        bodyBase64Encoded: jsonBody({ sku: 'A-1' }),
      },
      response: {
        statusCode: 201,
        headers: { 'content-type': 'application/json' },
        bodyBase64Encoded: jsonBody({ id: 'é' }),
        responseTimeMs: 12,
      },
      metadata: { scenarioId, ...own({ scheme: 'https', timeMs: 12.4 }) },
      timestamp: '2026-03-01T10:05:00.123Z',
    });
    expect(check(activityEntry, entry)).toEqual([]);
  });

  test('fromHar reads bytes as UTF-8, and refuses a Promise', () => {
    for (const file of [JSON.stringify(aHar()), `\u{feff}${JSON.stringify(aHar())}`]) {
      const bytes = new TextEncoder().encode(file);
      for (const har of [bytes, Buffer.from(bytes), bytes.buffer]) expect(read(har)).toEqual(read(aHar()));
    }
    expect(outcomeOf(() => fromHar(new Uint8Array([0xff])))).toMatchObject({ code: 'invalid-har' });
    const expected = 'fromHar: expected a HAR file as text, bytes or parsed JSON';
    expect(outcomeOf(() => fromHar(Promise.resolve(aHar())))).toEqual(
      new TypeError(`${expected}, received a Promise. Did you forget await?`),
    );
  });

  const together = (...files: unknown[]) => {
    const entries = files.flatMap((har) => (har as { log: { entries: unknown[] } }).log.entries);
    return fromHar({ log: { entries } });
  };

  test('assigns unique ids, and one scenarioId to each page', () => {
    const changed = aHar({ response: aHarResponse({ status: 202 }) });
    const ids = together(aHar(), aHar(), aHar(), changed, changed).map(({ id }) => id);
    expect(new Set(ids).size).toBe(5);
    const scenarios = (first: string, second: string) =>
      new Set(
        together(aHar({ pageref: first }), aHar({ pageref: second })).map(
          ({ metadata }) => metadata.scenarioId,
        ),
      ).size;
    expect([scenarios('page_1', 'page_1'), scenarios('page_1', 'page_2')]).toEqual([1, 2]);
  });

  test.each([
    ['http://x.test?a=1', 'x.test', 80, '/?a=1', 'http'],
    ['http://x.test:8080/a/../b%2f?q=a b#c', 'x.test', 8080, '/a/../b%2f?q=a b', 'http'],
    ['https://user:canary@X.test/', 'x.test', 443, '/', 'https'],
    ['wss://x.test/socket', 'x.test', 443, '/socket', 'https'],
    ['http://[::1]:81/', '::1', 81, '/', 'http'],
  ])('splits the URL %s into host, port, path and scheme', (url, hostname, port, path, scheme) => {
    const { request, metadata } = read(aHar({ request: aHarRequest({ url }) }));
    expect(request).toMatchObject({ hostname, port, path });
    expect(metadata['@mock-services/sdk']).toEqual({ scheme, timeMs: 12.4 });
  });

  test('joins the values of a repeated header', () => {
    const lines = ['Set-Cookie: a=1; Expires=Thu, 01 Jan', 'set-cookie: b=2', 'Vary: a', 'VARY: b'];
    lines.push('cookie: c', 'Cookie: d');
    const headers = lines.map((line) => line.split(': ')).map(([name, value]) => ({ name, value }));
    const { request, response } = read(
      aHar({ request: aHarRequest({ headers }), response: aHarResponse({ headers }) }),
    );
    expect(response.headers).toEqual({
      'Set-Cookie': 'a=1; Expires=Thu, 01 Jan\nb=2',
      Vary: 'a, b',
      cookie: 'c; d',
    });
    expect(request.headers).toEqual(response.headers);
  });

  const withBody = (body: object, type = 'text/plain') => {
    const headers = [{ name: 'content-type', value: type }];
    return read(
      aHar({
        request: aHarRequest({ headers, postData: { mimeType: type, ...body } }),
        response: aHarResponse({ headers, content: { size: 9, mimeType: type, ...body } }),
      }),
    );
  };

  test('reads text in any charset, Base64 data and messages without a body', () => {
    for (const charset of ['latin1', 'utf-16le', 'shift_jis', 'utf-8']) {
      const entry = withBody({ text: 'Grüße, 日本 😀' }, `text/plain; charset=${charset}`);
      for (const side of sides) expect(bodyOf(entry, side).text()).toBe('Grüße, 日本 😀');
    }
    const image = withBody({ text: 'iVBO', encoding: 'base64' });
    const empty = withBody({});
    for (const side of sides) {
      expect(bodyOf(image, side).bytes()).toEqual(new Uint8Array([0x89, 0x50, 0x4e]));
      expect(empty[side].bodyBase64Encoded).toBe('');
    }
  });

  test('marks bodies as decoded if a header has a content-encoding', async () => {
    for (const side of sides) {
      const headers = [{ name: 'Content-Encoding', value: 'br' }];
      const message = side === 'request' ? aHarRequest({ headers }) : aHarResponse({ headers });
      const entry = read(aHar({ [side]: message }));
      expect(entry.metadata).toMatchObject(own({ decoded: true }));
      expect(await bodyOf(entry, side).decodedBytes()).toEqual(bodyOf(entry, side).bytes());
    }
  });

  test('builds the body from the form fields if the file has no text', () => {
    const params = [{ name: 'a', value: '1 & ü' }, { name: 'b' }];
    const postData = { mimeType: 'application/x-www-form-urlencoded; charset=UTF-8', params, text: '' };
    const entry = read(aHar({ request: aHarRequest({ headers: [], postData }) }));
    expect(bodyOf(entry, 'request').text()).toBe('a=1+%26+%C3%BC&b=');
  });

  const pending = {
    'no response': { response: undefined },
    'a null response': { response: null },
    'the status 0': { response: aHarResponse({ status: 0, _error: 'net::ERR_ABORTED' }) },
    'the status 99': { response: aHarResponse({ status: 99 }) },
    'the status 600': { response: aHarResponse({ status: 600 }) },
    'the URL data:text/plain,hello': { request: aHarRequest({ url: 'data:text/plain,hello' }) },
  };

  test.each(Object.entries(pending))('skips an exchange with %s and reports its index', (name, fields) => {
    const reports: unknown[] = [];
    const entries = [aHar(), aHar(fields), aHar()].flatMap((har) => (har as HarFile).log.entries);
    const read = fromHar({ log: { entries } }, { onSkipped: (...given) => reports.push(...given) });
    const [, status] = /status (-?\d+)$/.exec(name) ?? [];
    const other = name.startsWith('the URL')
      ? /^Its URL is not an absolute http, https, ws or wss URL/
      : /^It/;
    const sentence = status === undefined ? other : new RegExp(` status is ${status}, .* 100 to 599`);
    expect(reports).toEqual([
      { index: 1, part: 'exchange', reason: expect.stringMatching(sentence) as string },
    ]);
    expect(read).toEqual(fromHar({ log: { entries: [entries[0], entries[2]] } }));
    expect(Array.isArray(read)).toBe(true);
  });

  test('keeps the statuses 100 and 599', () => {
    for (const status of [100, 599])
      expect(read(aHar({ response: aHarResponse({ status }) })).response.statusCode).toBe(status);
  });

  test.each([
    ['request', 'postData', '_sha1'],
    ['response', 'content', '_file'],
  ])('reports a %s body that is in another file (%s.%s), and advises to embed it', (side, field, name) => {
    const attached = { mimeType: 'text/plain', size: 9, text: '', [name]: 'canary.txt' };
    const message = side === 'request' ? aHarRequest : aHarResponse;
    const readWith = (content: object) => {
      const reports: SkippedPart[] = [];
      const har = aHar({ [side]: message({ [field]: content }) });
      expect(fromHar(har, { onSkipped: (part) => reports.push(part) })).toHaveLength(1);
      return reports;
    };
    const reason = "The body is in another file, so record the HAR file with `content: 'embed'`.";
    expect(readWith(attached)).toEqual([{ index: 0, part: `${side} body`, reason }]);
    expect(readWith({ ...attached, text: 'here' })).toEqual([]);
  });

  const size = { size: 9, mimeType: 'text/plain' };
  const length = { headers: [{ name: 'Content-Length', value: '9' }] };
  test.each<[string, Record<string, unknown>, SkippedPart['part'][]]>([
    ['a response size', { response: aHarResponse({ content: size }) }, ['response body']],
    ['a request size', { request: aHarRequest({ postData: undefined, bodySize: 9 }) }, ['request body']],
    [
      'fields of a multipart form',
      {
        request: aHarRequest({
          headers: [],
          postData: { mimeType: 'multipart/form-data', params: [{ name: 'a' }] },
        }),
      },
      ['request body'],
    ],
    [
      'a size of HEAD',
      { request: { method: 'HEAD', url: 'https://x.test' }, response: { ...length, status: 200 } },
      [],
    ],
    ['a size of a 304', { response: aHarResponse({ ...length, status: 304, content: size }) }, []],
  ])('a body that the file declares by %s, but does not contain, is reported', (_, fields, parts) => {
    const reports: SkippedPart[] = [];
    const entries = [aHar({ response: null }), aHar(fields)].flatMap((har) => (har as HarFile).log.entries);
    const [entry] = fromHar({ log: { entries } }, { onSkipped: (skipped) => reports.push(skipped) });
    expect(reports.map(({ index, part }) => [index, part])).toEqual([
      [0, 'exchange'],
      ...parts.map((part) => [1, part]),
    ]);
    for (const part of parts)
      expect(entry?.[part === 'request body' ? 'request' : 'response'].bodyBase64Encoded).toBe('');
  });

  test('prints one line about skipped parts without onSkipped, whose error reaches the caller', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const har = aHar({ response: aHarResponse({ content: size }) });
    fromHar(har);
    expect(warn.mock.calls).toEqual([
      [
        '@mock-services/sdk: fromHar: 0 skipped exchanges and 1 missing body. Pass onSkipped to receive all. The first: log.entries[0], response body: The file declares a body, but does not contain it.',
      ],
    ]);
    const onSkipped = () => {
      throw new Error('incomplete');
    };
    expect(() => fromHar(har, { onSkipped })).toThrow('incomplete');
    expect(() => fromHar(har, { onSkiped: onSkipped } as object)).toThrow('Did you mean `onSkipped`?');
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });

  test('adds up the timings if the total time is missing', () => {
    const timings = { blocked: 1, dns: 2, connect: 30, ssl: 20, send: 1, wait: 5.4, receive: -1, _queued: 7 };
    const timeOf = (entry: Record<string, unknown>) => read(aHar(entry)).response.responseTimeMs;
    expect(timeOf({ time: undefined, timings })).toBe(39);
    expect([timeOf({ time: null }), timeOf({ time: undefined, timings: {} }), timeOf({ time: -1 })]).toEqual([
      12, 0, 0,
    ]);
  });

  test('accepts a file without the optional fields, and ignores custom fields', () => {
    const request = { method: 'GET', url: 'https://x.test/' };
    const har = { log: { entries: [{ startedDateTime: '2026-03-01', request, response: { status: 204 } }] } };
    expect(read(har)).toMatchObject({
      request: { headers: {}, bodyBase64Encoded: '' },
      response: { statusCode: 204, responseTimeMs: 0 },
    });
    const custom = { _priority: 'high', serverIPAddress: '::1', _mockServices: { id: 'x', metadata: {} } };
    expect(read(aHar({ ...custom, response: aHarResponse({ _error: null }) }))).toEqual(read(aHar()));
  });

  test.each([
    ['', '{"log":'],
    ['', null],
    ['log', {}],
    ['log.entries', { log: {} }],
    ['log.entries', { log: { entries: { canary: 1 } } }],
  ])('throws an error with the path %j without quoting the file', (path, har) => {
    const error = outcomeOf(() => fromHar(har));
    expect(error).toMatchObject({ name: 'ActivityError', issues: [{ path }] });
    expect(isActivityError(error, 'invalid-har')).toBe(true);
    expect(String(error)).not.toContain('canary');
    expect(String(error)).toMatch(/expected \w/);
  });

  test('returns valid entries or throws an ActivityError for any value', () => {
    const anything = fc.oneof({ weight: 5, arbitrary: near(aHar()) }, fc.jsonValue(), fc.string());
    const seen = new Set<boolean>();
    fc.assert(
      fc.property(anything, (value) => {
        const outcome = outcomeOf(() => fromHar(value, ignoring));
        seen.add(isActivityError(outcome, 'invalid-har'));
        if (isActivityError(outcome, 'invalid-har')) return;
        expect((outcome as unknown[]).flatMap((entry) => check(activityEntry, entry))).toEqual([]);
      }),
      runs(400),
    );
    expect(seen.size).toBe(2);
  });
});

// Files that browsers and proxies exported. They are not part of the repository.
const folder = fileURLToPath(new URL('../../../../../shared/har/', import.meta.url));
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.har')) : [];

interface Sample {
  readonly startedDateTime: string;
  readonly request: { readonly method: string; readonly url: string };
  readonly response: {
    readonly status: number;
    readonly content: { readonly text?: string; readonly encoding?: 'base64' };
  };
}

test.each(files)('fromHar and toHar convert %s without loss of data', async (file) => {
  const text = readFileSync(folder + file, 'utf8');
  const { log } = JSON.parse(text.replace(/^\u{feff}/u, '')) as { log: { entries: Sample[] } };
  const entries = fromHar(text, ignoring);
  const facts = await Promise.all(
    entries.map(async (entry) => [
      entry.request.method,
      entry.request.hostname + entry.request.path,
      entry.response.statusCode,
      Date.parse(entry.timestamp),
      base64(await bodyOf(entry, 'response').decodedBytes()),
    ]),
  );
  const answered = log.entries.filter(({ response }) => response.status !== 0);
  expect(facts).toEqual(
    answered.map(({ request, response: { status, content }, startedDateTime }) => {
      const { hostname, pathname, search } = new URL(request.url);
      const body = base64(Buffer.from(content.text ?? '', content.encoding ?? 'utf8'));
      return [request.method, hostname + pathname + search, status, Date.parse(startedDateTime), body];
    }),
  );
  expect(entries.flatMap((entry) => check(activityEntry, entry))).toEqual([]);
  const har: unknown = JSON.parse(JSON.stringify(toHar(entries, all)));
  expect(harProblems(har)).toEqual([]);
  expect(fromHar(har, ignoring)).toEqual(entries);
});
