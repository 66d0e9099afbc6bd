/** Tests runs against unusual services: the failed cases, the skipped cases, and the observations. */
import { emptyWorld, type FakeServerOptions, type WireResponse } from '@mock-services/fake-server/core';
import { cases, type RunOptions } from '@mock-services/conformance';
import { operationIds } from '@mock-services/sdk/contract';
import { describe, expect, test } from 'vitest';
import {
  creating,
  field,
  having,
  instead,
  listing,
  operationOf,
  recently,
  resource,
  responding,
  without,
  type Fields,
  type Mutation,
} from './mutants/mutant.ts';
import { activityEntry, idOf, idsOf, mockService, runAll, serviceWith, workspace } from './support.ts';

interface Odd {
  readonly make?: () => Mutation;
  readonly fake?: FakeServerOptions;
  readonly run?: Partial<RunOptions>;
  /** Ids of the cases that must fail. By default, no case fails. */
  readonly fails?: readonly string[];
  /** Ids of the cases that must be skipped. */
  readonly skips?: readonly string[];
  /** Expected observations. */
  readonly observes?: object;
}

const lists = ['listMockServices', 'listWorkspaces'] as const;
const at = (hours: number) => new Date(recently + hours * 3_600_000).toISOString();

/** Returns mock services and workspaces whose times and names have the given order. */
const ranked = (times: readonly number[], names: readonly number[]): FakeServerOptions => ({
  seed: {
    mockServices: times.map((time, i) =>
      mockService(i, { title: `Title ${names[i]}`, createdAt: at(time - 9), updatedAt: at(time) }),
    ),
    workspaces: times.map((time, i) =>
      workspace(i, { name: `Name ${names[i]}`, createdAt: at(time - 9), expiresAt: at(9 + 2 * time) }),
    ),
  },
});

const sorted = (key: (item: Fields) => unknown) =>
  listing(lists, (items) => items.toSorted((a, b) => (String(key(a)) < String(key(b)) ? -1 : 1)));
const byId = sorted(({ id }) => id);
const byName = sorted(({ title, name }) => title ?? name);
const scrambled = [3, 1, 2, 6, 5, 4];

/** Replaces the recorded bodies with `bodies`. If there are more recorded bodies, `bodies` are repeated. */
const recorded = (...bodies: string[]) => {
  let count = 0;
  const next = () => bodies[(count += 1) % bodies.length];
  return resource('listActivity', (entry) => {
    having('request.bodyBase64Encoded', next)(entry);
    having('response.bodyBase64Encoded', next)(entry);
  });
};

const withHeaderValues = (change: (value: unknown) => unknown) =>
  creating(
    having('config.defaultResponseHeaders', (headers) =>
      Object.fromEntries(Object.entries(headers as object).map(([name, value]) => [name, change(value)])),
    ),
  );

const status = (code: number, headers: Record<string, string> = {}): Mutation => {
  const response: WireResponse = { status: code, headers, body: '' };
  return () => response;
};

/** Supports the query parameter `limit`, and sends headers about pages and rate limits. */
const limited: Mutation = (request, next) => {
  const path = request.path.replace('?limit=1', '');
  const response = next({ ...request, path });
  if (operationOf({ ...request, path }) !== 'listMockServices') return response;
  const { data } = JSON.parse(response.body) as { data: unknown[] };
  const page = path === request.path ? data : data.slice(0, 1);
  return {
    ...response,
    headers: { ...response.headers, link: '</next>; rel="next"', 'retry-after': '1', 'x-quota': '9' },
    body: JSON.stringify({ data: page, meta: {} }),
  };
};

const ownFields = (): Mutation => (request, next) =>
  field('listWorkspaces', 'x-workspace', () => 1)()(request, (inner) =>
    resource('getMockService', (service) => {
      service['x-service'] = 1;
      having('config.x-config', () => 1)(service);
      having('config.cors.x-cors', () => 1)(service);
    })()(inner, next),
  );

/** Returns the case ids in a string. */
const idsIn = (text: string) => text.trim().split(/\s+/);

