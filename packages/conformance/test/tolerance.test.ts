/** Checks that no case fails because a service decides an open point differently. */
import { emptyWorld, type FakeServerOptions } from '@mock-services/fake-server/core';
import { demoSeed } from '@mock-services/fake-server/demo';
import { runConformance, type Observations } from '@mock-services/conformance';
import { describe, expect, test } from 'vitest';
import {
  creating,
  having,
  listing,
  operationOf,
  resource,
  responding,
  type Fields,
  type Mutation,
} from './mutants/mutant.ts';
import {
  allAllowed,
  erring,
  everywhere,
  fraction,
  idsOf,
  listOf,
  runAll,
  serviceWith,
  tickingClock,
  unchanged,
} from './support.ts';

/** Creates a mutation that alternates between two mutations. */
function everyOther(one: Mutation, other: Mutation): Mutation {
  let count = 0;
  return (request, next) => ((count += 1) % 2 === 0 ? one : other)(request, next);
}

/** Names of objects whose keys are data. */
const maps = new Set(['defaultResponseHeaders', 'headers']);
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const upperCaseId = (value: unknown) =>
  /^[\da-f]{8}-/i.test(String(value)) ? String(value).toUpperCase() : value;

const reversed = listing(['listMockServices', 'listWorkspaces', 'listActivity'], (items) =>
  items.toReversed(),
);

const deleting = (headers: Record<string, string>, body: string) =>
  responding(['deleteMockService', 'clearActivity'], (response) => ({ ...response, headers, body }));

const rejecting =
  (text: RegExp): Mutation =>
  (request, next) =>
    text.test(request.body ?? '') ? { status: 400, headers: {}, body: '' } : next(request);

/** Creates a mutation that changes the sample mock services, but not the mock services that a run creates. */
const samples = (change: (service: Fields) => void) =>
  resource(['listMockServices', 'getMockService', 'getWorkspaceConfiguration'], (service) => {
    if (!String(service['title']).startsWith('Conformance')) change(service);
  });

const lowerCased = (texts: unknown) => (texts as string[]).map((text) => text.toLowerCase());

