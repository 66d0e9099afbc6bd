/** Tests how the fake server applies profiles of the conformance suite. */
import { createFakeServer, type Profile, profileOptions } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { mockServicesPath } from '../support/paths.ts';

const profileOf = (observed: Profile['observed']): Profile => ({ version: 1, observed });
const body = { status: 404, contentType: null, body: 'empty', fields: [] };
const accepted = { ...body, status: 200 };
const orders = { listMockServices: 'too short', listWorkspaces: 'too short', listActivity: 'not seen' };

describe('converting a profile to options', () => {
  test.each<[name: string, observed: Profile['observed'], options: object]>([
    ['no unknown fields', { 'unknown-fields': { names: {} } }, { unknownFields: 'stored' }],
    ['no metadata fields', { 'metadata-fields': { types: {} } }, { metadataFields: 'stored' }],
    [
      'identifiers in lower case',
      { 'identifier-form': { versions: [4], letterCase: 'lower' } },
      { identifierCase: 'stored' },
    ],
    [
      'identifiers in both cases',
      { 'identifier-form': { versions: [], letterCase: 'mixed' } },
      { identifierCase: 'mixed' },
    ],
    [
      'boolean header values',
      { 'header-value-types': { seen: ['boolean'] } },
      { headerValueTypes: 'stored' },
    ],
    [
      'other header values',
      { 'header-value-types': { seen: ['boolean', 'string'], kept: { string: true } } },
      { headerValueTypes: 'added' },
    ],
    [
      'expired workspaces in the list',
      { expiry: { expiredListed: true, activityStatus: 200 } },
      { onExpiry: 'keep' },
    ],
    [
      'no expired workspaces in the list',
      { expiry: { expiredListed: false, activityStatus: null } },
      { onExpiry: 'hide' },
    ],
    [
      'newest first, by mock services',
      { 'list-order': { ...orders, listMockServices: 'newest first' } },
      { listOrder: 'reversed' },
    ],
    [
      'oldest first, by activity',
      { 'list-order': { ...orders, listActivity: 'oldest first', stable: true } },
      { listOrder: 'insertion' },
    ],
    [
      'a changing order, whatever the first lists were',
      { 'list-order': { ...orders, listMockServices: 'oldest first', stable: false } },
      { listOrder: 'shuffled' },
    ],
    ['an unchanged updatedAt', { 'updated-at': { changed: false } }, { updatedAt: 'stays' }],
    [
      'another content type, and that of the body after DELETE',
      {
        'delete-body': { ...accepted, contentType: 'text/plain', body: 'text' },
        'content-type': {
          responses: { listWorkspaces: ['application/vnd.api+json'], deleteMockService: ['text/plain'] },
        },
      },
      { contentType: 'application/vnd.api+json', deleteBody: 'text' },
    ],
    [
      'empty JSON after DELETE',
      { 'delete-body': { ...accepted, contentType: 'application/json', body: 'json' } },
      { deleteBody: 'object' },
    ],
    [
      'text after a clear',
      { 'clear-activity-body': { ...accepted, contentType: 'text/plain', body: 'text' } },
      { clearActivityBody: 'text' },
    ],
    ['empty errors', { 'error-body': body }, { errorBody: 'empty' }],
    [
      'errors as text',
      { 'error-body': { ...body, contentType: 'text/plain', body: 'text' } },
      { errorBody: 'text' },
    ],
    [
      'errors as problem details',
      {
        'error-body': {
          ...body,
          contentType: 'application/problem+json',
          body: 'json',
          fields: ['detail', 'status', 'title', 'type'],
        },
      },
      { errorBody: 'problem' },
    ],
    [
      'errors as HTML',
      { 'error-body': { ...body, contentType: 'text/html', body: 'html' } },
      { errorBody: 'html' },
    ],
    [
      'statuses of errors',
      {
        'error-statuses': {
          statuses: { 'getMockService, unknown id': 403, 'createMockService, malformed JSON': 422 },
        },
        'required-fields': { without: { type: 400, config: 400 } },
      },
      { errorStatuses: { 400: 422, 404: 403, 422: 400 } },
    ],
    [
      'a repeated delete that succeeds',
      { 'error-conditions': { statuses: { 'deleteMockService, deleted': 200 } } },
      { repeatedDelete: 'accepted' },
    ],
    ['no authentication', { authentication: { statusWithout: 200, challenges: [] } }, {}],
    [
      'data, which the seed decides',
      { 'type-values': { values: ['SOAP'] }, 'workspace-lifetime': { shortestMs: 1, longestMs: 2 } },
      {},
    ],
    ['points that were not observed', { expiry: undefined }, {}],
  ])('`profileOptions` returns the matching options for a profile with %s', (_, observed, options) => {
    expect(profileOptions(profileOf(observed))).toEqual({ options, unsupported: [] });
  });
});

