/** What a run says of a service that is odd in one way: why cases fail or are skipped, and what it observes. */
import { emptyWorld, type FakeServerOptions, type WireResponse } from '@mock-services/fake-server/core';
import {
  runConformance,
  type ConformanceOptions,
  type ConformanceReport,
} from '@mock-services/fake-server/conformance';
import { operationIds } from '@mock-services/sdk/contract';
import { describe, expect, test } from 'vitest';
import { activityEntry, idOf, mockService, workspace } from '../support/samples.ts';
import {
  body,
  having,
  instead,
  operationOf,
  recently,
  resource,
  responding,
  sending,
  without,
  type Fields,
  type Mutation,
} from './mutants/mutant.ts';
import { busyWorkspace, observationsOf, observed } from './support.ts';

interface Odd {
  readonly make?: () => Mutation;
  readonly fake?: FakeServerOptions;
  readonly run?: Partial<ConformanceOptions>;
}

const same: Mutation = (request, next) => next(request);
const hour = 3_600_000;
const at = (hours: number) => new Date(recently + hours * hour).toISOString();

/** So many mock services and workspaces, whose times and names are in the order of the numbers. */
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

const listing = (change: (items: Fields[]) => unknown) =>
  body(['listMockServices', 'listWorkspaces'], ({ data }) => ({ data: change(data as Fields[]) }));
const sorted = (key: (item: Fields) => unknown) =>
  listing((items) => items.toSorted((a, b) => (String(key(a)) < String(key(b)) ? -1 : 1)));
const byId = sorted(({ id }) => id);
const byName = sorted(({ title, name }) => title ?? name);
const scrambled = [3, 1, 2, 6, 5, 4];

/** Bodies of recorded messages, in turn. */
const recorded = (...bodies: string[]) => {
  let count = 0;
  const next = () => bodies[(count += 1) % bodies.length];
  return resource('listActivity', (entry) => {
    having('request.bodyBase64Encoded', next)(entry);
    having('response.bodyBase64Encoded', next)(entry);
  });
};

const withHeaderValues = (change: (value: unknown) => unknown) =>
  instead('createMockService', (request, next) =>
    next(
      request.body === '{'
        ? request
        : sending(request, (input) => {
            const config = input['config'] as Fields | undefined;
            if (config) {
              config['defaultResponseHeaders'] = Object.fromEntries(
                Object.entries(config['defaultResponseHeaders'] as object).map(([name, value]) => [
                  name,
                  change(value),
                ]),
              );
            }
            return input;
          }),
    ),
  );

const status = (code: number, headers: Record<string, string> = {}): Mutation => {
  const response: WireResponse = { status: code, headers, body: '' };
  return () => response;
};

/** An error that a list may be mistaken for. */
const later: WireResponse = { status: 503, headers: {}, body: '{"message":"Later.","limit":1}' };

const limited: Mutation = (request, next) => {
  const response = next({ ...request, path: request.path.replace('?limit=1', '') });
  if (operationOf({ ...request, path: request.path.split('?')[0] ?? '' }) !== 'listMockServices')
    return response;
  const { data } = JSON.parse(response.body) as { data: unknown[] };
  const page = request.path.endsWith('?limit=1') ? data.slice(0, 1) : data;
  return {
    ...response,
    headers: { ...response.headers, link: '</next>; rel="next"', 'retry-after': '1', 'x-quota': '9' },
    body: JSON.stringify({ data: page, meta: {} }),
  };
};

