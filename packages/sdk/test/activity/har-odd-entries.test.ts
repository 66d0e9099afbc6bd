import { type ActivityEntry, bodyOf, fromHar, type SkippedPart } from '@mock-services/sdk/activity';
import { activityEntry, check } from '@mock-services/sdk/contract';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { runs } from '../../../../tools/lib/near.ts';
import { aHar, aHarRequest, aHarResponse } from '../support/activity-har.ts';
import { withField } from '../support/fixtures.ts';

const entryOf = (fields: Record<string, unknown> = {}) =>
  (aHar(fields) as { log: { entries: [object] } }).log.entries[0];
const neighbors = [1, 2].map((day) => entryOf({ startedDateTime: `2026-02-0${day}T00:00:00Z` }));
const expected = fromHar({ log: { entries: neighbors } });

/** Reads an entry between two others, which must be read as if it were not there. */
function readAmong(odd: unknown): { entry?: ActivityEntry; reports: SkippedPart[] } {
  const reports: SkippedPart[] = [];
  const entries = [neighbors[0], odd, neighbors[1]];
  const read = fromHar({ log: { entries } }, { onSkipped: (part) => reports.push(part) });
  expect([read[0], read.at(-1)]).toEqual(expected);
  expect(reports.every(({ index }) => index === 1)).toBe(true);
  const [entry] = read.slice(1, -1);
  expect(reports.filter(({ part }) => part === 'exchange')).toHaveLength(entry ? 0 : 1);
  expect(read.flatMap((one) => check(activityEntry, one))).toEqual([]);
  return { ...(entry && { entry }), reports };
}

const request = (changes: Record<string, unknown>) => ({ request: aHarRequest(changes) });
const response = (changes: Record<string, unknown>) => ({ response: aHarResponse(changes) });
const form = (params: unknown) =>
  request({ headers: [], postData: { mimeType: 'application/x-www-form-urlencoded', params } });