describe('observations that no option reproduces', () => {
  const noOption = 'the fake server has no option for it';
  const otherNames =
    'the fake server adds fields with other names, unless a seed has fields with these names';

  test.each<[point: string, value: object, options: object, observed: unknown, reason: string]>([
    [
      'unknown-fields',
      { names: { workspace: ['owner'] } },
      { unknownFields: 'added' },
      { names: { workspace: ['owner'] } },
      otherNames,
    ],
    [
      'metadata-fields',
      { types: { region: ['string'] } },
      { metadataFields: 'added' },
      { types: { region: ['string'] } },
      otherNames,
    ],
    [
      'identifier-form',
      { versions: [4, 7], letterCase: 'upper' },
      { identifierCase: 'upper' },
      { versions: [4, 7] },
      'the fake server creates identifiers of version 4',
    ],
    [
      'header-value-types',
      { seen: [], kept: { string: true, object: false } },
      { headerValueTypes: 'stored' },
      { kept: { object: false } },
      noOption,
    ],
    [
      'expiry',
      { expiredListed: true, activityStatus: 410 },
      { onExpiry: 'keep' },
      { activityStatus: 410 },
      noOption,
    ],
    [
      'query-parameters',
      { unknownParameter: { listMockServices: 200, listWorkspaces: 400 } },
      {},
      { unknownParameter: { listWorkspaces: 400 } },
      noOption,
    ],
    ['pagination', { signs: [], limitHonored: true }, {}, { limitHonored: true }, noOption],
    ['pagination', { signs: ['total'], limitHonored: null }, {}, { signs: ['total'] }, noOption],
    [
      'list-order',
      { ...orders, listWorkspaces: 'other' },
      {},
      { listWorkspaces: 'other' },
      'the fake server orders workspaces as the seed does',
    ],
    [
      'content-type',
      { responses: { deleteMockService: ['text/html'] } },
      {},
      { responses: { deleteMockService: ['text/html'] } },
      noOption,
    ],
    ['delete-body', { ...accepted, status: 204 }, { deleteBody: 'empty' }, { status: 204 }, noOption],
    [
      'error-conditions',
      { statuses: { 'deleteMockService, deleted': 204 } },
      { repeatedDelete: 'accepted' },
      { statuses: { 'deleteMockService, deleted': 204 } },
      'the fake server responds with 200',
    ],
    [
      'authentication',
      { statusWithout: 200, challenges: ['Basic'] },
      {},
      { challenges: ['Basic'] },
      noOption,
    ],
    [
      'list-order',
      { ...orders, listMockServices: 'oldest first', listActivity: 'newest first', stable: true },
      { listOrder: 'insertion' },
      { listActivity: 'newest first' },
      'another observation led to listOrder: "insertion"',
    ],
    ['timestamp-offset', { suffixes: ['+00:00', 'Z'] }, {}, { suffixes: ['+00:00', 'Z'] }, noOption],
    ['list-order', { ...orders, listMockServices: 'by name' }, {}, { listMockServices: 'by name' }, noOption],
    [
      'content-type',
      { responses: { listWorkspaces: ['application/json', 'text/plain'] } },
      {},
      { responses: { listWorkspaces: ['application/json', 'text/plain'] } },
      noOption,
    ],
    [
      'delete-body',
      { status: 200, contentType: 'application/json', body: 'json', fields: ['deleted'] },
      { deleteBody: 'json' },
      { contentType: 'application/json', body: 'json', fields: ['deleted'] },
      'the most similar option is deleteBody: "json"',
    ],
    [
      'delete-body',
      { status: 200, contentType: 'application/json', body: 'json', jsonType: 'boolean', fields: [] },
      { deleteBody: 'object' },
      { contentType: 'application/json', body: 'json', jsonType: 'boolean', fields: [] },
      'the most similar option is deleteBody: "object"',
    ],
    [
      'delete-body',
      { status: 200, contentType: 'text/html', body: 'html', fields: [] },
      {},
      { contentType: 'text/html', body: 'html', fields: [] },
      noOption,
    ],
    [
      'error-body',
      { status: 404, contentType: 'application/json', body: 'json', fields: ['error.code', 'path'] },
      { errorBody: 'nested' },
      { contentType: 'application/json', body: 'json', fields: ['error.code', 'path'] },
      'the most similar option is errorBody: "nested"',
    ],
    [
      'error-statuses',
      { statuses: { 'getMockService, unknown id': 404, 'getMockService, malformed id': 400 } },
      {},
      { statuses: { 'getMockService, malformed id': 400 } },
      'the fake server responds with 404, as it does to similar requests',
    ],
    ['required-fields', { without: { type: 201 } }, {}, { without: { type: 201 } }, noOption],
    [
      'success-status',
      { statuses: { deleteMockService: [204] } },
      {},
      { statuses: { deleteMockService: [204] } },
      noOption,
    ],
    ['write-idempotency', { sameId: true }, {}, { sameId: true }, noOption],
    [
      'authentication',
      { statusWithout: 403, challenges: ['Bearer'] },
      { errorStatuses: { 401: 403 } },
      { statusWithout: 403 },
      'a profile contains no token, so set requiredToken (--token)',
    ],
    ['rate-limits', { headers: ['retry-after'] }, {}, { headers: ['retry-after'] }, noOption],
    ['versioning', { headers: ['api-version'] }, {}, { headers: ['api-version'] }, noOption],
    ['weather', { sunny: true }, {}, { sunny: true }, 'the fake server does not know this open point'],
  ])(
    '`profileOptions` lists an observation of %s that no option reproduces: `%o`',
    (point, value, options, observed, reason) => {
      expect(profileOptions(profileOf({ [point]: value }))).toEqual({
        options,
        unsupported: [{ point, observed, reason }],
      });
    },
  );

  test.each<[digits: number[], timestampFraction: string | undefined, reason?: string]>([
    [[3], 'stored'],
    [[6], 'microseconds'],
    [[9], 'nanoseconds'],
    [[0, 2, 3], 'trimmed'],
    [[2], 'trimmed', 'the fake server removes only zeros from timestamps'],
    [[4], undefined, noOption],
    [[3, 6], undefined, noOption],
  ])(
    'observed fractions of %j digits become the option `timestampFraction: %s`',
    (digits, timestampFraction, reason) => {
      expect(profileOptions(profileOf({ 'timestamp-fraction': { digits } }))).toEqual({
        options: timestampFraction === undefined ? {} : { timestampFraction },
        unsupported:
          reason === undefined ? [] : [{ point: 'timestamp-fraction', observed: { digits }, reason }],
      });
    },
  );

  /** Observations of a status that the fake server replaces with the option `errorStatuses`. */
  const observedStatuses: [usual: number, observed: (status: number) => Profile['observed']][] = [
    [400, (status) => ({ 'error-statuses': { statuses: { 'createMockService, malformed JSON': status } } })],
    [401, (status) => ({ authentication: { statusWithout: status, challenges: ['Bearer'] } })],
    [404, (status) => ({ 'error-body': { ...body, status } })],
    [404, (status) => ({ 'error-conditions': { statuses: { 'deleteMockService, deleted': status } } })],
    [422, (status) => ({ 'required-fields': { without: { type: status } } })],
  ];

  test.each(
    observedStatuses.flatMap(([usual, observed]) =>
      [302, 399, 400, 599, 600].map((status) => [usual, status, observed] as const),
    ),
  )(
    'a status observed in place of %i becomes an option only if it is an error status: %i',
    (usual, status, observed) => {
      const { options, unsupported } = profileOptions(profileOf(observed(status)));
      const isError = status >= 400 && status < 600;
      expect(options.errorStatuses).toEqual(isError && status !== usual ? { [usual]: status } : undefined);
      const other = unsupported.find(({ reason }) => !reason.includes('--token'));
      expect(other?.reason).toBe(isError ? undefined : noOption);
    },
  );

  test('`profileOptions` lists observed values that the fake server does not know', () => {
    const { options, unsupported } = profileOptions(
      profileOf({
        'identifier-form': { versions: [4], letterCase: 'title' },
        'list-order': { ...orders, listMockServices: 'by weight' },
        'error-statuses': { statuses: { 'getMockService, too long id': 414 } },
        'content-type': { responses: { listWorkspaces: ['application/hal+json'] }, later: 1 },
        'error-body': { ...body, body: 'xml' },
      }),
    );
    expect(options).toEqual({});
    expect(unsupported.map(({ point }) => point).toSorted()).toEqual([
      'content-type',
      'error-body',
      'error-statuses',
      'identifier-form',
      'list-order',
    ]);
  });
});

