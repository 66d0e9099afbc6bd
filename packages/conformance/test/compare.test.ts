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

/** Replaces the changed parts of an observation, and keeps the other members of its records. */
function merge(observed: object, patch: object): object {
  const isRecord = (value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
  const before = new Map<string, unknown>(Object.entries(observed));
  const parts = Object.entries(patch).map(([name, value]: [string, unknown]) => {
    const old = before.get(name);
    return [name, isRecord(old) && isRecord(value) ? { ...(old as object), ...(value as object) } : value];
  });
  return { ...observed, ...(Object.fromEntries(parts) as object) };
}

/** Reverses every list, however deep it is. */
function reversed<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
    Array.isArray(inner) ? inner.toReversed() : inner,
  ) as Value;
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
    expect(() => compareProfiles(compare as ObservedProfile, saved)).toThrow(TypeError);
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

  /**
   * A changed part of an observation, the fact about it in both profiles, and the option that follows this change and
   * its opposite. `null` stands for no evidence.
   */
  type Wording = readonly [
    patch: object,
    fact: string,
    was: string,
    is: string | null,
    follows?: string | undefined,
    opposite?: string,
  ];
  const noBody = { status: 404, contentType: null, body: 'empty', fields: [] };
  const json = { contentType: 'application/json', body: 'json' };
  const bodyWordings = (fact: string, follows: string): Wording[] => {
    const row = (patch: object, is: string): Wording => [
      patch,
      fact,
      '404 with no media type and no body',
      is,
      follows,
    ];
    const typed = '404 with the media type application/json and a JSON';
    return [
      row({ status: 302 }, '302 with no media type and no body'),
      row({ contentType: 'text/css' }, '404 with the media type text/css and no body'),
      row({ body: 'text' }, '404 with no media type and a text'),
      row({ body: 'html' }, '404 with no media type and an HTML page'),
      row(json, `${typed} object`),
      row({ ...json, fields: ['b', 'a.b', 'a'] }, `${typed} object with the fields a, a.b, b`),
      ...['array', 'boolean', 'null', 'number', 'string'].map((jsonType) =>
        row({ ...json, jsonType }, `${typed} ${jsonType}`),
      ),
    ];
  };
  const statusWordings = (
    [
      ['getMockService, unknown id', 'getMockService with an unknown id got', 410, 'errorStatuses'],
      ['getMockService, malformed id', 'getMockService with a malformed id got', 410, 'errorStatuses'],
      [
        'createMockService, malformed JSON',
        'createMockService with malformed JSON got',
        410,
        'errorStatuses',
      ],
      ['getMockService, deleted', 'getMockService for a deleted mock service got', 410, 'errorStatuses'],
      ['listActivity, later condition', 'listActivity later condition got', 410, 'errorStatuses'],
      ['deleteMockService, unknown id', 'deleteMockService with an unknown id got', 200, 'repeatedDelete'],
      ['deleteMockService, deleted', 'a second DELETE got', 200, 'repeatedDelete'],
      ['deleteMockService, deleted', 'a second DELETE got', 299, 'repeatedDelete'],
      ['deleteMockService, deleted', 'a second DELETE got', 410, 'errorStatuses'],
      ['deleteMockService, unknown id', 'deleteMockService with an unknown id got', 400, 'errorStatuses'],
      // The fake server can replace a status only by one of an error, so only the opposite change has an option.
      ['deleteMockService, deleted', 'a second DELETE got', 300, undefined],
      ['getMockService, unknown id', 'getMockService with an unknown id got', 200, undefined],
      ['getMockService, unknown id', 'getMockService with an unknown id got', 399, undefined],
      ['getMockService, unknown id', 'getMockService with an unknown id got', 599, 'errorStatuses'],
      ['getMockService, unknown id', 'getMockService with an unknown id got', 600, undefined],
    ] as const
  ).map(([request, fact, status, follows]): Wording => [
    { statuses: { [request]: status } },
    fact,
    '404',
    String(status),
    follows,
    follows ?? 'errorStatuses',
  ]);
  const statuses = Object.fromEntries(
    ['getMockService', 'createMockService', 'deleteMockService', 'listActivity'].flatMap((operation) =>
      ['unknown id', 'malformed id', 'malformed JSON', 'deleted', 'later condition'].map((condition) => [
        `${operation}, ${condition}`,
        404,
      ]),
    ),
  );
  /** Every fact about every open point. The observation has several items in its lists, in no order. */
  const wordings: readonly (readonly [ObservablePoint, object, readonly Wording[]])[] = [
    [
      'unknown-fields',
      { names: { workspace: ['b', 'a'], 'config.cors': ['c'] } },
      [
        [
          { names: {} },
          'objects had the unknown fields',
          'config.cors.c, workspace.a, workspace.b',
          'none',
          'unknownFields',
        ],
      ],
    ],
    [
      'identifier-form',
      { versions: [4, 7], letterCase: 'lower' },
      [
        [{ versions: [4] }, 'identifiers had the UUID versions', '4, 7', '4'],
        [{ letterCase: 'upper' }, 'identifiers had the letter case', 'lower', 'upper', 'identifierCase'],
      ],
    ],
    [
      'timestamp-fraction',
      { digits: [3] },
      [
        [
          { digits: [6] },
          'timestamps had this number of fraction digits at most:',
          '3',
          '6',
          'timestampFraction',
        ],
        [{ digits: [] }, 'timestamps had this number of fraction digits at most:', '3', null],
      ],
    ],
    [
      'timestamp-offset',
      { suffixes: ['Z', '+00:00'] },
      [[{ suffixes: ['Z'] }, 'timestamps ended with', '+00:00, Z', 'Z']],
    ],
    [
      'type-values',
      { values: ['SOAP', 'REST'] },
      [[{ values: ['REST'] }, 'the values of type were', 'REST, SOAP', 'REST', 'seed']],
    ],
    [
      'required-fields',
      { without: { type: 422, config: 422 } },
      [
        [{ without: { type: 400 } }, 'a create without type got', '422', '400', 'errorStatuses'],
        [{ without: { config: 400 } }, 'a create without config got', '422', '400', 'errorStatuses'],
        [
          { without: { config: 201 } },
          'a create without config got',
          '422',
          '201',
          undefined,
          'errorStatuses',
        ],
      ],
    ],
    [
      'header-value-types',
      { seen: ['string', 'boolean'], kept: { null: true, array: false } },
      [
        [
          { seen: ['boolean'] },
          'header values had the types',
          'boolean, string',
          'boolean',
          'headerValueTypes',
        ],
        [{ seen: [] }, 'header values had the types', 'boolean, string', null],
        [{ kept: { null: false } }, 'a header value of type null was stored unchanged:', 'yes', 'no'],
        [{ kept: { array: true } }, 'a header value of type array was stored unchanged:', 'no', 'yes'],
      ],
    ],
    [
      'cors-methods',
      { values: ['PUT', 'GET'] },
      [[{ values: ['GET'] }, 'allowedMethods had the values', 'GET, PUT', 'GET', 'seed']],
    ],
    [
      'metadata-fields',
      { types: { b: ['string', 'null'], a: ['array'] } },
      [
        [
          { types: {} },
          'metadata had the other fields',
          'a (array), b (null, string)',
          'none',
          'metadataFields',
        ],
      ],
    ],
    [
      'base64-form',
      { alphabet: 'standard', padding: 'always' },
      [
        [{ alphabet: 'url' }, 'bodies had the Base64 alphabet', 'standard', 'url', 'seed'],
        [{ alphabet: 'either' }, 'bodies had the Base64 alphabet', 'standard', null],
        [{ padding: 'sometimes' }, 'bodies had Base64 padding:', 'always', 'sometimes', 'seed'],
        [{ padding: 'either' }, 'bodies had Base64 padding:', 'always', null],
      ],
    ],
    [
      'recorded-path',
      { withQuery: true },
      [[{ withQuery: false }, 'a recorded path had a query:', 'yes', 'no', 'seed']],
    ],
    [
      'expiry',
      { expiredListed: true, activityStatus: 200 },
      [
        [{ expiredListed: false }, 'expired workspaces were listed:', 'yes', 'no', 'onExpiry'],
        [{ activityStatus: 410 }, 'reading the log of an expired workspace got', '200', '410'],
        [{ activityStatus: null }, 'reading the log of an expired workspace got', '200', null],
      ],
    ],
    [
      'query-parameters',
      { unknownParameter: { listWorkspaces: 200 } },
      [
        [
          { unknownParameter: { listWorkspaces: 400 } },
          'listWorkspaces with an unknown query parameter got',
          '200',
          '400',
        ],
      ],
    ],
    [
      'pagination',
      { signs: ['link', 'Next'], limitHonored: true },
      [
        [{ signs: [] }, 'lists had the signs of pages', 'Next, link', 'none'],
        [{ limitHonored: false }, '?limit=1 shortened a list:', 'yes', 'no'],
        [{ limitHonored: null }, '?limit=1 shortened a list:', 'yes', null],
      ],
    ],
    [
      'list-order',
      {
        listMockServices: 'oldest first',
        listWorkspaces: 'by id',
        listActivity: 'by name',
        stable: true,
      },
      [
        [
          { listMockServices: 'newest first' },
          'the order of listMockServices was',
          'oldest first',
          'newest first',
          'listOrder',
        ],
        [{ listWorkspaces: 'other' }, 'the order of listWorkspaces was', 'by id', 'other', 'listOrder'],
        [
          { listActivity: 'oldest first' },
          'the order of listActivity was',
          'by name',
          'oldest first',
          'listOrder',
        ],
        [{ listActivity: 'too short' }, 'the order of listActivity was', 'by name', null],
        [{ listActivity: 'not seen' }, 'the order of listActivity was', 'by name', null],
        [{ stable: false }, 'lists had the same order when they were read again:', 'yes', 'no', 'listOrder'],
        [{ stable: null }, 'lists had the same order when they were read again:', 'yes', null],
      ],
    ],
    ['clear-activity-body', noBody, bodyWordings('clearing a log got', 'clearActivityBody')],
    ['delete-body', noBody, bodyWordings('a DELETE got', 'deleteBody')],
    ['error-body', noBody, bodyWordings('reading an unknown id got', 'errorBody')],
    [
      'workspace-configuration-fields',
      { sameId: true, sameCreatedAt: true, nameIsTitle: true },
      [
        [{ sameId: false }, 'a configuration had the id of its workspace:', 'yes', 'no', 'seed'],
        [
          { sameCreatedAt: false },
          'a configuration had the createdAt of its workspace:',
          'yes',
          'no',
          'seed',
        ],
        [
          { nameIsTitle: false },
          'a configuration had the name of its workspace as title:',
          'yes',
          'no',
          'seed',
        ],
      ],
    ],
    [
      'updated-at',
      { changed: true },
      [[{ changed: false }, 'an update changed updatedAt:', 'yes', 'no', 'updatedAt']],
    ],
    [
      'content-type',
      { responses: { listWorkspaces: ['application/json', 'text/css'] } },
      [
        [
          { responses: { listWorkspaces: ['text/plain'] } },
          'listWorkspaces got the media type',
          'application/json, text/css',
          'text/plain',
          'contentType',
        ],
      ],
    ],
    [
      'success-status',
      { statuses: { listWorkspaces: [200, 203] } },
      [[{ statuses: { listWorkspaces: [200] } }, 'listWorkspaces got', '200, 203', '200']],
    ],
    [
      'write-idempotency',
      { sameId: true },
      [[{ sameId: false }, 'two equal creates got the same identifier:', 'yes', 'no']],
    ],
    [
      'authentication',
      { statusWithout: 401, challenges: ['Basic', 'Bearer'] },
      [
        [
          { statusWithout: 300 },
          'a request without the headers of the run got',
          '401',
          '300',
          undefined,
          'errorStatuses',
        ],
        [
          { statusWithout: 403 },
          'a request without the headers of the run got',
          '401',
          '403',
          'errorStatuses',
        ],
        [
          { statusWithout: 299 },
          'a request without the headers of the run got',
          '401',
          '299',
          'requiredToken',
        ],
        [{ challenges: [] }, 'the response to it named the authentication schemes', 'Basic, Bearer', 'none'],
      ],
    ],
    ['error-statuses', { statuses }, statusWordings],
    ['error-conditions', { statuses }, statusWordings],
    [
      'rate-limits',
      { headers: ['x-b', 'x-a'] },
      [[{ headers: [] }, 'responses had the headers about rate limits', 'x-a, x-b', 'none']],
    ],
    [
      'workspace-lifetime',
      { shortestMs: 1, longestMs: 2 },
      [
        [{ shortestMs: 0 }, 'the shortest life of a workspace in milliseconds was', '1', '0', 'seed'],
        [{ longestMs: 3 }, 'the longest life of a workspace in milliseconds was', '2', '3', 'seed'],
      ],
    ],
    [
      'versioning',
      { headers: ['x-b', 'x-a'] },
      [[{ headers: [] }, 'responses had the headers about versions', 'x-a, x-b', 'none']],
    ],
  ];

  test.each(wordings)('says in words what changed about %s, fact by fact', (point, observed, rows) => {
    const base = profile({ [point]: observed });
    const named = new Set<string | undefined>();
    const differing = new Set<string>();
    const consequenceOf = (follows: string | undefined) => {
      if (follows === 'seed') return 'it depends on the data';
      return follows === undefined
        ? 'no option of the fake server follows'
        : `the option \`${follows}\` follows`;
    };
    for (const [patch, fact, was, is, follows, opposite = follows] of rows) {
      const merged = merge(observed, patch);
      const other = profile({ [point]: merged });
      const changesBetween = (from: string, to: string | null, option: string | undefined) =>
        to === null ? [] : [{ point, message: `${fact} ${from}, now ${to}; ${consequenceOf(option)}` }];
      const expected = (changes: object[], unobserved: boolean) => ({
        changes: follows === 'seed' ? [] : changes,
        data: follows === 'seed' ? changes : [],
        unobserved: unobserved ? [point] : [],
      });
      expect(compareProfiles(base, other)).toMatchObject(
        expected(changesBetween(was, is, follows), is === null),
      );
      expect(compareProfiles(other, base)).toMatchObject(
        expected(is === null ? [] : changesBetween(is, was, opposite), false),
      );
      // The order of a list says nothing.
      expect(compareProfiles(profile(reversed({ [point]: merged })), other)).toMatchObject(
        expected([], false),
      );
      const [one, two] = [base, other].map((each) => profileOptions(each).options as Record<string, unknown>);
      for (const name of Object.keys({ ...one, ...two }))
        if (JSON.stringify(one?.[name]) !== JSON.stringify(two?.[name])) differing.add(name);
      named.add(follows).add(opposite);
    }
    // `requiredToken` is the user's, so it does not come from a profile.
    for (const name of [undefined, 'seed', 'requiredToken']) named.delete(name);
    expect(differing).toEqual(named);
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

  test('every open point that a run observes is in the table of facts', () => {
    const known = new Set<string>(wordings.map(([point]) => point));
    expect(Object.keys(saved.observed).filter((point) => !known.has(point))).toEqual([]);
  });

  test('no message contains an identifier of the service', async () => {
    const { comparison } = await reportOn(
      { seed: { workspaces: [{ id: idOf(1) }], mockServices: [{ id: idOf(2), title: 'secret' }] } },
      { compare: saved, allowClear: idOf(1) },
    );
    expect(JSON.stringify(comparison)).not.toMatch(/secret|abcdef00/);
  });
});