/** Encodes a recorded body with the URL-safe Base64 alphabet and without padding. */
const urlAlphabet = (text: unknown) =>
  String(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

function repeatedCreate(): Mutation {
  const known = new Map<string, string>();
  return (request, next) => {
    const response = next(request);
    if (operationOf(request) !== 'createMockService' || response.status !== 201) return response;
    const first = known.get(request.body ?? '') ?? response.body;
    known.set(request.body ?? '', first);
    return { ...response, body: first };
  };
}

function readableAfterDelete(): Mutation {
  const shown = new Map<string, string>();
  return (request, next) => {
    const response = next(request);
    if (operationOf(request) !== 'getMockService') return response;
    if (response.status === 200) shown.set(request.path, response.body);
    const body = shown.get(request.path);
    return body === undefined ? response : { status: 200, headers: {}, body };
  };
}

const any = expect.any(Object) as Record<string, never>;
const errorsWith = (status: number, body: string, fields: string[] = []) => ({
  'error-body': { status, body, fields },
  'error-statuses': { statuses: { 'getMockService, unknown id': status } },
  'required-fields': { without: { type: status, config: status } },
  'error-conditions': { statuses: { 'getMockService, deleted': status } },
});
const bodyAfterDelete = (contentType: string, body: string, fields: string[] = []) => ({
  'delete-body': { status: 200, contentType, body, fields },
  'clear-activity-body': { status: 200, contentType, body, fields },
  'content-type': any,
});

type Variation = readonly [name: string, make: () => Mutation, observed: object, fake?: FakeServerOptions];

/** Mutations that decide an open point differently, and the observations that each mutation changes. */
const variations: readonly Variation[] = [
  [
    'unknown fields in every object',
    () =>
      everywhere((value, key) =>
        isObject(value) && !maps.has(key) ? { 'x-new': { nested: [1] }, ...value, kind: null } : value,
      ),
    {
      'unknown-fields': { names: { 'config.cors': ['kind', 'x-new'], workspace: ['kind', 'x-new'] } },
      'metadata-fields': { types: { kind: ['null'], 'x-new': ['object'] } },
      pagination: { signs: ['x-new', 'kind'] },
    },
  ],
  [
    'fields in another order',
    () =>
      everywhere((value) =>
        isObject(value) ? Object.fromEntries(Object.entries(value).toReversed()) : value,
      ),
    {},
  ],
  [
    'timestamps without a fraction',
    () => fraction(0),
    { 'timestamp-fraction': { digits: [0] } },
    { clock: tickingClock() },
  ],
  [
    'timestamps with one fraction digit',
    () => fraction(1),
    { 'timestamp-fraction': { digits: [1] } },
    { clock: tickingClock() },
  ],
  ['timestamps with nine fraction digits', () => fraction(9), { 'timestamp-fraction': { digits: [9] } }],
  [
    'timestamps whose precision changes',
    () => everyOther(fraction(0), fraction(6)),
    { 'timestamp-fraction': { digits: [0, 6] } },
    { clock: tickingClock() },
  ],
  [
    'timestamps as Python writes them, with +00:00',
    () =>
      everywhere((value) =>
        /^\d{4}-\d\d-\d\dT.*Z$/.test(String(value)) ? String(value).replace(/Z$/, '000+00:00') : value,
      ),
    { 'timestamp-fraction': { digits: [6] }, 'timestamp-offset': { suffixes: ['+00:00'] } },
  ],
  [
    'identifiers in upper case',
    () => everywhere(upperCaseId),
    { 'identifier-form': { versions: [4], letterCase: 'upper' } },
  ],
  [
    'identifiers whose letter case changes',
    () => everyOther(everywhere(upperCaseId), unchanged),
    { 'identifier-form': { versions: [4], letterCase: 'mixed' } },
  ],
  [
    'reversed lists',
    reversed,
    { 'list-order': { listMockServices: 'newest first', listWorkspaces: 'other', stable: true } },
  ],
  [
    'lists whose order changes',
    () => everyOther(reversed(), unchanged),
    { 'list-order': { listMockServices: 'newest first', listWorkspaces: 'other', stable: false } },
  ],
  [
    'a JSON response to DELETE',
    deleting({ 'content-type': 'application/json' }, '{"deleted":true}'),
    bodyAfterDelete('application/json', 'json', ['deleted']),
  ],
  [
    'a text response to DELETE',
    deleting({ 'content-type': 'text/plain' }, 'gone'),
    bodyAfterDelete('text/plain', 'text'),
  ],
  [
    'a list in the response to DELETE',
    deleting({ 'content-type': 'application/json' }, '[]'),
    bodyAfterDelete('application/json', 'json'),
  ],
  ['errors as text with 400', () => erring(400, 'no'), errorsWith(400, 'text')],
  [
    'errors as an HTML page with 500',
    () => erring(500, '<!doctype html><title>Oops</title>'),
    errorsWith(500, 'html'),
  ],
  [
    'errors as JSON with 410',
    () => erring(410, '{"errors":[{"code":7}]}'),
    errorsWith(410, 'json', ['errors']),
  ],
  ['errors without a body with 409', () => erring(409, ''), errorsWith(409, 'empty')],
  [
    'a different content type',
    () => (request, next) => ({ ...next(request), headers: { 'content-type': 'text/plain; charset=utf-8' } }),
    {
      'error-body': { contentType: 'text/plain', body: 'json' },
      'delete-body': { contentType: 'text/plain' },
      'clear-activity-body': { contentType: 'text/plain' },
      'content-type': { responses: { listActivity: ['text/plain'], createMockService: ['text/plain'] } },
    },
  ],
  [
    'mock services of a type other than REST',
    samples((service) => {
      service['type'] = 'GRAPHQL';
    }),
    { 'type-values': { values: ['GRAPHQL'] } },
  ],
  [
    'header values of different types',
    samples((service) => {
      const headers = { a: 'text', b: 1, c: null, d: ['x'], e: { f: true } };
      if (service['config'] !== undefined) having('config.defaultResponseHeaders', () => headers)(service);
    }),
    { 'header-value-types': { seen: ['array', 'null', 'number', 'object', 'string'] } },
  ],
  [
    'different CORS methods',
    samples((service) => {
      const methods = ['PATCH', 'PROPFIND'];
      if (service['config'] !== undefined) having('config.cors.allowedMethods', () => methods)(service);
    }),
    { 'cors-methods': { values: ['PATCH', 'PROPFIND'] } },
  ],
  [
    'additional metadata',
    resource(
      'listActivity',
      having('metadata', (metadata) => ({ ...(metadata as object), tags: ['a'], retries: 2 })),
    ),
    { 'metadata-fields': { types: { retries: ['number'], tags: ['array'] } } },
  ],
  [
    'recorded bodies in the URL alphabet without padding',
    resource('listActivity', (entry) => {
      having('request.bodyBase64Encoded', urlAlphabet)(entry);
      having('response.bodyBase64Encoded', urlAlphabet)(entry);
    }),
    { 'base64-form': { alphabet: 'url', padding: 'never' } },
  ],
  [
    'an `updatedAt` that updates do not change',
    resource(['listMockServices', 'getMockService', 'updateMockService'], (service) => {
      service['updatedAt'] = service['createdAt'];
    }),
    { 'updated-at': { changed: false } },
  ],
  [
    'configurations unrelated to their workspaces',
    resource('getWorkspaceConfiguration', (configuration) => {
      configuration['id'] = '6F1D9C1E-4B7A-1D1C-0F8E-2A4B6C8D0E1F';
      configuration['title'] = 'Something else';
      configuration['createdAt'] = '2001-01-01T00:00:00Z';
    }),
    {
      'identifier-form': { versions: [1, 4], letterCase: 'mixed' },
      'timestamp-fraction': { digits: [0, 3] },
      'workspace-configuration-fields': { sameId: false, sameCreatedAt: false, nameIsTitle: false },
    },
  ],
  [
    'hosts and header names in lower case',
    creating((input) => {
      having('config.cors.allowedOrigins', lowerCased)(input);
      having('config.cors.allowedHeaders', lowerCased)(input);
    }),
    {},
  ],
  [
    'a repeated create that returns the first identifier',
    repeatedCreate,
    { 'write-idempotency': { sameId: true } },
  ],
  [
    'deleted mock services that can still be read',
    readableAfterDelete,
    { 'content-type': { responses: { getMockService: ['text/plain'] } } },
  ],
];

const usual = (await runAll()).profile.observed;

/** Returns the observations that differ from the observations of an unchanged fake server. */
function unusual(observed: Observations): Record<string, unknown> {
  const all: Readonly<Record<string, unknown>> = usual;
  return Object.fromEntries(
    Object.entries(observed).filter(([id, value]) => JSON.stringify(value) !== JSON.stringify(all[id])),
  );
}

describe('services that the suite accepts', () => {
  test('the fake server passes, and every observable open point is observed', () => {
    expect(usual).toEqual({
      'unknown-fields': { names: {} },
      'identifier-form': { versions: [4], letterCase: 'lower' },
      'timestamp-fraction': { digits: [3] },
      'timestamp-offset': { suffixes: ['Z'] },
      'type-values': { values: ['REST'] },
      'cors-methods': { values: ['DELETE', 'GET', 'POST', 'PUT'] },
      'metadata-fields': { types: {} },
      'base64-form': { alphabet: 'standard', padding: 'always' },
      'recorded-path': { withQuery: true },
      expiry: { expiredListed: true, activityStatus: 200 },
      'workspace-configuration-fields': { sameId: true, sameCreatedAt: true, nameIsTitle: false },
      'workspace-lifetime': { shortestMs: 604_800_000, longestMs: 1_209_600_000 },
      'query-parameters': { unknownParameter: { listMockServices: 200, listWorkspaces: 200 } },
      pagination: { signs: [], limitHonored: false },
      'list-order': {
        listMockServices: 'oldest first',
        listWorkspaces: 'other',
        listActivity: 'oldest first',
        stable: true,
      },
      authentication: { statusWithout: 200, challenges: [] },
      'error-body': {
        status: 404,
        contentType: 'application/problem+json',
        body: 'json',
        fields: ['type', 'title', 'status', 'detail'],
      },
      'error-statuses': any,
      'header-value-types': { seen: ['boolean'], kept: any },
      'required-fields': { without: { type: 422, config: 422 } },
      'write-idempotency': { sameId: false },
      'updated-at': { changed: true },
      'delete-body': { status: 200, contentType: null, body: 'empty', fields: [] },
      'error-conditions': { statuses: { 'getMockService, deleted': 404, 'deleteMockService, deleted': 404 } },
      'clear-activity-body': { status: 200, contentType: null, body: 'empty', fields: [] },
      'content-type': any,
      'success-status': any,
      'rate-limits': { headers: [] },
      versioning: { headers: [] },
    });
  });

  test.each(variations.map(([name, ...rest]) => [name, rest] as const))(
    'the conformance suite accepts a service with %s',
    async (_, [make, observed, fake]) => {
      const service = serviceWith(make(), fake);
      const before = listOf(service.fake).length;
      const report = await runConformance({ ...service, ...allAllowed });
      expect(idsOf(report, 'failed')).toEqual([]);
      expect(report).toMatchObject({ ok: true, skipped: 0 });
      const seen = unusual(report.profile.observed);
      expect(seen).toMatchObject(observed);
      expect(Object.keys(seen).toSorted()).toEqual(Object.keys(observed).toSorted());
      expect(listOf(service.fake).length - before).toBeLessThanOrEqual(1);
    },
  );

  test.each([
    ['text beyond ASCII', /[^ -~]/, []],
    ['text beyond 255 characters', /"[^"]{256,}"/, ['create-keeps-urls-and-names']],
    ['every unusual text', /[^ -~]|\\|long|aBaB|\$| {2}|%/, ['create-keeps-urls-and-names']],
  ])('the conformance suite accepts a service that rejects %s', async (_, text, skipped) => {
    const report = await runConformance({ ...serviceWith(rejecting(text)), allowWrites: true });
    expect(idsOf(report, 'failed')).toEqual([]);
    expect(idsOf(report, 'skipped')).toEqual(expect.arrayContaining(skipped));
    expect(idsOf(report, 'passed')).toContain('create-stored');
  });

  test('the conformance suite accepts error responses for expired workspaces', async () => {
    const gone: Mutation = (request, next) => {
      const isOfWorkspace = ['listActivity', 'getWorkspaceConfiguration'].includes(
        operationOf(request) ?? '',
      );
      return isOfWorkspace ? { status: 410, headers: {}, body: '' } : next(request);
    };
    const report = await runConformance(
      serviceWith(gone, { seed: demoSeed({ now: '2020-01-01T00:00:00Z' }) }),
    );
    expect(idsOf(report, 'failed')).toEqual([]);
    expect(idsOf(report, 'skipped')).toContain('list-activity-answer');
    expect(report.profile.observed.expiry).toEqual({ expiredListed: true, activityStatus: 410 });
  });

  test('the conformance suite accepts a paginated list of mock services', async () => {
    const paged = responding('listMockServices', (response) => {
      const { data } = JSON.parse(response.body) as { data: unknown[] };
      const page = { data: data.slice(0, 3), total: data.length, next: '/?page=2' };
      return { ...response, body: JSON.stringify(page) };
    });
    const report = await runConformance({ ...serviceWith(paged()), allowWrites: true });
    expect(idsOf(report, 'failed')).toEqual([]);
    expect(idsOf(report, 'skipped')).toContain('create-listed');
    expect(report.profile.observed.pagination).toEqual({ signs: ['total', 'next'], limitHonored: false });
  });

  test('the conformance suite skips cases that need resources if a service has none', async () => {
    const service = serviceWith(undefined, { seed: emptyWorld() });
    const report = await runConformance({ ...service, allowWrites: true });
    expect(report).toMatchObject({ ok: true, failed: 0 });
    expect(idsOf(report, 'skipped')).toEqual(
      expect.arrayContaining(['workspace-fields', 'activity-entry-fields', 'mock-service-fields']),
    );
    expect(idsOf(report, 'passed')).toEqual(expect.arrayContaining(['create-stored', 'delete-unlists']));
  });

  test.each([404, 410])(
    'a run succeeds if another client deletes a mock service in the meantime: %i',
    async (status) => {
      const service = serviceWith(undefined, { errorStatuses: { 404: status } });
      const [gone] = listOf(service.fake);
      const fetch = (url: string, init: RequestInit) => {
        if (url.endsWith(gone?.id ?? '-')) service.fake.mockServices.delete(gone?.id ?? '');
        return service.fetch(url, init);
      };
      expect(idsOf(await runConformance({ ...service, fetch }), 'failed')).toEqual([]);
    },
  );
});
