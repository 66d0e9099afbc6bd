/** Services that violate a single part of what a case says about created, updated and deleted mock services. */
import { cases, createContext } from '@mock-services/conformance';
import type { OperationId } from '@mock-services/sdk/contract';
import { describe, expect, test } from 'vitest';
import {
  body,
  field,
  having,
  instead,
  listing,
  operationOf,
  resource,
  without,
  type Fields,
  type Mutation,
} from './mutants/mutant.ts';
import { idOf, serviceWith, unchanged } from './support.ts';

const outcomeOf = async (id: string, mutation: Mutation) =>
  (
    await cases
      .find((one) => one.id === id)
      ?.run(createContext({ ...serviceWith(mutation), allowWrites: true }))
  )?.outcome;

type Change = (item: Fields) => void;
const put =
  (path: string, value: unknown): Change =>
  (item) =>
    having(path, () => value)(item);
const reversed = (path: string): Change =>
  having(path, (items) => (items as readonly unknown[]).toReversed());
const textOf = (value: unknown) => JSON.stringify(value);
const sorted = (path: string): Change =>
  having(path, (items) => (items as readonly unknown[]).toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1)));
const isOwn = ({ title }: Fields) => String(title).startsWith('Conformance');

/** Changes the run's mock services in responses, after the run has called other operations in the given order. */
const later = (after: readonly OperationId[], operation: OperationId, change: Change) => (): Mutation => {
  let seen = 0;
  return (request, next) => {
    const isReached = seen === after.length;
    const response = resource(operation, (item) => {
      if (isReached && isOwn(item)) change(item);
    })()(request, next);
    if (operationOf(request) === after[seen]) seen += 1;
    return response;
  };
};

/** Changes the first mock service of the run in each response, but no other one. */
const inOther = (after: OperationId, operation: OperationId, change: Change) => (): Mutation => {
  let first: unknown;
  const mutation = later([after], operation, (item) => {
    if (item['id'] === first) change(item);
  })();
  return (request, next) => {
    const response = mutation(request, next);
    if (operationOf(request) === 'createMockService')
      first ??= (JSON.parse(response.body) as { id: unknown }).id;
    return response;
  };
};

const old = '2001-01-01T00:00:00.000Z';
const fields: Readonly<Record<string, Change>> = {
  id: put('id', idOf(9)),
  type: put('type', 'SOAP'),
  title: put('title', 'Conformance'),
  createdAt: put('createdAt', old),
  updatedAt: put('updatedAt', old),
};
const configs: Readonly<Record<string, Change>> = {
  'origins in reverse': reversed('config.cors.allowedOrigins'),
  'methods in reverse': reversed('config.cors.allowedMethods'),
  'allowed headers in reverse': reversed('config.cors.allowedHeaders'),
  'upstreams in reverse': reversed('config.upstreams'),
  'sorted origins': sorted('config.cors.allowedOrigins'),
  'sorted methods': sorted('config.cors.allowedMethods'),
  'sorted allowed headers': sorted('config.cors.allowedHeaders'),
  'sorted upstreams': sorted('config.upstreams'),
  'the URL of an upstream': having('config.upstreams', (items) => [
    { ...(items as Fields[])[0], url: 'https://other.example' },
    ...(items as Fields[]).slice(1),
  ]),
  'a header value': put('config.defaultResponseHeaders.x-conformance-yes', null),
  'another header': put('config.defaultResponseHeaders.x-other', true),
  'a missing member of cors': without('config.cors.allowedMethods'),
};
const some = (...names: string[]) => names.map((name) => [name, fields[name] ?? put(name, 1)] as const);
/** The input of an update has only one origin and one upstream, and no header. */
const ofUpdates = Object.entries(configs).filter(
  ([name]) => !/(origins|allowed headers|upstreams)( in reverse)?$/.test(name),
);

const mangled = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('Ж', '?')) as unknown;

type Row = readonly [id: string, part: string, make: () => Mutation];

