/** Tests runs against unusual services: the failed cases, the skipped cases, and the observations. */
import {
  emptyWorld,
  type FakeServerOptions,
  type WireRequest,
  type WireResponse,
} from '@mock-services/fake-server/core';
import { operationIds } from '@mock-services/sdk/contract';
import { expect, test } from 'vitest';
import { acceptedServices } from './odd-services/accepted.ts';
import { evidenceServices } from './odd-services/evidence.ts';
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
  sending,
  without,
  type Fields,
  type Mutation,
  type Next,
} from './mutants/mutant.ts';
import {
  activityEntry,
  differencesFrom,
  erring,
  fraction,
  idOf,
  listOf,
  mockService,
  reading,
  runAll,
  serviceWith,
  tickingClock,
  unchanged,
  workspace,
  type Odd,
} from './support.ts';

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

const failedCreates = (change: (response: WireResponse) => WireResponse): Odd => ({
  make: responding('createMockService', change),
});

/** Rows for services that differ in a single value. */
function rowsOf<Value>(
  what: string,
  values: readonly Value[],
  make: (value: Value) => () => Mutation,
): Readonly<Record<string, Odd>> {
  return Object.fromEntries(
    values.map((value) => [`the ${what} ${JSON.stringify(value)}`, { make: make(value), run: reading }]),
  );
}

