import {
  type ActivityEntry,
  bodyOf,
  fromHar,
  isActivityError,
  type SkippedPart,
} from '@mock-services/sdk/activity';
import { activityEntry, check } from '@mock-services/sdk/contract';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { runs } from '../../../../tools/lib/near.ts';
import { aHar, aHarRequest, aHarResponse } from '../support/activity-har.ts';
import { outcomeOf } from '../support/failures.ts';
import { withField } from '../support/fixtures.ts';

const entryOf = (fields: Record<string, unknown> = {}) =>
  (aHar(fields) as { log: { entries: [object] } }).log.entries[0];
const neighbors = [1, 2].map((day) => entryOf({ startedDateTime: `2026-02-0${day}T00:00:00Z` }));
const expected = fromHar({ log: { entries: neighbors } });
const among = (odd: unknown) => ({ log: { entries: [neighbors[0], odd, neighbors[1]] } });

/** Reads an entry between two others, which must be read as if it were not there. */
function readAmong(odd: unknown): { entry?: ActivityEntry; reports: SkippedPart[] } {
  const reports: SkippedPart[] = [];
  const read = fromHar(among(odd), { onSkipped: (part) => reports.push(part) });
  expect([read[0], read.at(-1)]).toEqual(expected);
  expect(reports.every(({ index }) => index === 1)).toBe(true);
  const [entry] = read.slice(1, -1);
  expect(reports.filter(({ part }) => part === 'exchange')).toHaveLength(entry ? 0 : 1);
  expect(read.flatMap((one) => check(activityEntry, one))).toEqual([]);
  return { ...(entry && { entry }), reports };
}

const request = (changes: Record<string, unknown>) => ({ request: aHarRequest(changes) });
const response = (changes: Record<string, unknown>) => ({ response: aHarResponse(changes) });

describe('fromHar reads an entry', () => {
  const content = (value: unknown) => response({ content: value, bodySize: -1 });

  test('with null in place of optional fields', () => {
    const { entry, reports } = readAmong(entryOf({ pageref: null, time: null, timings: null }));
    expect([entry !== undefined, reports]).toEqual([true, []]);
  });

  test.each<[string, unknown, string]>([
    ['no content', undefined, ''],
    ['Base64 without padding', { text: 'YWJjZGU', encoding: 'BASE64' }, 'abcde'],
    ['Base64 in the URL-safe alphabet', { text: 'Pz8-Pz8_', encoding: 'base64' }, '??>???'],
  ])('with %s', (_, given, text) => {
    const { entry, reports } = readAmong(entryOf(content(given)));
    expect(entry && bodyOf(entry, 'response').text()).toBe(text);
    expect(check(activityEntry, entry)).toEqual([]);
    expect(reports).toEqual([]);
  });

  const broken = { text: '!canary1', encoding: 'base64' };
  test.each<[string, Record<string, unknown>, SkippedPart['part']]>([
    ['request', request({ postData: broken }), 'request body'],
    ['response', response({ content: broken }), 'response body'],
  ])('and reports a body of the %s that is not Base64', (side, fields, part) => {
    const { entry, reports } = readAmong(entryOf(fields));
    expect(reports).toEqual([{ index: 1, part, reason: 'The body is not Base64.' }]);
    expect(entry?.[side as 'request' | 'response'].bodyBase64Encoded).toBe('');
  });
});

test.each<[string, unknown[]]>([
  [
    'The URL of the request',
    ['', '/canary', '//x.test/canary', 'http://', 'data:,canary'].map((url) => entryOf(request({ url }))),
  ],
  [
    'The start time',
    ['', 'canary', '7', '2026-13-01T00:00:00Z', '+012026-01-01T00:00:00Z', 'Mar 1, 2026'].map(
      (startedDateTime) => entryOf({ startedDateTime }),
    ),
  ],
  ['The missing response', [undefined, null].map((response) => ({ canary: 1, response }))],
])('fromHar skips an entry: %s', (_, odd) => {
  for (const entry of odd) {
    const { entry: read, reports } = readAmong(entry);
    expect([read, reports[0]?.reason]).toEqual([undefined, expect.stringMatching(/^It.*\.$/)]);
    expect(reports[0]?.reason).not.toContain('canary');
  }
});

test.each<[string, string, readonly unknown[]]>([
  ['', 'object', [null, true, 7, 'canary', []]],
  ['.response', 'object', [true, 7, 'canary', []].map((response) => entryOf({ response }))],
  ['.response.status', 'number', ['404', '', true, {}].map((status) => entryOf(response({ status })))],
  [
    '.response.headers',
    'array',
    ['canary', { x: 'canary' }].map((headers) => entryOf(response({ headers }))),
  ],
  ['.request.method', 'string', [undefined, null, 7].map((method) => entryOf(request({ method })))],
  ['.request.url', 'string', [undefined, null, 7].map((url) => entryOf(request({ url })))],
  [
    '.startedDateTime',
    'string',
    [undefined, null, 1_772_359_500_000].map((at) => entryOf({ startedDateTime: at })),
  ],
  ['.time', 'number', [entryOf({ time: 'canary' })]],
])('fromHar throws an error for log.entries[1]%s that is no %s', (path, type, odd) => {
  for (const entry of odd) {
    const error = outcomeOf(() => fromHar(among(entry)));
    expect(isActivityError(error, 'invalid-har')).toBe(true);
    expect(error).toMatchObject({ issues: [{ path: `log.entries[1]${path}` }] });
    expect(String(error)).toContain(`log.entries[1]${path}: expected ${type}, received `);
    expect(String(error)).not.toContain('canary');
  }
});

test('the error names every wrong field', () => {
  const error = outcomeOf(() => fromHar(among(entryOf({ time: 'x', ...request({ url: 7, headers: {} }) }))));
  const paths = (error as { issues: { path: string }[] }).issues.map(({ path }) => path);
  expect(paths.toSorted()).toEqual(
    ['request.headers', 'request.url', 'time'].map((field) => `log.entries[1].${field}`),
  );
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
      '2026-03-01': '2026-03-01T00:00:00.000Z',
      '2026-03-01T10:05:00+05:30': '2026-03-01T04:35:00.000Z',
      '2026-03-01T10:05:00-0500': '2026-03-01T15:05:00.000Z',
      '2026-03-01T10:05:00Z': '2026-03-01T10:05:00.000Z',
    };
    const entries = Object.keys(times).map((startedDateTime) => entryOf({ startedDateTime }));
    expect(fromHar({ log: { entries } }).map(({ timestamp }) => timestamp)).toEqual(Object.values(times));
  });
});

test('fromHar reads or skips an entry with any JSON value in any place, or names the place', () => {
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
      const odd = place.length === 0 ? value : withField(full, place, value);
      const error = outcomeOf(() => fromHar(among(odd), { onSkipped: () => {} }));
      const paths = isActivityError(error, 'invalid-har') ? error.issues.map(({ path }) => path) : [];
      expect(paths.filter((path) => !path.startsWith('log.entries[1]'))).toEqual([]);
      if (!isActivityError(error, 'invalid-har')) readAmong(odd);
    }),
    runs(1_000),
  );
});