const clearCases = idsIn('clear-activity-answer clear-activity-empties clear-activity-leaves-others');
/** Cases that can only run if an activity entry exists. */
const entryCases = idsIn(`
  activity-entry-fields activity-method activity-status activity-request-body activity-response-body
  metadata-fields base64-form recorded-path`);
/** Cases that can only run if the service lists workspaces. */
const workspaceCases = idsIn(`${entryCases.join(' ')}
  get-workspace-configuration-answer list-activity-answer workspace-fields workspace-expiry
  workspace-configuration-shape expiry workspace-configuration-fields workspace-lifetime`);
/** Cases that can only run if the service lists mock services. */
const mockServiceCases = idsIn(`
  get-mock-service-answer get-mock-service-listed mock-service-summary-fields mock-service-fields`);
/** Cases that can only run if any resource exists. */
const resourceCases = idsIn(`
  identifiers-uuid timestamps-utc unknown-fields identifier-form timestamp-fraction type-values cors-methods
  header-value-types`);
/** Cases that can only run if a mock service can be created. */
const createdCases = idsIn(`
  create-only-identifier create-sets-identity create-distinct create-stored create-header-values
  create-empty-allowed-headers create-listed reads-change-nothing update-answer update-result update-stored
  update-keeps-identity update-listed update-leaves-others update-keeps-text delete-answer delete-unlists
  delete-leaves-others life-cycle updated-at delete-body error-conditions create-keeps-text
  create-keeps-urls-and-names write-idempotency`);
/** Cases that search for a mock service in the list. */
const listedCases = idsIn(`
  create-listed reads-change-nothing update-listed delete-unlists delete-leaves-others`);
/** Cases that compare a mock service with the input of its create request. */
const storedCases = idsIn('create-stored reads-change-nothing update-leaves-others delete-leaves-others');

const failedCreates = (change: (response: WireResponse) => WireResponse): Odd => ({
  make: responding('createMockService', change),
  fails: ['create-answer'],
  skips: createdCases,
});

