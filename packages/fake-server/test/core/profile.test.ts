/** Tests how the fake server applies profiles of the conformance suite. */
import { createFakeServer, type Profile, profileOptions } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { mockServicesPath } from '../support/paths.ts';

const profileOf = (observed: Profile['observed']): Profile => ({ version: 1, observed });
const body = { status: 404, contentType: null, body: 'empty', fields: [] };
const accepted = { ...body, status: 200 };
const orders = { listMockServices: 'too short', listWorkspaces: 'too short', listActivity: 'not seen' };

const noOption = 'the fake server has no option for it';

describe('converting a profile to options', () => {
  test.each<[name: string, observed: Profile['observed'], options: object]>([
    [
      'identifiers in both cases',
      { 'identifier-form': { versions: [], letterCase: 'mixed' } },
      { identifierCase: 'mixed' },
    ],
    [
      'other header values than booleans',
      { 'header-value-types': { seen: ['boolean', 'string'], kept: { string: true } } },
      { headerValueTypes: 'added' },
    ],
    [
      'no expired workspaces in the list',
      { expiry: { expiredListed: false, activityStatus: null } },
      { onExpiry: 'hide' },
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
      'text after a clear',
      { 'clear-activity-body': { ...accepted, contentType: 'text/plain', body: 'text' } },
      { clearActivityBody: 'text' },
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
    [
      'no authentication, data that the seed decides, and a point that was not observed',
      {
        authentication: { statusWithout: 200, challenges: [] },
        'type-values': { values: ['SOAP'] },
        'workspace-lifetime': { shortestMs: 1, longestMs: 2 },
        expiry: undefined,
      },
      {},
    ],
  ])('`profileOptions` returns the options for %s', (_, observed, options) => {
    expect(profileOptions(profileOf(observed))).toEqual({ options, unsupported: [] });
  });

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

  test.each([
    [399, 'unsupported', undefined],
    [400, 'an option', { 404: 400 }],
    [404, 'the default', undefined],
    [599, 'an option', { 404: 599 }],
    [600, 'unsupported', undefined],
  ])('the observed status %i for an unknown id is %s', (status, result, errorStatuses) => {
    const { options, unsupported } = profileOptions(profileOf({ 'error-body': { ...body, status } }));
    expect(options).toEqual({ errorBody: 'empty', ...(errorStatuses && { errorStatuses }) });
    expect(unsupported).toHaveLength(result === 'unsupported' ? 1 : 0);
  });

  test('of two statuses for an unknown id, that of the earlier open point decides', () => {
    const first = { 'error-statuses': { statuses: { 'listActivity, unknown id': 400 } } };
    const second = { 'error-conditions': { statuses: { 'getMockService, deleted': 410 } } };
    for (const observed of [
      { ...first, ...second },
      { ...second, ...first },
    ]) {
      const { options, unsupported } = profileOptions(profileOf(observed));
      expect(options.errorStatuses).toEqual({ 404: 400 });
      expect(unsupported.map(({ point }) => point)).toEqual(['error-conditions']);
    }
  });
});

describe('observations that no option reproduces', () => {
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
      'timestamp-fraction',
      { digits: [2] },
      { timestampFraction: 'trimmed' },
      { digits: [2] },
      'the fake server removes only zeros from timestamps',
    ],
    ['timestamp-fraction', { digits: [3, 6] }, {}, { digits: [3, 6] }, noOption],
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
    [
      'list-order',
      { ...orders, listWorkspaces: 'other' },
      {},
      { listWorkspaces: 'other' },
      'the fake server orders workspaces as the seed does',
    ],
    ['list-order', { ...orders, listMockServices: 'by name' }, {}, { listMockServices: 'by name' }, noOption],
    [
      'list-order',
      { ...orders, listMockServices: 'oldest first', listActivity: 'newest first', stable: true },
      { listOrder: 'insertion' },
      { listActivity: 'newest first' },
      'another observation led to listOrder: "insertion"',
    ],
    ['delete-body', { ...accepted, status: 204 }, { deleteBody: 'empty' }, { status: 204 }, noOption],
    [
      'error-conditions',
      { statuses: { 'deleteMockService, deleted': 204 } },
      { repeatedDelete: 'accepted' },
      { statuses: { 'deleteMockService, deleted': 204 } },
      'the fake server responds with 200',
    ],
    ['timestamp-offset', { suffixes: ['+00:00', 'Z'] }, {}, { suffixes: ['+00:00', 'Z'] }, noOption],
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
      'error-statuses',
      { statuses: { 'getMockService, unknown id': 404, 'getMockService, malformed id': 400 } },
      {},
      { statuses: { 'getMockService, malformed id': 400 } },
      'the fake server responds with 404, as it does to similar requests',
    ],
    [
      'authentication',
      { statusWithout: 403, challenges: ['Bearer'] },
      { errorStatuses: { 401: 403 } },
      { statusWithout: 403 },
      'a profile contains no token, so set requiredToken (--token)',
    ],
    [
      'success-status',
      { statuses: { deleteMockService: [204] } },
      {},
      { statuses: { deleteMockService: [204] } },
      noOption,
    ],
    ['write-idempotency', { sameId: true }, {}, { sameId: true }, noOption],
    ['rate-limits', { headers: ['retry-after'] }, {}, { headers: ['retry-after'] }, noOption],
    ['weather', { sunny: true }, {}, { sunny: true }, 'the fake server does not know this open point'],
  ])(
    '`profileOptions` lists for %s what no option reproduces: `%j`',
    (point, value, options, observed, reason) => {
      expect(profileOptions(profileOf({ [point]: value }))).toEqual({
        options,
        unsupported: [{ point, observed, reason }],
      });
    },
  );
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
    [{ version: 1 }, 'observed: expected object, received nothing'],
    [{ version: 2, observed: [] }, 'received version 2'],
    [
      profileOf({ 'list-order': { ...orders, stable: 'yes' } }),
      'observed["list-order"].stable: expected boolean, received string',
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