const rows: readonly Row[] = [
  ...['type', 'title', 'config', 'createdAt', 'updatedAt', 'data'].map((name): Row => [
    'create-only-identifier',
    `${name} in the response`,
    body('createMockService', (created) => ({ ...created, [name]: null })),
  ]),
  ...[...some('type', 'title'), ...Object.entries(configs)].map(([name, change]): Row => [
    'create-stored',
    name,
    later([], 'getMockService', change),
  ]),
  ...some('type', 'title', 'createdAt', 'updatedAt').map(([name, change]): Row => [
    'create-listed',
    name,
    later([], 'listMockServices', change),
  ]),
  ...some('title', 'createdAt', 'updatedAt').flatMap(([name, change]): Row[] => [
    ['reads-change-nothing', `${name} after a read`, later(['getMockService'], 'getMockService', change)],
    [
      'reads-change-nothing',
      `${name} after a list`,
      later(['getMockService', 'listMockServices'], 'getMockService', change),
    ],
    ['update-listed', name, later(['updateMockService'], 'listMockServices', change)],
  ]),
  ...[...some('id', 'type', 'title'), ...ofUpdates].map(([name, change]): Row => [
    'update-result',
    name,
    later([], 'updateMockService', change),
  ]),
  ...[...some('type', 'title'), ...ofUpdates].map(([name, change]): Row => [
    'update-stored',
    name,
    later(['updateMockService'], 'getMockService', change),
  ]),
  ...some('id', 'createdAt').flatMap(([name, change]): Row[] => [
    ['update-keeps-identity', `${name} in the response`, later([], 'updateMockService', change)],
    [
      'update-keeps-identity',
      `${name} in a later read`,
      later(['updateMockService'], 'getMockService', change),
    ],
  ]),
  ...some('type', 'title').flatMap(([name, change]): Row[] => [
    ['update-leaves-others', name, inOther('updateMockService', 'getMockService', change)],
    ['delete-leaves-others', name, inOther('deleteMockService', 'getMockService', change)],
  ]),
  [
    'delete-leaves-others',
    'a list without the other one',
    () => {
      let isDeleted = false;
      return (request, next) => {
        isDeleted ||= operationOf(request) === 'deleteMockService';
        const list = listing('listMockServices', (items) =>
          isDeleted ? items.filter((item) => !isOwn(item)) : items,
        );
        return list()(request, next);
      };
    },
  ],
  ...['title', 'config.upstreams'].flatMap((path): Row[] => {
    const change = having(path, mangled);
    return [
      ['create-keeps-text', `${path} in a read`, resource('getMockService', change)],
      ['update-keeps-text', `${path} in the response`, resource('updateMockService', change)],
      ['update-keeps-text', `${path} in a later read`, resource('getMockService', change)],
    ];
  }),
  ['create-keeps-text', 'title in the list', field('listMockServices', 'title', mangled)],
  [
    'create-distinct',
    'the same id in the other letter case',
    () => {
      let first: string | undefined;
      return instead('createMockService', (request, next) => {
        const { body, ...response } = next(request);
        const { id } = JSON.parse(body) as { id: string };
        const shown = first?.toUpperCase() ?? id;
        first ??= id;
        return { ...response, body: JSON.stringify({ id: shown }) };
      })();
    },
  ],
  ['life-cycle', 'the shape of an update', field('updateMockService', 'config', () => null)],
  [
    'life-cycle',
    'the status of a delete',
    instead('deleteMockService', (request, next) => ({ ...next(request), status: 202 })),
  ],
];

describe('a case fails for each part of what it says', () => {
  test.each(rows)('%s: %s', async (id, _part, make) => {
    expect([await outcomeOf(id, unchanged), await outcomeOf(id, make())]).toEqual(['passed', 'failed']);
  });
});

test('a create that succeeds although its JSON is malformed does not prevent other creates', async () => {
  const isJson = (text = '') => /^\{.*\}$/s.test(text);
  const mutation = instead('createMockService', (request, next) =>
    isJson(request.body) ? next(request) : { status: 201, headers: {}, body: '' },
  );
  const context = createContext({ ...serviceWith(mutation()), allowWrites: true });
  const run = async (id: string) => (await cases.find((one) => one.id === id)?.run(context))?.outcome;
  expect(await run('error-statuses')).toBe('observed');
  expect(await run('create-answer')).toBe('passed');
});