const services: Readonly<Record<string, Odd>> = {
  'lists in the order of identifiers': {
    make: byId,
    fake: ranked(scrambled, scrambled),
    fails: clearCases,
    skips: entryCases,
    observes: {
      'list-order': { listMockServices: 'by id', listWorkspaces: 'by id', listActivity: 'too short' },
      'workspace-lifetime': { shortestMs: 68_400_000, longestMs: 86_400_000 },
    },
  },
  'lists in the order of names': {
    make: byName,
    fake: ranked(scrambled, [2, 1, 3, 4, 6, 5]),
    fails: clearCases,
    observes: { 'list-order': { listMockServices: 'by name', listWorkspaces: 'by name' } },
  },
  'lists of four items, too few to tell the order of identifiers': {
    make: byId,
    fake: ranked([3, 1, 2, 4], [2, 1, 4, 3]),
    fails: clearCases,
    observes: { 'list-order': { listMockServices: 'other', listWorkspaces: 'other' } },
  },
  'lists without an order': {
    make: listing(lists, (items) => [...items.slice(2), ...items.slice(0, 2)]),
    observes: { 'list-order': { listMockServices: 'other', listWorkspaces: 'other' } },
  },
  'one item in each list': {
    fake: ranked([1], [1]),
    fails: clearCases,
    skips: ['pagination', 'list-order', 'recorded-path', 'base64-form'],
  },
  'two items in each list': {
    fake: ranked([1, 2], [2, 1]),
    fails: clearCases,
    observes: { 'list-order': { listMockServices: 'oldest first', listWorkspaces: 'oldest first' } },
  },
  'no resources': {
    fake: { seed: emptyWorld() },
    fails: clearCases,
    skips: [
      ...mockServiceCases,
      ...workspaceCases,
      ...resourceCases,
      'clear-activity-body',
      'pagination',
      'list-order',
    ],
  },
  'lists that obey a limit, and headers about pages and rates': {
    make: () => limited,
    observes: {
      pagination: { signs: ['meta', 'link'], limitHonored: true },
      'rate-limits': { headers: ['retry-after', 'x-quota'] },
    },
  },
  'recorded bodies in both alphabets, some of them padded': {
    make: recorded('ab+/', '_-A=', '__8'),
    observes: { 'base64-form': { alphabet: 'both', padding: 'sometimes' } },
  },
  'recorded bodies that any alphabet has': {
    make: recorded('abcd', ''),
    skips: ['base64-form'],
  },
  'recorded bodies without padding': {
    make: recorded('abc'),
    observes: { 'base64-form': { alphabet: 'either', padding: 'never' } },
  },
  'recorded paths without a query': {
    make: field('listActivity', 'request.path', () => '/plain'),
    observes: { 'recorded-path': { withQuery: false } },
  },
  'recorded requests without a path': {
    make: field('listActivity', 'request', () => null),
    fails: ['activity-entry-fields'],
    skips: ['recorded-path'],
  },
  'no expired workspaces': {
    make: listing('listWorkspaces', (items) =>
      items.filter(({ expiresAt }) => Date.parse(String(expiresAt)) > Date.now()),
    ),
    skips: ['expiry'],
  },
  'workspaces that have all expired, and whose logs cannot be read': {
    fake: { seed: { workspaces: [workspace(1)], activity: { [idOf(1)]: [activityEntry(2)] } } },
    make: instead('listActivity', status(410)),
    run: { allowClear: idOf(1) },
    fails: clearCases,
    skips: [...mockServiceCases, 'list-activity-answer', ...entryCases],
    observes: {
      expiry: { expiredListed: true, activityStatus: 410 },
      'header-value-types': { seen: [] },
      'workspace-configuration-fields': { nameIsTitle: true },
    },
  },
  'workspaces without timestamps': {
    make: resource('listWorkspaces', (item) => {
      delete item['createdAt'];
      delete item['expiresAt'];
    }),
    fails: ['timestamps-utc', 'workspace-fields'],
    skips: ['workspace-lifetime'],
    observes: { 'workspace-configuration-fields': { sameId: true, sameCreatedAt: false } },
  },
  'logs without entries': {
    fake: ranked([1, 2], [1, 2]),
    run: { allowClear: idOf(1) },
    skips: [...entryCases, 'clear-activity-empties', 'clear-activity-leaves-others'],
  },
  'entries without metadata': {
    make: field('listActivity', 'metadata', () => null),
    fails: ['activity-entry-fields'],
  },
  'header values as strings': {
    make: withHeaderValues(String),
    fails: [...storedCases, 'create-header-values', 'create-keeps-urls-and-names'],
    observes: { 'header-value-types': { kept: { string: true, number: false, null: false } } },
  },
  'header values that are all true': {
    make: withHeaderValues(() => true),
    fails: [...storedCases, 'create-header-values'],
    observes: {
      'header-value-types': { kept: { string: false, array: false } },
      'text-forms': { fields: { 'config.defaultResponseHeaders': 'kept', title: 'changed' } },
    },
  },
  'items without identifiers': {
    make: resource(lists, without('id')),
    fails: ['identifiers-uuid', 'mock-service-summary-fields', 'workspace-fields', ...listedCases],
    skips: ['get-mock-service-answer', 'get-workspace-configuration-answer', ...entryCases, 'expiry'],
  },
  'identifiers that no path can hold': {
    make: listing(lists, (items) => items.map(() => ({ id: '..' }))),
    fails: [
      ...listedCases,
      ...idsIn('identifiers-uuid timestamps-utc mock-service-summary-fields workspace-fields'),
    ],
    skips: ['get-mock-service-answer', 'identifier-form', 'cors-methods', 'workspace-lifetime', 'list-order'],
  },
  'its own unknown fields in each object': {
    make: ownFields,
    observes: {
      'unknown-fields': {
        names: {
          config: ['x-config'],
          'config.cors': ['x-cors'],
          'mock service': ['x-service'],
          workspace: ['x-workspace'],
        },
      },
    },
  },
  'items that are not objects': {
    make: listing(lists, (items) => [null, [], 'x', ...items]),
    fails: ['mock-service-summary-fields', 'workspace-fields'],
    observes: { 'list-order': { listMockServices: 'other', listWorkspaces: 'other' } },
  },
  'mock services without a config': {
    make: field('getMockService', 'config', () => null),
    fails: [
      ...storedCases,
      ...idsIn(`
          mock-service-fields create-sets-identity update-stored create-header-values create-empty-allowed-headers create-keeps-text update-keeps-text create-keeps-urls-and-names`),
    ],
  },
  'types and methods that are numbers': {
    make: resource(['listMockServices', 'getMockService', 'getWorkspaceConfiguration'], (item) => {
      item['type'] = 1;
      if (item['config'] !== undefined) having('config.cors.allowedMethods', () => [1])(item);
    }),
    fails: [
      ...storedCases,
      ...idsIn(`
          mock-service-summary-fields mock-service-fields workspace-configuration-shape create-sets-identity create-listed update-stored create-keeps-urls-and-names`),
    ],
    skips: ['type-values', 'cors-methods'],
  },
  'errors in place of lists': {
    make: () => (request, next) =>
      request.path.endsWith('s')
        ? { status: 503, headers: {}, body: '{"message":"Later.","limit":1}' }
        : next(request),
    fails: ['list-workspaces-answer', 'list-mock-services-answer', ...listedCases],
    skips: [
      ...mockServiceCases,
      ...workspaceCases,
      ...resourceCases,
      'clear-activity-leaves-others',
      'pagination',
      'list-order',
      'query-parameters',
      'authentication',
    ],
  },
  'a login for every request': {
    make: () => status(401, { 'www-authenticate': 'Basic realm="x"' }),
    skips: cases.map(({ id }) => id).filter((id) => id !== 'reachable' && id !== 'authentication'),
    observes: { authentication: { statusWithout: 401, challenges: ['Basic'] } },
  },
  'a 304 for every request': {
    make: () => status(304),
    fails: ['list-workspaces-answer', 'list-mock-services-answer', 'create-answer', ...clearCases],
    skips: [...workspaceCases, ...createdCases],
  },
  'creates without an identifier': failedCreates((response) => ({ ...response, body: '' })),
  'creates that redirect': failedCreates((response) => ({ ...response, status: 303, body: '' })),
  'creates that fail': failedCreates((response) => ({ ...response, status: 500, body: '' })),
  'updates that fail': {
    make: instead('updateMockService', status(500)),
    fails: idsIn(`
          update-answer update-result update-stored update-keeps-identity update-listed update-leaves-others life-cycle`),
    skips: ['update-keeps-text', 'updated-at'],
  },
  'clears that fail': {
    make: instead('clearActivity', status(500)),
    fails: ['clear-activity-answer', 'clear-activity-empties'],
    skips: ['clear-activity-body'],
  },
};