describe('contradicting observations', () => {
  test.each([
    ['newest first', 'oldest first', 'oldest first', 'reversed', ['listActivity', 'listWorkspaces']],
    ['too short', 'oldest first', 'newest first', 'insertion', ['listWorkspaces']],
    ['not seen', 'too short', 'newest first', 'reversed', []],
  ])(
    'of the orders %s, %s and %s, the first that is known decides `listOrder: %s`',
    (listMockServices, listActivity, listWorkspaces, listOrder, contradicting) => {
      // The keys of a profile have the order of the interface, which does not matter.
      const observed = { listMockServices, listWorkspaces, listActivity };
      const { options, unsupported } = profileOptions(profileOf({ 'list-order': observed }));
      expect(options).toEqual({ listOrder });
      expect(unsupported.flatMap((one) => Object.keys(one.observed as object))).toEqual(contradicting);
    },
  );

  /** Observations of the status for an unknown id, in the order in which they decide the option. */
  const unknownId: [point: string, value: (status: number) => object][] = [
    ['error-statuses', (status) => ({ statuses: { 'listActivity, unknown id': status } })],
    ['error-body', (status) => ({ ...body, status })],
    ['error-conditions', (status) => ({ statuses: { 'getMockService, deleted': status } })],
  ];

  test.each(
    unknownId.flatMap(([first], i) => unknownId.slice(i + 1).map(([second]) => [first, second] as const)),
  )('the status in %s precedes that in %s, in any order of the profile', (first, second) => {
    const observed = unknownId.flatMap(([point, value]) => {
      const status = point === first ? 400 : 410;
      return point === first || point === second ? [[point, value(status)] as const] : [];
    });
    for (const order of [observed, observed.toReversed()]) {
      const { options, unsupported } = profileOptions(profileOf(Object.fromEntries(order)));
      expect(options.errorStatuses).toEqual({ 404: 400 });
      expect(unsupported.map(({ point }) => point)).toEqual([second]);
    }
  });

  test.each([
    [404, 200, 'refused'],
    [200, 404, 'accepted'],
  ])('of two deletes with %i and %i, the first decides `repeatedDelete: %s`', (first, second, option) => {
    const { options, unsupported } = profileOptions(
      profileOf({
        'error-conditions': { statuses: { 'deleteMockService, deleted': second } },
        'error-statuses': { statuses: { 'deleteMockService, unknown id': first } },
      }),
    );
    expect(options).toMatchObject({ repeatedDelete: option });
    expect(unsupported.map(({ point }) => point)).toEqual(['error-conditions']);
  });
});

