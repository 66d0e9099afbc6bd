/** What a run says about a service that has changed since a profile was saved. */
import {
  compareProfiles,
  formatReport,
  type ObservablePoint,
  type ObservedProfile,
  runConformance,
  type RunOptions,
} from '@mock-services/conformance';
import { type FakeServerOptions, profileOptions } from '@mock-services/fake-server/core';
import { demoSeed } from '@mock-services/fake-server/demo';
import { openPoints } from '@mock-services/sdk/contract';
import { describe, expect, test } from 'vitest';
import { recently } from './mutants/mutant.ts';
import { allAllowed, idOf, serviceWith } from './support.ts';

async function reportOn(options: FakeServerOptions = {}, run: Partial<RunOptions> = {}) {
  return runConformance({ ...serviceWith(undefined, options), ...allAllowed, ...run });
}

const saved = (await reportOn()).profile;

describe('a run with `compare`', () => {
  test('says that nothing has changed if nothing has', async () => {
    const report = await reportOn({}, { compare: saved });
    expect(report).toMatchObject({ ok: true, comparison: { changes: [], data: [], unobserved: [] } });
    expect(report.comparison?.compared).toEqual(
      openPoints.map(({ id }) => id).filter((id) => Object.hasOwn(saved.observed, id)),
    );
    expect(formatReport(report)).toContain(
      '\nSince the saved profile\n  ok    nothing that both runs observed has changed\n',
    );
  });

  test.each<[FakeServerOptions, [point: ObservablePoint, message: string][]]>([
    [
      { repeatedDelete: 'accepted' },
      [
        ['error-conditions', 'a second DELETE got 404, now 200; the option `repeatedDelete` follows'],
        [
          'error-statuses',
          'deleteMockService with an unknown id got 404, now 200; the option `repeatedDelete` follows',
        ],
      ],
    ],
    [
      { updatedAt: 'stays' },
      [['updated-at', 'an update changed updatedAt: yes, now no; the option `updatedAt` follows']],
    ],
    [
      { deleteBody: 'text' },
      [
        [
          'delete-body',
          'a DELETE got 200 with no media type and no body, now 200 with the media type text/plain and a text; the option `deleteBody` follows',
        ],
      ],
    ],
    [
      { clearActivityBody: 'json' },
      [
        [
          'clear-activity-body',
          'clearing a log got 200 with no media type and no body, now 200 with the media type application/json and a JSON object with the fields message; the option `clearActivityBody` follows',
        ],
      ],
    ],
    [
      { identifierCase: 'upper' },
      [
        [
          'identifier-form',
          'identifiers had the letter case lower, now upper; the option `identifierCase` follows',
        ],
      ],
    ],
    [
      { timestampFraction: 'microseconds' },
      [
        [
          'timestamp-fraction',
          'timestamps had this number of fraction digits at most: 3, now 6; the option `timestampFraction` follows',
        ],
      ],
    ],
    [
      { errorStatuses: { 422: 400 } },
      ['config', 'type'].map((field) => [
        'required-fields',
        `a create without ${field} got 422, now 400; the option \`errorStatuses\` follows`,
      ]),
    ],
  ])('names the only change of %j', async (options, expected) => {
    const report = await reportOn(options, { compare: saved });
    const changes = expected.map(([point, message]) => ({ point, message }));
    expect(report.comparison?.changes.toSorted((a, b) => (a.message < b.message ? -1 : 1))).toEqual(changes);
    expect(report).toMatchObject({ ok: false, failed: 0, comparison: { data: [], unobserved: [] } });
    expect(formatReport(report)).toContain(`  DIFF  ${expected[0]?.[0]}: ${expected[0]?.[1]}\n`);
    expect(formatReport(report)).toMatch(/: does not pass: the service behaves differently\n$/);
  });

  test('names all of several changes', async () => {
    const compare = (await reportOn({ listOrder: 'reversed', errorBody: 'html' })).profile;
    const { comparison } = await reportOn({ unknownFields: 'added', onExpiry: 'keep' }, { compare });
    const points = new Set(comparison?.changes.map(({ point }) => point));
    expect([...points]).toEqual(['unknown-fields', 'pagination', 'list-order', 'error-body']);
    expect(comparison?.changes.map(({ message }) => message)).toContainEqual(
      'the order of listActivity was newest first, now oldest first; the option `listOrder` follows',
    );
  });

  test('takes what it may not observe this time for no change, and says why', async () => {
    const report = await reportOn({}, { compare: saved, allowWrites: false, allowClear: undefined });
    expect(report).toMatchObject({ ok: true, comparison: { changes: [] } });
    expect(report.comparison?.unobserved).toEqual(
      expect.arrayContaining(['updated-at', 'delete-body', 'clear-activity-body', 'error-conditions']),
    );
    expect(formatReport(report)).toMatch(
      /\n {2}skip {2}updated-at: not observed this time, or only in part: .*allowWrites/,
    );
    const reading = (await reportOn({}, { allowWrites: false, allowClear: undefined })).profile;
    const later = await reportOn({ updatedAt: 'stays' }, { compare: reading });
    expect(later).toMatchObject({ ok: true, comparison: { changes: [], unobserved: [] } });
  });

  test.each([
    ['required-fields', 'type', /^\{"title":.*\}$/],
    ['required-fields', 'config', /^\{"type":"[^"]*","title":"[^"]*"\}$/],
    ['header-value-types', 'number', /"x-conformance":1\.5/],
  ])('says which part of %s was not observed this time: %s', async (point, part, lost) => {
    const service = serviceWith();
    const report = await runConformance({
      ...service,
      ...allAllowed,
      compare: saved,
      timeout: 100,
      fetch: (url, init) =>
        init.method === 'POST' && lost.test(init.body as string)
          ? Promise.reject(new TypeError('fetch failed'))
          : service.fetch(url, init),
    });
    expect(report.comparison).toMatchObject({ changes: [], data: [], unobserved: [point] });
    expect(formatReport(report)).toContain(
      `\n  skip  ${point}: not observed this time, or only in part: ${part} (POST /configuration/mock-service: no response`,
    );
  });

  test('tells what depends on the data apart, which is no change of behavior', async () => {
    const seed = demoSeed({ now: recently });
    const [first, ...others] = seed.mockServices;
    const mockServices = [...(first ? [{ ...first, type: 'SOAP' }] : []), ...others];
    const report = await reportOn({ seed: { ...seed, mockServices } }, { compare: saved });
    expect(report.comparison).toMatchObject({
      changes: [],
      data: [
        {
          point: 'type-values',
          message: 'the values of type were REST, now REST, SOAP; it depends on the data',
        },
      ],
    });
    expect(report.ok).toBe(true);
    expect(formatReport(report)).toContain('  data  type-values: ');
  });

  test('reports a failed case and a change at once, and an unreachable service as before', async () => {
    const mutated = serviceWith(
      (request, next) => {
        const response = next(request);
        return request.method === 'PUT' ? { ...response, status: 201 } : response;
      },
      { repeatedDelete: 'accepted' },
    );
    const report = await runConformance({ ...mutated, ...allAllowed, compare: saved });
    expect(report.failed).toBeGreaterThan(0);
    expect(report.comparison?.changes.map(({ point }) => point)).toContain('error-conditions');
    // The failed cases say enough.
    expect(formatReport(report)).toMatch(/ observed: does not pass\n$/);
    const fetch = () => Promise.reject(new TypeError('fetch failed'));
    const unreachable = await runConformance({ baseUrl: 'http://127.0.0.1:1', fetch, compare: saved });
    expect(unreachable).toMatchObject({ ok: false, comparison: { changes: [], compared: [] } });
    expect(formatReport(unreachable)).toMatch(/does not pass: .*no response/);
  });

  test.each<[unknown, string]>([
    [null, '/version'],
    [{ ...saved, version: 2 }, '/version'],
    [{ version: 1 }, '/observed'],
    [{ version: 1, observed: [] }, '/observed'],
    [{ version: 1, observed: { expiry: 7 } }, '/observed/expiry'],
    [{ version: 1, observed: { 'delete-body': { status: 200 } } }, '/observed/delete-body'],
  ])('rejects %j before it sends a request', async (compare, place) => {
    const service = serviceWith();
    const run = runConformance({ ...service, compare: compare as ObservedProfile });
    await expect(run).rejects.toThrow(`compare${place} is not as in the \`profile\` of a report (version 1)`);
    expect(service.received).toEqual([]);
  });
});

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

  test('no evidence is no change, but an empty list is evidence', () => {
    const one = profile({
      pagination: { signs: [], limitHonored: null },
      'list-order': {
        listMockServices: 'too short',
        listWorkspaces: 'by id',
        listActivity: 'not seen',
        stable: null,
      },
    });
    const other = profile({
      pagination: { signs: ['link'], limitHonored: true },
      'list-order': {
        listMockServices: 'by id',
        listWorkspaces: 'by id',
        listActivity: 'by id',
        stable: true,
      },
    });
    expect(compareProfiles(one, other).changes).toEqual([
      {
        point: 'pagination',
        message: 'lists had the signs of pages none, now link; no option of the fake server follows',
      },
    ]);
    expect(compareProfiles(other, one).unobserved).toEqual(['pagination', 'list-order']);
  });

  const oneOrder = { listWorkspaces: 'too short', listActivity: 'too short', stable: null };
  /** For each open point with an option, two observations that the options of a fake server tell apart. */
  const pairs: [ObservablePoint, object, object][] = [
    ['unknown-fields', { names: {} }, { names: { workspace: ['a'] } }],
    ['identifier-form', { versions: [4], letterCase: 'lower' }, { versions: [4], letterCase: 'upper' }],
    ['timestamp-fraction', { digits: [3] }, { digits: [6] }],
    ['required-fields', { without: { title: 422 } }, { without: { title: 400 } }],
    ['header-value-types', { seen: ['boolean'] }, { seen: ['boolean', 'string'] }],
    ['metadata-fields', { types: {} }, { types: { a: ['string'] } }],
    ['expiry', { expiredListed: true, activityStatus: 200 }, { expiredListed: false, activityStatus: null }],
    [
      'list-order',
      { ...oneOrder, listMockServices: 'oldest first' },
      { ...oneOrder, listMockServices: 'newest first' },
    ],
    [
      'clear-activity-body',
      { status: 200, contentType: null, body: 'empty', fields: [] },
      { status: 200, contentType: 'text/plain', body: 'text', fields: [] },
    ],
    [
      'delete-body',
      { status: 200, contentType: null, body: 'empty', fields: [] },
      { status: 200, contentType: 'application/json', body: 'json', fields: [] },
    ],
    [
      'error-body',
      { status: 404, contentType: 'text/html', body: 'html', fields: [] },
      { status: 404, contentType: null, body: 'empty', fields: [] },
    ],
    ['updated-at', { changed: true }, { changed: false }],
    [
      'content-type',
      { responses: { listWorkspaces: ['application/json'] } },
      { responses: { listWorkspaces: ['text/plain'] } },
    ],
    ['authentication', { statusWithout: 401, challenges: [] }, { statusWithout: 403, challenges: [] }],
    [
      'error-statuses',
      { statuses: { 'getMockService, malformed id': 404 } },
      { statuses: { 'getMockService, malformed id': 400 } },
    ],
    [
      'error-conditions',
      { statuses: { 'deleteMockService, unknown id': 404 } },
      { statuses: { 'deleteMockService, unknown id': 200 } },
    ],
  ];

  test.each(pairs)('for %s, names the option that follows the change', (point, before, after) => {
    const [one, other] = [profile({ [point]: before }), profile({ [point]: after })];
    const { changes } = compareProfiles(one, other);
    const [first, second] = [one, other].map(
      (each) => profileOptions(each).options as Record<string, unknown>,
    );
    const differing = Object.keys({ ...first, ...second }).filter(
      (name) => JSON.stringify(first?.[name]) !== JSON.stringify(second?.[name]),
    );
    expect(changes).toHaveLength(1);
    expect(differing).toEqual([/the option `(\w+)` follows$/.exec(changes[0]?.message ?? '')?.[1]]);
  });

  test.each<[ObservablePoint, object, object, string]>([
    [
      'identifier-form',
      { versions: [4], letterCase: 'lower' },
      { versions: [4, 7], letterCase: 'lower' },
      'identifiers had the UUID versions 4, now 4, 7; no option of the fake server follows',
    ],
    [
      'header-value-types',
      { seen: ['boolean'], kept: { string: true } },
      { seen: ['boolean'], kept: { string: false } },
      'a header value of type string was stored unchanged: yes, now no; no option of the fake server follows',
    ],
    [
      'expiry',
      { expiredListed: true, activityStatus: 200 },
      { expiredListed: true, activityStatus: 410 },
      'reading the log of an expired workspace got 200, now 410; no option of the fake server follows',
    ],
    [
      'authentication',
      { statusWithout: 401, challenges: [] },
      { statusWithout: 401, challenges: ['Bearer'] },
      'the response to it named the authentication schemes none, now Bearer; no option of the fake server follows',
    ],
    [
      'authentication',
      { statusWithout: 200, challenges: [] },
      { statusWithout: 401, challenges: [] },
      'a request without the headers of the run got 200, now 401; the option `requiredToken` follows',
    ],
  ])('for a part of %s, names an option only if one follows', (point, before, after, message) => {
    const [one, other] = [profile({ [point]: before }), profile({ [point]: after })];
    expect(compareProfiles(one, other).changes).toEqual([{ point, message }]);
    // `requiredToken` is the user's, so no difference here comes from an option of the profile.
    expect(profileOptions(other).options).toEqual(profileOptions(one).options);
  });

  /** Each of two parts is missing, or has one of two values, in each of two profiles. */
  const parts = [undefined, 400, 422];
  const records = ([one, other]: readonly [string, string]) =>
    parts.flatMap((a) => parts.map((b) => new Map([[one, a] as const, [other, b] as const])));

  test.each<[ObservablePoint, string, readonly [string, string]]>([
    ['required-fields', 'without', ['title', 'type']],
    ['query-parameters', 'unknownParameter', ['listActivity', 'listWorkspaces']],
    ['success-status', 'statuses', ['listActivity', 'deleteMockService']],
    ['error-statuses', 'statuses', ['getMockService, unknown id', 'deleteMockService, unknown id']],
    ['error-conditions', 'statuses', ['getMockService, deleted', 'deleteMockService, deleted']],
    ['header-value-types', 'kept', ['string', 'number']],
  ])('for each part of %s, tells apart what changed and what was not observed', (point, name, keys) => {
    const observed = (record: ReadonlyMap<string, unknown>) => {
      const entries = [...record].filter(([, value]) => value !== undefined);
      return profile({ [point]: { seen: [], [name]: Object.fromEntries(entries) } });
    };
    for (const before of records(keys))
      for (const after of records(keys)) {
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

  test.each<[number[], number[], string?]>([
    [[3], [2, 3]],
    [[2, 3], [3]],
    [
      [1, 2, 3],
      [0, 3],
    ],
    [[6], [4, 6]],
    [[3], [6], '3, now 6'],
    [[2, 3], [3, 6], '3, now 6'],
    [[6], [0], '6, now 0'],
  ])('timestamps with %j and later %j digits: zeros at the end may be left out', (before, after, change) => {
    const [one, other] = [before, after].map((digits) => profile({ 'timestamp-fraction': { digits } }));
    const subject = 'timestamps had this number of fraction digits at most:';
    const messages = one && other ? compareProfiles(one, other).changes.map(({ message }) => message) : [];
    expect(messages).toEqual(
      change === undefined ? [] : [`${subject} ${change}; the option \`timestampFraction\` follows`],
    );
  });

  test('a service without header values says nothing about their types', () => {
    const [some, none] = [['string'], []].map((seen) =>
      profile({ 'header-value-types': { seen, kept: { number: true } } }),
    ) as [ObservedProfile, ObservedProfile];
    expect(compareProfiles(some, none)).toMatchObject({ changes: [], unobserved: ['header-value-types'] });
    expect(compareProfiles(none, some)).toMatchObject({ changes: [], unobserved: [] });
  });

  test('every other open point that a run observes has no option, or depends on the data', () => {
    const others = Object.keys(saved.observed).filter((id) => !pairs.some(([point]) => point === id));
    const changed: Readonly<Record<string, object>> = {
      'timestamp-offset': { suffixes: ['+00:00'] },
      'type-values': { values: ['x'] },
      'cors-methods': { values: ['x'] },
      'base64-form': { alphabet: 'url', padding: 'never' },
      'recorded-path': { withQuery: false },
      'query-parameters': { unknownParameter: { listWorkspaces: 400 } },
      pagination: { signs: ['x'], limitHonored: true },
      'workspace-configuration-fields': { sameId: false, sameCreatedAt: false, nameIsTitle: false },
      'success-status': { statuses: { listWorkspaces: [203] } },
      'write-idempotency': { sameId: true },
      'rate-limits': { headers: ['x'] },
      'workspace-lifetime': { shortestMs: 1, longestMs: 1 },
      versioning: { headers: ['x'] },
    };
    for (const id of others) {
      const { changes, data } = compareProfiles(saved, profile({ [id]: changed[id] }));
      expect([id, changes.length + data.length > 0]).toEqual([id, true]);
      for (const { message } of [...changes, ...data])
        expect(message).toMatch(/; (no option of the fake server follows|it depends on the data)$/);
    }
  });

  test('no message contains an identifier of the service', async () => {
    const { comparison } = await reportOn(
      { seed: { workspaces: [{ id: idOf(1) }], mockServices: [{ id: idOf(2), title: 'secret' }] } },
      { compare: saved, allowClear: idOf(1) },
    );
    expect(JSON.stringify(comparison)).not.toMatch(/secret|abcdef00/);
  });
});
