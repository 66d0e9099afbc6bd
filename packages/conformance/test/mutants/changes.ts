/** Mutants with a changed update, delete or clear operation. */
import { demoSeed } from '@mock-services/fake-server/core';
import {
  afterFirstDelete,
  dataOf,
  field,
  idIn,
  idsIn,
  instead,
  listing,
  mockServicePath,
  mockServicesPath,
  operationOf,
  sending,
  stored,
  updating,
  type Fields,
  type Mutant,
  type Mutation,
} from './mutant.ts';

const empty = { status: 200, headers: {}, body: '' };
const ok = (data: unknown) => ({ status: 200, headers: {}, body: JSON.stringify({ data }) });

/** Creates a mutation that replaces the input of an update. */
const replacing = (change: (data: Fields, before: Fields) => Fields) =>
  updating((data, before) => void Object.assign(data, change(structuredClone(data), before)));

interface Config {
  readonly defaultResponseHeaders: object;
  readonly upstreams: readonly unknown[];
}
const configOf = (service: Fields) => service['config'] as Config;

/** Creates a mutation that returns `createdAt` as `updatedAt` in lists. */
function staleList(): Mutation {
  const updated = new Set<unknown>();
  return (request, next) => {
    if (operationOf(request) === 'updateMockService') updated.add(idIn(request).toLowerCase());
    return listing('listMockServices', (items) =>
      items.map((item) =>
        updated.has(String(item['id']).toLowerCase()) ? { ...item, updatedAt: item['createdAt'] } : item,
      ),
    )()(request, next);
  };
}

export const updateMutants: readonly Mutant[] = [
  [
    'updates that are lost',
    'update-stored',
    instead('updateMockService', (request, next) => {
      const { data } = JSON.parse(request.body ?? '{}') as { data: Fields };
      return ok({ ...stored(next, idIn(request)), ...data });
    }),
  ],
  [
    'updates that return the mock service before the update',
    'update-result',
    instead('updateMockService', (request, next) => {
      const before = stored(next, idIn(request));
      return { ...next(request), body: JSON.stringify({ data: before }) };
    }),
  ],
  [
    'updates that create another mock service',
    'update-stored',
    instead('updateMockService', (request, next) => {
      const { body } = sending(request, ({ data }) => data);
      const created = next({ ...request, method: 'POST', path: mockServicePath, body });
      return ok(stored(next, (JSON.parse(created.body) as { id: string }).id));
    }),
  ],
  [
    'updates that leave a copy behind',
    'update-listed',
    instead('updateMockService', (request, next) => {
      next({ ...sending(request, ({ data }) => data), method: 'POST', path: mockServicePath });
      return next(request);
    }),
  ],
  [
    'updates that return a new identifier',
    'update-result',
    field('updateMockService', 'id', () => '6f1d9c1e-4b7a-4d1c-8f8e-2a4b6c8d0e1f'),
  ],
  [
    'updates that change createdAt',
    'update-keeps-identity',
    field('updateMockService', 'createdAt', () => '2001-01-01T00:00:00.000Z'),
  ],
  [
    'updates that merge the config',
    'update-stored',
    replacing((data, before) => {
      const [old, { defaultResponseHeaders: sent, ...rest }] = [configOf(before), configOf(data)];
      const defaultResponseHeaders = { ...old.defaultResponseHeaders, ...sent };
      return { config: { ...old, ...rest, defaultResponseHeaders } };
    }),
  ],
  [
    'updates that add to the upstreams',
    'update-stored',
    replacing((data, before) => ({
      config: { ...configOf(data), upstreams: [...configOf(before).upstreams, ...configOf(data).upstreams] },
    })),
  ],
  ['updates that keep the title', 'update-stored', replacing((_, { title }) => ({ title }))],
  ['updates that keep the config', 'update-stored', replacing((_, { config }) => ({ config }))],
  [
    'updates of all mock services',
    'update-leaves-others',
    instead('updateMockService', (request, next) => {
      for (const id of idsIn(next)) next({ ...request, path: `${mockServicePath}/${id}` });
      return next(request);
    }),
  ],
  ['a list that keeps the updatedAt of the create', 'update-listed', staleList],
];