const services: readonly (readonly [name: string, odd: Odd])[] = [
  ['lists in the order of identifiers', { make: byId, fake: ranked(scrambled, scrambled) }],
  ['lists in the order of names', { make: byName, fake: ranked(scrambled, [2, 1, 3, 4, 6, 5]) }],
  ['short lists in the order of identifiers', { make: byId, fake: ranked([3, 1, 2, 4], [2, 1, 4, 3]) }],
  ['lists in no order', { make: listing((items) => [...items.slice(2), ...items.slice(0, 2)]) }],
  ['one item in each list', { fake: ranked([1], [1]) }],
  ['two items in each list', { fake: ranked([1, 2], [2, 1]) }],
  ['nothing', { fake: { seed: emptyWorld() } }],
  ['lists that obey a limit, with headers about pages and rates', { make: () => limited }],
  ['recorded bodies in both alphabets, some of them padded', { make: recorded('ab+/', '_-A=', '__8') }],
  ['recorded bodies in neither alphabet', { make: recorded('abcd', '') }],
  ['recorded bodies without padding', { make: recorded('abc') }],
  [
    'recorded paths without a query',
    {
      make: resource(
        'listActivity',
        having('request.path', () => '/plain'),
      ),
    },
  ],
  [
    'recorded requests without a path',
    {
      make: resource(
        'listActivity',
        having('request', () => null),
      ),
    },
  ],
  [
    'no expired workspaces',
    {
      make: body('listWorkspaces', ({ data }) => ({
        data: (data as Fields[]).filter(({ expiresAt }) => Date.parse(String(expiresAt)) > Date.now()),
      })),
    },
  ],
  [
    'workspaces that have all expired, and cannot be read',
    {
      fake: { seed: { workspaces: [workspace(1)], activity: { [idOf(1)]: [activityEntry(2)] } } },
      make: instead('listActivity', status(410)),
      run: { allowClear: idOf(1) },
    },
  ],
  [
    'workspaces without timestamps',
    {
      make: resource('listWorkspaces', (item) => {
        delete item['createdAt'];
        delete item['expiresAt'];
      }),
    },
  ],
  ['logs without entries', { fake: ranked([1, 2], [1, 2]), run: { allowClear: idOf(1) } }],
  [
    'entries without metadata',
    {
      make: resource(
        'listActivity',
        having('metadata', () => null),
      ),
    },
  ],
  ['header values as text', { make: withHeaderValues(String) }],
  ['header values that are all true', { make: withHeaderValues(() => true) }],
  ['items without identifiers', { make: resource(['listMockServices', 'listWorkspaces'], without('id')) }],
  ['identifiers that no path can hold', { make: listing((items) => items.map(() => ({ id: '..' }))) }],
  [
    'unknown fields of its own in each object',
    {
      make: () => (request, next) =>
        resource(
          'listWorkspaces',
          having('x-workspace', () => 1),
        )()(request, (inner) =>
          resource('getMockService', (service) => {
            service['x-service'] = 1;
            having('config.x-config', () => 1)(service);
            having('config.cors.x-cors', () => 1)(service);
          })()(inner, next),
        ),
    },
  ],
  ['items that are no objects', { make: listing((items) => [null, [], 'x', ...items]) }],
  [
    'mock services without a config',
    {
      make: resource(
        'getMockService',
        having('config', () => null),
      ),
    },
  ],
  [
    'types and methods that are no text',
    {
      make: resource(['listMockServices', 'getMockService', 'getWorkspaceConfiguration'], (item) => {
        item['type'] = 1;
        const { cors } = (item['config'] ?? {}) as { cors?: Fields };
        if (cors) cors['allowedMethods'] = [1];
      }),
    },
  ],
  [
    'errors instead of lists',
    {
      make: () => (request, next) => (request.path.endsWith('s') ? later : next(request)),
    },
  ],
  ['a log-in for everything', { make: () => status(401, { 'www-authenticate': 'Basic realm="x"' }) }],
  ['not modified', { make: () => status(304) }],
  [
    'creates without an identifier',
    { make: responding('createMockService', (response) => ({ ...response, body: '' })) },
  ],
  [
    'creates that redirect',
    {
      make: responding('createMockService', (response) => ({ ...response, status: 303, body: '' })),
    },
  ],
  ['creates that fail', { make: instead('createMockService', status(500)) }],
  ['updates that fail', { make: instead('updateMockService', status(500)) }],
  [
    'deletes of what is gone already',
    { make: responding('deleteMockService', (response) => ({ ...response, status: 410 })) },
  ],
  ['clears that fail', { make: instead('clearActivity', status(500)) }],
  [
    'versions in headers, and other statuses of success',
    {
      make: responding(operationIds, (response) => ({
        ...response,
        status: response.status + 2,
        headers: { 'x-api-version': '2', 'content-type': 'Application/JSON; charset=UTF-8' },
      })),
    },
  ],
];

/** What became of cases other than that they passed or observed something; a line for each verdict. */
function verdictsOf({ results }: ConformanceReport): string[] {
  const verdicts = new Map<string, string[]>();
  for (const result of results) {
    if (result.outcome === 'passed' || result.outcome === 'observed') continue;
    const verdict = result.outcome === 'failed' ? `fails: ${result.message}` : `skipped: ${result.reason}`;
    verdicts.set(verdict, [...(verdicts.get(verdict) ?? []), result.id]);
  }
  return [...verdicts].map(([verdict, ids]) => `${ids.join(', ')} ${verdict}`);
}

const runAt = ({ make, fake, run }: Odd) =>
  runConformance({
    ...observed((make ?? (() => same))(), fake),
    allowWrites: true,
    allowClear: busyWorkspace,
    ...run,
  });
const usual = new Set(observationsOf(await runAt({})));

describe('a service with', () => {
  test.each(services)('%s', async (_, odd) => {
    const report = await runAt(odd);
    expect([
      ...verdictsOf(report),
      ...observationsOf(report).filter((line) => !usual.has(line)),
    ]).toMatchSnapshot();
  });
});