describe('an unusual service', () => {
  test.each(Object.entries(services))(
    'a run has exactly the expected failures for a service with %s',
    async (_, { make, fake, run, fails = [], skips = [], observes = {} }) => {
      const service = serviceWith(make?.(), fake);
      const report = await runAll(undefined, { ...service, ...run });
      expect(idsOf(report, 'failed').toSorted()).toEqual([...new Set(fails)].toSorted());
      expect(idsOf(report, 'skipped')).toEqual(expect.arrayContaining([...skips]));
      expect(report.profile.observed).toMatchObject(observes);
    },
  );

  test('unexpected success statuses fail the create and update cases', async () => {
    const make = responding(operationIds, (response) => ({
      ...response,
      status: response.status + 2,
      headers: { 'x-api-version': '2', 'content-type': 'Application/JSON; charset=UTF-8' },
    }));
    const report = await runAll(make());
    expect(idsOf(report, 'failed')).toEqual(expect.arrayContaining(['create-answer', 'update-answer']));
    expect(idsOf(report, 'skipped')).toEqual(['updated-at', 'clear-activity-body']);
    expect(report.profile.observed).toMatchObject({
      'delete-body': { status: 202, contentType: 'application/json', body: 'empty' },
      'success-status': { statuses: { createMockService: [203], listWorkspaces: [202] } },
      versioning: { headers: ['x-api-version'] },
    });
  });
});