/** Creates a mutation that still lists deleted mock services. */
function keepingList(): Mutation {
  const known = new Map<unknown, unknown>();
  return listing('listMockServices', (items) => {
    for (const item of items) known.set(item['id'], item);
    return [...known.values()];
  })();
}

/** Creates a mutation that rejects the deletion of an updated mock service. */
function rejectingDelete(): Mutation {
  const updated = new Set<string>();
  return (request, next) => {
    const operation = operationOf(request);
    if (operation === 'updateMockService') updated.add(idIn(request).toLowerCase());
    const isRejected = operation === 'deleteMockService' && updated.has(idIn(request).toLowerCase());
    return isRejected ? { ...empty, status: 409 } : next(request);
  };
}

export const deleteMutants: readonly Mutant[] = [
  ['deletes that reject updated mock services', 'life-cycle', rejectingDelete],
  [
    'deletes that do nothing',
    'delete-unlists',
    () => afterFirstDelete(instead('deleteMockService', () => empty)()),
  ],
  ['a list that keeps deleted mock services', 'delete-unlists', keepingList],
  [
    'deletes of another mock service',
    'delete-unlists',
    () =>
      afterFirstDelete(
        instead('deleteMockService', (request, next) => {
          const other = idsIn(next).find((id) => id !== idIn(request)) ?? '';
          return next({ ...request, path: `${mockServicesPath}/${other}` });
        })(),
      ),
  ],
  [
    'deletes of the two newest mock services',
    'delete-leaves-others',
    instead('deleteMockService', (request, next) => {
      for (const id of idsIn(next).slice(-2)) next({ ...request, path: `${mockServicesPath}/${id}` });
      return empty;
    }),
  ],
];

const { workspaces } = demoSeed();

/** Creates a mutation that removes the oldest entry of every log when a log is cleared. */
function losingOldest(): Mutation {
  let isCleared = false;
  const list = listing('listActivity', (items) => (isCleared ? items.slice(1) : items))();
  return (request, next) => {
    isCleared ||= operationOf(request) === 'clearActivity';
    return list(request, next);
  };
}

/** Creates a mutation that keeps the latest entry when a log is cleared. */
function keepingLatest(): Mutation {
  let latest: unknown;
  return (request, next) => {
    if (operationOf(request) === 'clearActivity') {
      latest = (dataOf(next({ ...request, method: 'GET' })) as unknown as unknown[]).at(-1);
      return next(request);
    }
    const response = next(request);
    const isCleared = operationOf(request) === 'listActivity' && response.body === '{"data":[]}';
    return isCleared && latest !== undefined ? ok([latest]) : response;
  };
}

export const clearMutants: readonly Mutant[] = [
  ['clears that do nothing', 'clear-activity-empties', instead('clearActivity', () => empty)],
  [
    'clears of all workspaces',
    'clear-activity-leaves-others',
    instead('clearActivity', (request, next) => {
      for (const { id } of workspaces) next({ ...request, path: request.path.replace(idIn(request), id) });
      return empty;
    }),
  ],
  ['clears that also remove the oldest entry of other logs', 'clear-activity-leaves-others', losingOldest],
  [
    'clears of another workspace',
    'clear-activity-empties',
    instead('clearActivity', (request, next) => {
      const other = workspaces.find(({ id }) => id !== idIn(request));
      return next({ ...request, path: request.path.replace(idIn(request), other?.id ?? '') });
    }),
  ],
  ['clears that keep the latest entry', 'clear-activity-empties', keepingLatest],
  [
    'logs that cannot be read after a clear',
    'clear-activity-empties',
    instead('listActivity', (request, next) => {
      const response = next(request);
      return response.body === '{"data":[]}' ? ok(null) : response;
    }),
  ],
];