describe('a fake server with a profile', () => {
  const reversed = profileOf({
    'list-order': { ...orders, listMockServices: 'newest first' },
    'error-body': body,
  });
  const titlesOf = ({ handle }: ReturnType<typeof createFakeServer>) => {
    const { body } = handle({ method: 'GET', path: mockServicesPath });
    return (JSON.parse(body) as { data: { title: string }[] }).data.map(({ title }) => title);
  };
  const withTwo = (fake: ReturnType<typeof createFakeServer>) => {
    for (const title of ['first', 'second']) fake.mockServices.add({ title });
    return fake;
  };

  test('a fake server with a profile behaves like the observed service', () => {
    const fake = withTwo(createFakeServer({ seed: {}, profile: reversed }));
    expect(titlesOf(fake)).toEqual(['second', 'first']);
    expect(fake.handle({ method: 'GET', path: `${mockServicesPath}/x` }).body).toBe('');
  });

  test('explicit options override the profile, unless they are `undefined`', () => {
    const given = { listOrder: 'insertion', errorBody: undefined } as const;
    const fake = withTwo(createFakeServer({ seed: {}, profile: reversed, ...given }));
    expect(titlesOf(fake)).toEqual(['first', 'second']);
    expect(fake.handle({ method: 'GET', path: `${mockServicesPath}/x` }).body).toBe('');
  });

  test.each<[profile: unknown, problem: string]>([
    [null, 'expected object, received null'],
    [[], 'expected object, received array'],
    [{}, 'version: expected number, received nothing'],
    [{ version: 1 }, 'observed: expected object, received nothing'],
    [{ version: 2, observed: [] }, 'received version 2'],
    [{ version: '1', observed: {} }, 'version: expected number, received string'],
    [profileOf({ expiry: null }), 'observed.expiry: expected object, received null'],
    [
      profileOf({ 'list-order': { ...orders, stable: 'yes' } }),
      'observed["list-order"].stable: expected boolean, received string',
    ],
    [
      profileOf({ 'required-fields': { without: { type: '422' } } }),
      'observed["required-fields"].without.type: expected number, received string',
    ],
  ])('the `profile` option rejects the value `%j`', (profile, problem) => {
    const error = failureOf(() => createFakeServer({ profile: profile as Profile }), 'invalid-option');
    expect(error.issues).toMatchObject([
      {
        path: expect.stringMatching(/^profile\b/) as string,
        pointer: expect.stringMatching(/^\/profile\b/) as string,
      },
    ]);
    expect(error.message).toBe(
      `The option profile must be a profile of version 1 that the conformance suite saved (${problem}).`,
    );
    expect(() => profileOptions(profile as Profile)).toThrow(error.message);
  });
});