const services: Readonly<Record<string, Odd>> = {
  ...acceptedServices,
  ...evidenceServices,
  'lists in the order of identifiers': {
    make: byId,
    fake: ranked(scrambled, scrambled),
  },
  'lists in the order of names': {
    make: byName,
    fake: ranked(scrambled, [2, 1, 3, 4, 6, 5]),
  },
  'lists of five items, enough to tell the order of identifiers': {
    make: byId,
    fake: ranked([3, 1, 2, 5, 4], [2, 1, 4, 3, 5]),
  },
  'lists of four items, too few to tell the order of identifiers': {
    make: byId,
    fake: ranked([3, 1, 2, 4], [2, 1, 4, 3]),
  },
  'lists without an order': {
    make: listing(lists, (items) => [...items.slice(2), ...items.slice(0, 2)]),
  },
  'one item in each list': {
    fake: ranked([1], [1]),
  },
  'two items in each list': {
    fake: ranked([1, 2], [2, 1]),
  },
  'no resources': {
    fake: { seed: emptyWorld() },
    run: {},
  },
  'lists that obey a limit, and headers about pages and rates': {
    make: () => limited,
  },
  'recorded bodies in both alphabets, some of them padded': {
    run: reading,
    make: recorded('ab+/', '_-A=', '__8'),
  },
  'recorded bodies that any alphabet has': {
    run: reading,
    make: recorded('abcd', ''),
  },
  'recorded bodies without padding': {
    run: reading,
    make: recorded('abc'),
  },
  'recorded paths without a query': {
    run: reading,
    make: field('listActivity', 'request.path', () => '/plain'),
  },
  'recorded requests without a path': {
    run: reading,
    make: field('listActivity', 'request', () => null),
  },
  'no expired workspaces': {
    run: reading,
    make: listing('listWorkspaces', (items) =>
      items.filter(({ expiresAt }) => Date.parse(String(expiresAt)) > Date.now()),
    ),
  },
  'workspaces that have all expired, and whose logs cannot be read': {
    fake: { seed: { workspaces: [workspace(1)], activity: { [idOf(1)]: [activityEntry(2)] } } },
    make: instead('listActivity', status(410)),
    run: { allowClear: idOf(1) },
  },
  'workspaces without timestamps': {
    run: reading,
    make: resource('listWorkspaces', (item) => {
      delete item['createdAt'];
      delete item['expiresAt'];
    }),
  },
  'logs without entries': {
    fake: ranked([1, 2], [1, 2]),
    run: { allowClear: idOf(1) },
  },
  'entries without metadata': {
    run: reading,
    make: field('listActivity', 'metadata', () => null),
  },
  'header values as strings': {
    make: withHeaderValues(String),
  },
  'header values that are all true': {
    make: withHeaderValues(() => true),
  },
  'items without identifiers': {
    make: resource(lists, without('id')),
  },
  'identifiers that no path can hold': {
    make: listing(lists, (items) => items.map(() => ({ id: '..' }))),
  },
  'its own unknown fields in each object': {
    make: ownFields,
  },
  'items that are not objects': {
    make: listing(lists, (items) => [null, [], 'x', ...items]),
  },
  'mock services without a config': {
    make: field('getMockService', 'config', () => null),
  },
  'types and methods that are numbers': {
    make: resource(['listMockServices', 'getMockService', 'getWorkspaceConfiguration'], (item) => {
      item['type'] = 1;
      if (item['config'] !== undefined) having('config.cors.allowedMethods', () => [1])(item);
    }),
  },
  'errors in place of lists': {
    make: () => (request, next) =>
      request.path.endsWith('s')
        ? { status: 500, headers: {}, body: '{"message":"Later.","limit":1}' }
        : next(request),
  },
  'a login for every request': {
    make: () => status(401, { 'www-authenticate': 'Basic realm="x"' }),
  },
  'a 304 for every request': {
    make: () => status(304),
  },
  'creates without an identifier': failedCreates((response) => ({ ...response, body: '' })),
  'creates that redirect': failedCreates((response) => ({ ...response, status: 303, body: '' })),
  'creates that fail': failedCreates((response) => ({ ...response, status: 500, body: '' })),
  'updates that fail': {
    make: instead('updateMockService', status(500)),
  },
  'clears that fail': {
    make: instead('clearActivity', status(500)),
  },
  'other success statuses': {
    make: responding(operationIds, (response) => ({
      ...response,
      status: response.status + 2,
      headers: { 'x-api-version': '2', 'content-type': 'Application/JSON; charset=UTF-8' },
    })),
  },
  // Values on both sides of a limit.
  ...rowsOf('recorded status', [99, 100, 599, 600, 999, 1000], (value) =>
    field('listActivity', 'response.statusCode', () => value),
  ),
  ...rowsOf('recorded method', ['get', "!#$%&'*+.^_`|~-0", '', 'GET ', 'G\u00C9T', 'A/B'], (value) =>
    field('listActivity', 'request.method', () => value),
  ),
  ...rowsOf(
    'recorded body',
    ['A', 'AB', 'ABC', 'ABCDE', 'AB=', 'AB==', 'ABC==', 'ABC===', 'A B\r\n==', 'AB==ABCD', '=', '\u00E4'],
    (value) => recorded(value),
  ),
  // Values of open points that no service above shows.
  ...Object.fromEntries(
    [
      ['ab+/', 'YQ=='],
      ['ab+/', 'YWI'],
      ['YQ==', 'YQ=='],
      ['YQ==', 'YWI'],
      ['_-A=', 'abcd'],
      ['abcd', 'a_cd'],
      ['a+cd', 'abcd'],
      ['a+cd', '', 'a-cd'],
    ].map((bodies) => [
      `the recorded bodies ${bodies.join(' ')}`,
      { make: recorded(...bodies), run: reading },
    ]),
  ),
  ...Object.fromEntries(
    [
      {
        status: 401,
        headers: { 'www-authenticate': 'Negotiate, Digest realm="a, b", nonce=x, Basic' },
        body: '',
      },
      ...[403, 302, 500, 200].map((code) => ({ status: code, headers: {}, body: '' })),
    ].map((refuse) => [
      `the status ${refuse.status} for requests without a key`,
      {
        make: () => (request: WireRequest, next: Next) =>
          request.headers?.['x-key'] === '7' ? next(request) : refuse,
        run: { ...reading, headers: { 'X-Key': '7' } },
      },
    ]),
  ),
  'timestamps of 3, 12, 0 and 9 fraction digits': {
    make: () => {
      let count = 0;
      const [three, twelve, zero, nine] = [3, 12, 0, 9].map(fraction);
      return (request, next) => ([three, twelve, zero, nine][(count += 1) % 4] ?? unchanged)(request, next);
    },
    fake: { clock: tickingClock() },
    run: {},
  },
  'identifiers of versions 7 and 1, without letters': {
    fake: {
      seed: {
        mockServices: ['7', '1', '7'].map((version, i) =>
          mockService(i, { id: `0000000${i}-0000-${version}000-8000-000000000000` }),
        ),
      },
    },
  },
  'two lists of two equally old items': {
    fake: ranked([1, 1], [1, 2]),
  },
  'lists that are the newest first, whose ends are equally old': {
    fake: ranked([4, 4, 3, 2, 2], [1, 2, 3, 4, 5]),
  },
  'lists of five items by neither id nor name': {
    fake: ranked([3, 1, 5, 2, 4], [3, 1, 5, 2, 4]),
    make: listing(lists, (items) =>
      items.toSorted((a, b) => (String(a['id']).slice(-1) > String(b['id']).slice(-1) ? -1 : 1)),
    ),
  },
  'a log that is the newest first': {
    run: reading,
    make: listing('listActivity', (items) => items.toReversed()),
  },
  'a log without an order': {
    run: reading,
    make: listing('listActivity', (items) => [...items.slice(1), ...items.slice(0, 1)]),
  },
  'no list of workspaces': { make: instead('listWorkspaces', status(500)) },
  'no list of mock services': { make: instead('listMockServices', status(500)) },
  'signs of pages, and lists that are too short to have any': {
    fake: ranked([1], [1]),
    make: responding(lists, (response) => ({
      ...response,
      headers: { ...response.headers, 'x-total-count': '1', 'content-range': '0-0/1', 'x-pages': '1' },
    })),
  },
  'a limit that only the list of workspaces obeys': {
    fake: { seed: { mockServices: [mockService(1)], workspaces: [workspace(1), workspace(2)] } },
    make: () => (request, next) =>
      listing('listWorkspaces', (items) => (request.path.endsWith('limit=1') ? items.slice(0, 1) : items))()(
        request,
        next,
      ),
  },
  'a limit of two in place of one': {
    run: reading,
    make: () => (request, next) =>
      listing('listMockServices', (items) =>
        request.path.endsWith('limit=1') ? items.slice(0, 2) : items,
      )()(request, next),
  },
  'lifetimes in no order': {
    fake: {
      seed: {
        workspaces: [5, 1, 9, 3].map((hours, i) => workspace(i, { createdAt: at(-1), expiresAt: at(hours) })),
      },
    },
  },
  'one workspace of several whose configuration differs': {
    run: reading,
    make: () => {
      let count = 0;
      return resource('getWorkspaceConfiguration', (configuration) => {
        if ((count += 1) === 2)
          Object.assign(configuration, { title: 'Other', createdAt: '2001-01-01T00:00:00.000Z' });
        if (count === 1) configuration['id'] = idOf(7);
      })();
    },
  },
  'metadata of several types': {
    run: reading,
    make: () => {
      let count = 0;
      return resource('listActivity', (entry) => {
        count += 1;
        Object.assign(entry['metadata'] as object, {
          zone: count % 2 === 0 ? 'text' : null,
          again: count > 1 ? [1] : { a: 1 },
        });
      })();
    },
  },
  'unknown fields in upstreams, messages, entries and configurations': {
    run: reading,
    make: () => (request, next) =>
      resource('listActivity', (entry) => {
        Object.assign(entry, { zone: 1, 'x-entry': 1 });
        having('request.x-request', () => 1)(entry);
        having('response.x-response', () => 1)(entry);
      })()(request, (inner) =>
        resource('getWorkspaceConfiguration', (configuration) => {
          configuration['x-own'] = null;
          having('config.upstreams', () => [
            { name: 'a', url: 'https://a.example' },
            { name: 'b', url: 'https://b.example', weight: 2 },
          ])(configuration);
        })()(inner, next),
      ),
  },
  'a query only in the last recorded path': {
    run: reading,
    make: listing('listActivity', (items) =>
      items.map((item, i) => {
        having('request.path', () => (i === items.length - 1 ? '/a?' : '/a'))(item);
        return item;
      }),
    ),
  },
  'creates for which the type is optional': {
    make: instead('createMockService', (request, next) =>
      next(sending(request, (input) => ('config' in input ? { type: 'REST', ...input } : input))),
    ),
  },
  'creates that fail without a config': {
    make: instead('createMockService', (request, next) =>
      request.body?.includes('"config"') === false ? { status: 500, headers: {}, body: '' } : next(request),
    ),
  },
  'creates that reject a repeated title': {
    make: () => {
      const titles = new Set<unknown>();
      return instead('createMockService', (request, next) => {
        const [title] = /"title":"(?:[^"\\]|\\.)*"/.exec(request.body ?? '') ?? [];
        if (titles.has(title)) return { status: 409, headers: {}, body: '' };
        titles.add(title);
        return next(request);
      })();
    },
  },
  'several success statuses and media types, and none': {
    make: () => {
      let count = 0;
      return (request, next) => {
        const response = next(request);
        if (response.status >= 300 || operationOf(request) === 'createMockService') return response;
        const type = ['application/vnd.API+json;v=2', 'text/plain ; charset=utf-8', '', undefined][
          (count += 1) % 4
        ];
        return { ...response, headers: type === undefined ? {} : { 'content-type': type } };
      };
    },
  },
  'reads with the status 203 at times': {
    make: () => {
      let count = 0;
      return responding('getMockService', (response) => ({
        ...response,
        status: (count += 1) > 9 ? 203 : 200,
      }))();
    },
  },
  'rate limits and versions only in errors': {
    make: () => (request, next) => {
      const response = next(request);
      if (response.status < 400) return response;
      const headers = {
        'RateLimit-Policy': '1',
        'X-Rate-Limit': '1',
        'x-quota-left': '1',
        'Retry-After': '1',
        'API-Supported-Versions': '1',
        'x-version': '1',
      };
      return { ...response, headers: { ...response.headers, ...headers } };
    },
  },
  'a 400 for unknown query parameters of one list': {
    run: reading,
    make: () => (request, next) =>
      request.path.includes('conformance=unknown') && operationOf(request) === 'listWorkspaces'
        ? { status: 400, headers: {}, body: '' }
        : next(request),
  },
  'another status for each error': {
    make: () => (request, next) => {
      const response = next(request);
      if (response.status < 400) return response;
      const codes: Readonly<Record<string, number>> = {
        getMockService: 404,
        getWorkspaceConfiguration: 410,
        listActivity: 500,
        createMockService: 415,
        deleteMockService: 200,
      };
      return {
        ...response,
        status: request.path.includes('no-uuid') ? 422 : (codes[operationOf(request) ?? ''] ?? 409),
      };
    },
  },
  ...Object.fromEntries(
    [
      '[{"a":1}]',
      'null',
      '"text"',
      '{"a":[],"b":{},"c":{"d":{"e":1}}}',
      ' \n',
      ' <HTML>',
      '<p>no</p>',
      '{',
    ].map((body) => [
      `the error body ${body}`,
      { make: () => erring(418, body, { 'Content-Type': 'Text/HTML;charset=UTF-8' }), run: reading },
    ]),
  ),
};

test('runs against unusual services have the outcomes in odd-services.txt', async () => {
  const [everything, reads] = [await runAll(), await runAll(undefined, reading)];
  const nothing = { ...everything, results: [] };
  const outcomes = [`"the fake server itself"\n  ${differencesFrom(nothing, everything)}\n`];
  for (const [name, { make, fake, during, run = fake ? reading : {} }] of Object.entries(services)) {
    const service = serviceWith(make?.(), fake);
    const fetch: typeof service.fetch = (url, init) => {
      during?.(service.fake);
      return service.fetch(url, init);
    };
    const report = await runAll(undefined, { ...service, fetch, ...run });
    const usual = 'allowWrites' in run && !run.allowWrites ? reads : everything;
    outcomes.push(`${JSON.stringify(name)}\n  ${differencesFrom(usual, report)}\n`);
    const left = listOf(service.fake).filter(({ title }) => title.includes('Conformance check'));
    expect([name, report.leftovers.length]).toEqual([name, left.length]);
  }
  await expect(outcomes.join('\n')).toMatchFileSnapshot('odd-services.txt');
});
