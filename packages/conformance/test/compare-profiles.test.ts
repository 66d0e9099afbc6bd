/** What `compareProfiles` says about two profiles. */
import { compareProfiles, type ObservablePoint, type ObservedProfile } from '@mock-services/conformance';
import { describe, expect, test } from 'vitest';
import { runAll } from './support.ts';

/** Reverses every list, however deep it is. */
function reversed<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
    Array.isArray(inner) ? inner.toReversed() : inner,
  ) as Value;
}

const saved = (await runAll()).profile;

describe('compareProfiles', () => {
  const profile = (observed: object) => ({ version: 1, observed }) as ObservedProfile;

  test('ignores unknown open points', () => {
    const one = profile({ 'rate-limits': { headers: ['a'] }, 'later-point': { x: 1 } });
    const other = profile({ 'rate-limits': { headers: ['a'] }, constructor: {} });
    expect(compareProfiles(one, other)).toEqual({
      compared: ['rate-limits'],
      changes: [],
      data: [],
      unobserved: [],
    });
  });

  const noBody = { status: 404, contentType: null, body: 'empty', fields: [] };
  const statuses = {
    'getMockService, unknown id': 404,
    'getMockService, malformed id': 404,
    'createMockService, malformed JSON': 404,
    'getMockService, deleted': 404,
    'deleteMockService, unknown id': 404,
    'deleteMockService, deleted': 404,
  };
  const later = {
    'getMockService, unknown id': 410,
    'getMockService, malformed id': 410,
    'createMockService, malformed JSON': 201,
    'getMockService, deleted': 200,
    'deleteMockService, unknown id': 200,
    'deleteMockService, deleted': 200,
  };
  const order = { listMockServices: 'oldest first', listWorkspaces: 'by id', listActivity: 'by name' };
  const otherOrder = { listMockServices: 'newest first', listWorkspaces: 'other', listActivity: 'too short' };
  /** Two observations of each open point that differ in all parts. Lists are in no order. */
  const observations: readonly (readonly [ObservablePoint, object, object])[] = [
    ['unknown-fields', { names: { workspace: ['b', 'a'], 'config.cors': ['c'] } }, { names: {} }],
    ['identifier-form', { versions: [7, 4], letterCase: 'lower' }, { versions: [4], letterCase: 'upper' }],
    ['timestamp-fraction', { digits: [3] }, { digits: [6] }],
    ['timestamp-offset', { suffixes: ['Z', '+00:00'] }, { suffixes: ['Z'] }],
    ['type-values', { values: ['SOAP', 'REST'] }, { values: ['REST'] }],
    ['required-fields', { without: { type: 422, config: 422 } }, { without: { type: 400, config: 201 } }],
    [
      'header-value-types',
      { seen: ['string', 'boolean'], kept: { null: true, array: false } },
      { seen: ['boolean'], kept: { null: false, array: true } },
    ],
    ['cors-methods', { values: ['PUT', 'GET'] }, { values: ['GET'] }],
    ['metadata-fields', { types: { b: ['string', 'null'], a: ['array'] } }, { types: {} }],
    ['base64-form', { alphabet: 'standard', padding: 'always' }, { alphabet: 'url', padding: 'either' }],
    ['recorded-path', { withQuery: true }, { withQuery: false }],
    ['expiry', { expiredListed: true, activityStatus: 200 }, { expiredListed: false, activityStatus: 410 }],
    [
      'query-parameters',
      { unknownParameter: { listWorkspaces: 200 } },
      { unknownParameter: { listWorkspaces: 400 } },
    ],
    ['pagination', { signs: ['link', 'Next'], limitHonored: true }, { signs: [], limitHonored: false }],
    ['list-order', { ...order, stable: true }, { ...otherOrder, stable: false }],
    ['clear-activity-body', noBody, { ...noBody, body: 'html', contentType: 'text/html' }],
    ['delete-body', noBody, { ...noBody, body: 'json', contentType: 'text/css', fields: ['b', 'a.b', 'a'] }],
    ['error-body', noBody, { ...noBody, status: 302, body: 'json', jsonType: 'array' }],
    [
      'workspace-configuration-fields',
      { sameId: true, sameCreatedAt: true, nameIsTitle: true },
      { sameId: false, sameCreatedAt: false, nameIsTitle: false },
    ],
    ['updated-at', { changed: true }, { changed: false }],
    [
      'content-type',
      { responses: { listWorkspaces: ['text/css', 'application/json'] } },
      { responses: { listWorkspaces: ['text/plain'] } },
    ],
    ['success-status', { statuses: { listWorkspaces: [203, 200] } }, { statuses: { listWorkspaces: [200] } }],
    ['write-idempotency', { sameId: true }, { sameId: false }],
    [
      'authentication',
      { statusWithout: 401, challenges: ['Bearer', 'Basic'] },
      { statusWithout: 403, challenges: [] },
    ],
    ['authentication', { statusWithout: 401, challenges: [] }, { statusWithout: 200, challenges: [] }],
    ...Object.entries(later).flatMap(([request, status]) =>
      (['error-statuses', 'error-conditions'] as const).map(
        (point) => [point, { statuses }, { statuses: { ...statuses, [request]: status } }] as const,
      ),
    ),
    ['rate-limits', { headers: ['x-b', 'x-a'] }, { headers: [] }],
    ['workspace-lifetime', { shortestMs: 1, longestMs: 2 }, { shortestMs: 0, longestMs: 3 }],
    ['versioning', { headers: ['x-b', 'x-a'] }, { headers: [] }],
  ];

  test('says in words what changed about each open point', async () => {
    const lines = observations.flatMap(([point, before, after]) => {
      const [one, other] = [profile({ [point]: before }), profile({ [point]: after })];
      // The order of a list says nothing.
      const nothing = { changes: [], data: [], unobserved: [] };
      expect(compareProfiles(profile(reversed({ [point]: before })), one)).toMatchObject(nothing);
      const { changes, data } = compareProfiles(one, other);
      return [...changes, ...data].map(({ message }) => `${point}: ${message}\n`);
    });
    await expect(lines.join('')).toMatchFileSnapshot('compare.txt');
  });

  test('names all options that follow a change, and the reason for what no option follows', () => {
    const statuses = { 'getMockService, deleted': 404, 'deleteMockService, deleted': 404 };
    const one = profile({ 'error-conditions': { statuses }, 'delete-body': { ...noBody, status: 200 } });
    const gone = { 'getMockService, deleted': 410, 'deleteMockService, deleted': 200 };
    const other = profile({
      'error-conditions': { statuses: gone },
      'delete-body': { ...noBody, status: 204 },
    });
    expect(compareProfiles(one, other).changes.map(({ message }) => message)).toEqual([
      'a DELETE got the status 200, now 204; the fake server has no option for it',
      '`getMockService, deleted` got 404, now 410; the option `errorStatuses` follows',
      '`deleteMockService, deleted` got 404, now 200; the option `repeatedDelete` follows',
    ]);
  });

  /** Each of two parts is missing, or has one of two values, in each of two profiles. */
  const records = ([one, other]: readonly [string, string], values: readonly unknown[]) =>
    values.flatMap((a) => values.map((b) => new Map([[one, a] as const, [other, b] as const])));

  test.each<[ObservablePoint, string, readonly [string, string], readonly unknown[]]>([
    ['required-fields', 'without', ['title', 'type'], [undefined, 400, 422]],
    ['header-value-types', 'kept', ['string', 'number'], [undefined, false, true]],
  ])('tells changed parts of %s from parts that were not observed', (point, name, keys, values) => {
    const observed = (record: ReadonlyMap<string, unknown>) => {
      const entries = [...record].filter(([, value]) => value !== undefined);
      return profile({ [point]: { seen: [], [name]: Object.fromEntries(entries) } });
    };
    for (const before of records(keys, values))
      for (const after of records(keys, values)) {
        const known = keys.filter((key) => before.get(key) !== undefined);
        const both = known.filter((key) => after.get(key) !== undefined);
        const { compared, changes, unobserved } = compareProfiles(observed(before), observed(after));
        const shown = [compared, changes.length, unobserved];
        expect({ before, after, shown }).toEqual({
          before,
          after,
          shown: [
            both.length > 0 ? [point] : [],
            both.filter((key) => before.get(key) !== after.get(key)).length,
            both.length < known.length ? [point] : [],
          ],
        });
      }
  });

  test.each([
    ['a lower minimum', [2, 3], []],
    ['a higher maximum', [6], ['3, now 6']],
  ])('only the longest timestamps count, since zeros may be left out: %s', (_, digits, changes) => {
    const after = profile({ 'timestamp-fraction': { digits } });
    const messages = compareProfiles(profile({ 'timestamp-fraction': { digits: [3] } }), after).changes;
    const subject = 'timestamps had this number of fraction digits at most:';
    expect(messages.map(({ message }) => message)).toEqual(
      changes.map((change) => `${subject} ${change}; the option \`timestampFraction\` follows`),
    );
  });

  test('every open point that a run observes is in the table of observations', () => {
    const known = new Set<string>(observations.map(([point]) => point));
    expect(Object.keys(saved.observed).filter((point) => !known.has(point))).toEqual([]);
  });
});