describe('fromHar reads an entry', () => {
  const headers = (value: unknown) => response({ headers: value });
  test.each<[string, Record<string, unknown>, Record<string, string>]>([
    ['a number', headers([{ name: 'x', value: 7 }]), { x: '7' }],
    ['null', headers([{ name: 'x', value: null }]), { x: '' }],
    ['missing', headers([{ name: 'x' }]), { x: '' }],
    ['a list', headers([{ name: 'Set-Cookie', value: ['a=1', 'b=2'] }]), { 'Set-Cookie': 'a=1\nb=2' }],
    ['JSON', headers([{ name: 'x', value: { a: true } }]), { x: '{"a":true}' }],
    ['in an object', headers({ X: 'a', vary: ['b', 'c'] }), { X: 'a', vary: 'b, c' }],
    [
      'without a name',
      headers([{ value: 'a' }, { name: 1, value: 'b' }, null, { name: 'x', value: 'c' }]),
      { x: 'c' },
    ],
    ['in a string', headers('x: 1'), {}],
  ])('whose header value is %s', (_, fields, read) => {
    const { entry, reports } = readAmong(entryOf(fields));
    expect([entry?.response.headers, reports]).toEqual([read, []]);
  });

  const timings = { send: '1', wait: 2.5, receive: null };
  test.each([
    ['time', '7.5', 8],
    ['time', 'soon', 4],
    ['time', '', 4],
    ['time', null, 4],
    ['time', [9], 4],
    ['timings', 'fast', 12],
  ])('whose %s is %j', (field, value, ms) => {
    const { entry } = readAmong(entryOf({ timings, [field]: value }));
    expect(entry?.response.responseTimeMs).toBe(ms);
  });

  test.each([
    ['the status "404"', response({ status: '404' }), { response: { statusCode: 404 } }],
    ['the page 7', { pageref: 7 }, { metadata: { scenarioId: expect.any(String) as string } }],
    ['odd notes of toHar', { _mockServices: 'x' }, { id: expect.stringMatching(/^[\da-f-]{36}$/) as string }],
    ['odd cookies', request({ cookies: 1, queryString: null, headersSize: {} }), {}],
    ['a MIME type that is a number', request({ headers: [], postData: { mimeType: 7, text: 'a' } }), {}],
  ])('with %s', (_, fields, read) => {
    const { entry, reports } = readAmong(entryOf(fields));
    expect(entry).toMatchObject(read);
    expect(reports).toEqual([]);
  });

  test('whose page is a number as that of another entry with the same number', () => {
    const entries = [7, 7, 8].map((pageref) => entryOf({ pageref }));
    const [first, second, third] = fromHar({ log: { entries } }).map(({ metadata }) => metadata.scenarioId);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  const content = (value: unknown) => response({ content: value, bodySize: -1 });
  test.each<[string, Record<string, unknown>, 'request' | 'response', string]>([
    ['content.text as an object', content({ text: { a: 'é' } }), 'response', '{"a":"é"}'],
    ['content.text as a number', content({ text: 0 }), 'response', '0'],
    ['a string as content', content('text'), 'response', 'text'],
    ['a list as content', content(['text']), 'response', ''],
    ['no content', content(undefined), 'response', ''],
    ['an unknown encoding', content({ text: 'YQ==', encoding: 64 }), 'response', 'YQ=='],
    [
      'ASCII in UTF-16',
      response({
        headers: [{ name: 'content-type', value: 'text/plain; charset=utf-16le' }],
        content: { text: 'ab' },
      }),
      'response',
      'ab',
    ],
    ['an empty string as postData', request({ postData: '', bodySize: 0 }), 'request', ''],
    ['a string as postData', request({ postData: 'a=1' }), 'request', 'a=1'],
    [
      'percent-encoded fields',
      form([
        { name: 'a%5B%5D', value: 'x+%C3%BC%26' },
        { name: 'b', value: '1+1' },
      ]),
      'request',
      'a%5B%5D=x+%C3%BC%26&b=1+1',
    ],
    [
      'decoded fields',
      form([
        { name: 'a', value: '100%' },
        { name: 'b', value: '1+1' },
      ]),
      'request',
      'a=100%25&b=1%2B1',
    ],
    [
      'a field that is JSON',
      form([
        { name: 'a', value: { b: 1 } },
        { name: 'c', value: 2 },
      ]),
      'request',
      'a=%7B%22b%22%3A1%7D&c=2',
    ],
    ['fields in an object', form({ a: 'ü', b: [1, 2] }), 'request', 'a=%C3%BC&b=1&b=2'],
  ])('with the body of %s', (_, fields, side, text) => {
    const { entry, reports } = readAmong(entryOf(fields));
    expect(entry && bodyOf(entry, side).text()).toBe(text);
    expect(reports).toEqual([]);
  });

  test.each([
    ['YWJjZGV', 'YWJjZGU='],
    ['-_-_YQ==', '+/+/YQ=='],
    ['YW\nJj', 'YWJj'],
    ['YWJjYR==', 'YWJjYQ=='],
  ])('with the Base64 %j in another form', (text, standard) => {
    const { entry } = readAmong(entryOf(content({ text, encoding: 'BASE64' })));
    expect(entry?.response.bodyBase64Encoded).toBe(standard);
  });

  const params = [{ name: 'a', value: { b: 1 } }];
  const broken = { text: '!canary1', encoding: 'base64' };
  test.each<[string, Record<string, unknown>, SkippedPart['part'], string]>([
    [
      'JSON fields of chrome-har',
      request({ postData: { mimeType: 'application/json', params } }),
      'request body',
      'The file contains the fields of the form, but not its text.',
    ],
    [
      'a request that is not Base64',
      request({ postData: broken }),
      'request body',
      'The body is not Base64 (log.entries[1].request.postData.text).',
    ],
    [
      'a response that is not Base64',
      response({ content: broken }),
      'response body',
      'The body is not Base64 (log.entries[1].response.content.text).',
    ],
    [
      'JSON that is not Base64',
      response({ content: { ...broken, text: {} } }),
      'response body',
      'The body is not Base64 (log.entries[1].response.content.text).',
    ],
    [
      'a size as text',
      response({ content: { size: '9' } }),
      'response body',
      'The file declares a body, but does not contain it.',
    ],
  ])('and reports the body with %s', (_, fields, part, reason) => {
    const { entry, reports } = readAmong(entryOf(fields));
    expect(reports).toEqual([{ index: 1, part, reason }]);
    expect(entry?.[part === 'request body' ? 'request' : 'response'].bodyBase64Encoded).toBe('');
  });
});

describe('fromHar skips an entry', () => {
  const all = [null, true, 7, 'canary', []];
  test.each<[string, readonly unknown[]]>([
    ['', all],
    ['.response', [undefined, ...all].map((response) => entryOf({ response }))],
    [
      '.response.status',
      [undefined, null, '', 'canary', true, {}, 200.5, '99', 600].map((status) =>
        entryOf(response({ status })),
      ),
    ],
    ['.request', [undefined, ...all].map((request) => entryOf({ request }))],
    ['.request.method', [undefined, null, 7, {}].map((method) => entryOf(request({ method })))],
    [
      '.request.url',
      [undefined, null, 7, {}, '', '/canary', '//x.test/canary', 'http://', 'data:,canary'].map((url) =>
        entryOf(request({ url })),
      ),
    ],
    [
      '.startedDateTime',
      [
        undefined,
        null,
        1_772_359_500_000,
        {},
        '',
        'canary',
        '7',
        '2026-13-01T00:00:00Z',
        '+012026-01-01T00:00:00Z',
        'Mar 1, 2026',
      ].map((startedDateTime) => entryOf({ startedDateTime })),
    ],
  ])('and reports the path log.entries[1]%s', (path, odd) => {
    for (const entry of odd) {
      const { entry: read, reports } = readAmong(entry);
      expect([read, reports[0]?.reason]).toEqual([undefined, expect.stringMatching(/^It.*\.$|^The.*\.$/)]);
      expect(reports[0]?.reason).toContain(`(log.entries[1]${path})`);
      expect(reports[0]?.reason).not.toContain('canary');
    }
  });
});

describe('fromHar reads a time', () => {
  afterEach(() => void vi.unstubAllEnvs());

  test.each([
    ['America/New_York', 300],
    ['Pacific/Auckland', -780],
    ['UTC', 0],
  ])('without a zone as UTC in %s', (zone, offset) => {
    vi.stubEnv('TZ', zone);
    expect(new Date(2026, 2, 1).getTimezoneOffset()).toBe(offset);
    const times = {
      '2026-03-08T02:30:00': '2026-03-08T02:30:00.000Z',
      '2026-03-01T10:05:00.1234': '2026-03-01T10:05:00.123Z',
      '2026-03-01T10:05': '2026-03-01T10:05:00.000Z',
      '2026-03-01 10:05:00.5': '2026-03-01T10:05:00.500Z',
      '2026-03-01': '2026-03-01T00:00:00.000Z',
      '2026-03-01T10:05:00+05:30': '2026-03-01T04:35:00.000Z',
      '2026-03-01T10:05:00-0500': '2026-03-01T15:05:00.000Z',
      '2026-03-01T10:05:00Z': '2026-03-01T10:05:00.000Z',
      'Sun, 01 Mar 2026 10:05:00 GMT': '2026-03-01T10:05:00.000Z',
    };
    const entries = Object.keys(times).map((startedDateTime) => entryOf({ startedDateTime }));
    expect(fromHar({ log: { entries } }).map(({ timestamp }) => timestamp)).toEqual(Object.values(times));
  });
});

test('fromHar reads the neighbors of an entry with any JSON value in any place', () => {
  const pair = { name: 'a', value: 'b' };
  const full = entryOf({
    pageref: 'page_1',
    connection: '443',
    _extra: { priority: 'high' },
    _mockServices: { id: expected[0]?.id, metadata: expected[0]?.metadata },
    ...request({
      cookies: [pair],
      postData: { mimeType: 'text/plain', text: '', params: [pair], _file: '' },
    }),
    ...response({
      cookies: [pair],
      content: { size: 1, mimeType: 'text/plain', text: 'YQ==', encoding: 'base64' },
    }),
  });
  const placesIn = (value: unknown): (string | number)[][] => {
    const isList = Array.isArray(value);
    const fields = Object.entries((typeof value === 'object' && value) || {});
    const within = fields.flatMap(([key, inner]) =>
      placesIn(inner).map((keys) => [isList ? Number(key) : key, ...keys]),
    );
    return [[], ...within];
  };
  const places = placesIn(full);
  expect(places.length).toBeGreaterThan(60);
  fc.assert(
    fc.property(fc.constantFrom(...places), fc.option(fc.jsonValue(), { nil: undefined }), (place, value) => {
      readAmong(place.length === 0 ? value : withField(full, place, value));
    }),
    runs(1_000),
  );
  const nested: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
  for (const place of places.slice(1)) readAmong(withField(full, place, nested));
});
