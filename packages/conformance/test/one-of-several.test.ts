/** Services with a defect in only one of several items, logs or reads: the first one or the last one. */
import { cases, createContext } from '@mock-services/conformance';
import type { OperationId } from '@mock-services/sdk/contract';
import { describe, expect, test } from 'vitest';
import {
  having,
  idIn,
  instead,
  listing,
  operationOf,
  resource,
  without,
  type Fields,
  type Mutation,
} from './mutants/mutant.ts';
import { activityEntry, idOf, mockService, serviceWith, unchanged, workspace } from './support.ts';

const seed = {
  mockServices: [1, 2, 3].map((n) => mockService(n, { title: `Title ${n}` })),
  workspaces: [4, 5, 6].map((n) => workspace(n, { expiresAt: '2099-01-01T12:00:00.000Z' })),
  activity: Object.fromEntries(
    [4, 5, 6].map((n) => [idOf(n), [1, 2, 3].map((place) => activityEntry(10 * n + place))]),
  ),
};
/** The numbers in the ids of the first and the last item. */
const [services, workspaces, entries] = [
  [1, 3],
  [4, 6],
  [41, 63],
];

async function outcomeOf(id: string, mutation: Mutation) {
  const service = serviceWith(mutation, { seed });
  const context = createContext({ ...service, allowClear: idOf(4) });
  return (await cases.find((one) => one.id === id)?.run(context))?.outcome;
}

type Make = (n: number) => Mutation;

/** Changes one resource, which the path or a list names. */
const changed =
  (operation: OperationId, change: (value: Fields) => void): Make =>
  (n) =>
  (request, next) => {
    const isRead = idIn(request) === idOf(n);
    const mutation = resource(operation, (item) => {
      if (isRead || item['id'] === idOf(n)) change(item);
    });
    return mutation()(request, next);
  };

const failing =
  (operation: OperationId): Make =>
  (n) =>
    instead(operation, (request, next) =>
      idIn(request) === idOf(n) ? { status: 500, headers: {}, body: '' } : next(request),
    )();

const put = (path: string, value: unknown) => having(path, () => value);

/** Empties another log when a log is cleared. */
const emptied: Make = (n) => {
  let isCleared = false;
  return (request, next) => {
    isCleared ||= operationOf(request) === 'clearActivity';
    const isEmpty = isCleared && idIn(request) === idOf(n);
    return (isEmpty ? listing('listActivity', () => [])() : unchanged)(request, next);
  };
};

const rows: readonly (readonly [id: string, what: string, items: readonly number[], make: Make])[] = [
  ['get-mock-service-answer', 'a status 500', services, failing('getMockService')],
  ...['id', 'createdAt', 'type', 'title'].map((name) => {
    const value = { id: idOf(9), createdAt: '2001-01-01T00:00:00Z' }[name] ?? 'Other';
    return [
      'get-mock-service-listed',
      `another ${name}`,
      services,
      changed('getMockService', put(name, value)),
    ] as const;
  }),
  ['get-workspace-configuration-answer', 'a status 500', workspaces, failing('getWorkspaceConfiguration')],
  ['list-activity-answer', 'a status 500', workspaces, failing('listActivity')],
  ...(
    [
      ['listMockServices', services, ['id'], ['createdAt', 'updatedAt']],
      ['getMockService', services, ['id'], ['createdAt', 'updatedAt']],
      ['listWorkspaces', workspaces, ['id'], ['createdAt', 'expiresAt']],
      ['getWorkspaceConfiguration', workspaces, ['id'], ['createdAt', 'updatedAt']],
      ['listActivity', entries, ['id', 'metadata.scenarioId'], ['timestamp']],
    ] as const
  ).flatMap(([operation, items, ids, times]) =>
    (
      [
        ['identifiers-uuid', 'no UUID as', ids, '7'],
        ['timestamps-utc', 'a space in', times, '2025-06-01 12:00:00'],
      ] as const
    ).flatMap(([id, what, names, value]) =>
      names.map(
        (name) =>
          [id, `${what} ${name} in ${operation}`, items, changed(operation, put(name, value))] as const,
      ),
    ),
  ),
  [
    'identifiers-distinct',
    'the id of another mock service',
    services,
    changed('listMockServices', put('id', idOf(2))),
  ],
  ['mock-service-summary-fields', 'no type', services, changed('listMockServices', without('type'))],
  ['mock-service-fields', 'no upstreams', services, changed('getMockService', without('config.upstreams'))],
  ['workspace-fields', 'no name', workspaces, changed('listWorkspaces', without('name'))],
  [
    'workspace-expiry',
    'an early expiry',
    workspaces,
    changed('listWorkspaces', put('expiresAt', '2001-01-01T00:00:00Z')),
  ],
  [
    'workspace-configuration-shape',
    'no config',
    workspaces,
    changed('getWorkspaceConfiguration', without('config')),
  ],
  ['activity-entry-fields', 'no port', entries, changed('listActivity', without('request.port'))],
  [
    'activity-method',
    'a method with a space',
    entries,
    changed('listActivity', put('request.method', 'G T')),
  ],
  ['activity-status', 'the status 99', entries, changed('listActivity', put('response.statusCode', 99))],
  ...(['request', 'response'] as const).map(
    (message) =>
      [
        `activity-${message}-body`,
        'a body of one character',
        entries,
        changed('listActivity', put(`${message}.bodyBase64Encoded`, 'A')),
      ] as const,
  ),
  ['clear-activity-leaves-others', 'an emptied log', [5, 6], emptied],
];

describe('a defect in only one of several items', () => {
  test.each(rows)('%s fails if the first or the last item has %s', async (id, _what, items, make) => {
    for (const n of items) expect([n, await outcomeOf(id, make(n))]).toEqual([n, 'failed']);
    expect(await outcomeOf(id, unchanged)).toBe('passed');
  });
});

test.each([
  ['id', 'failed', idOf(9)],
  ['createdAt', 'failed', '2001-01-01T00:00:00Z'],
  ['type', 'passed', 'SOAP'],
  ['title', 'passed', 'Other'],
])('another %s of a mock service that was updated meanwhile: %s', async (name, expected, value) => {
  for (const n of services) {
    const mutation = changed('getMockService', (item) => {
      Object.assign(item, { [name]: value, updatedAt: '2026-01-01T00:00:00Z' });
    })(n);
    expect([n, await outcomeOf('get-mock-service-listed', mutation)]).toEqual([n, expected]);
  }
});

const counts = [0, 1, 2, 3];

test.each(counts.flatMap((old) => counts.map((added) => [old, added] as const)))(
  'the cases about clearing judge a log with %i of 3 old entries and %i new ones',
  async (old, added) => {
    const logOf = (n: number): Mutation => {
      const left = (seed.activity[idOf(n)] ?? []).slice(3 - old);
      let isCleared = false;
      const list = listing('listActivity', (items) =>
        isCleared ? [...left, ...[7, 8, 9].slice(0, added).map(activityEntry)] : items,
      )();
      return (request, next) => {
        isCleared ||= operationOf(request) === 'clearActivity';
        return idIn(request) === idOf(n) ? list(request, next) : next(request);
      };
    };
    expect(await outcomeOf('clear-activity-empties', logOf(4))).toBe(old === 0 ? 'passed' : 'failed');
    // A log of limited length may lose an old entry for each new entry.
    const isLimited = 3 - old <= added;
    expect(await outcomeOf('clear-activity-leaves-others', logOf(6))).toBe(isLimited ? 'passed' : 'failed');
  },
);
