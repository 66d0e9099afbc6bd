/** Mutants that change statuses, envelopes and paths. */
import {
  afterFirstDelete,
  body,
  instead,
  responding,
  sending,
  type Fields,
  type Mutant,
  type Mutation,
} from './mutant.ts';

const notFound: Mutation = () => ({ status: 404, headers: {}, body: '' });
const unwrapped = (value: Fields) => value['data'];
const withStatus = (status: number) => (response: ReturnType<Mutation>) => ({ ...response, status });

/** Moves the delete operation to the path that the other operations for a mock service use. */
const deleteAtSingular: Mutation = (request, next) => {
  if (request.method !== 'DELETE') return next(request);
  if (/mock-services\//.test(request.path)) return next({ ...request, path: `${request.path}/gone` });
  return next({ ...request, path: request.path.replace('mock-service/', 'mock-services/') });
};

/** Creates a mutation that moves an operation to another HTTP method. */
const moved =
  (from: string, to: string, path: RegExp): Mutation =>
  (request, next) => {
    if (!path.test(request.path)) return next(request);
    if (request.method === from) return { status: 405, headers: { allow: to }, body: '' };
    return next(request.method === to ? { ...request, method: from } : request);
  };

export const messageMutants: readonly Mutant[] = [
  ['activity without its envelope', 'list-activity-answer', body('listActivity', unwrapped)],
  ['mock services without their envelope', 'list-mock-services-answer', body('listMockServices', unwrapped)],
  ['a mock service without its envelope', 'get-mock-service-answer', body('getMockService', unwrapped)],
  ['an update without its envelope', 'update-answer', body('updateMockService', unwrapped)],
  ['workspaces without their envelope', 'list-workspaces-answer', body('listWorkspaces', unwrapped)],
  [
    'a configuration without its envelope',
    'get-workspace-configuration-answer',
    body('getWorkspaceConfiguration', unwrapped),
  ],
  [
    'mock services under another key',
    'list-mock-services-answer',
    body('listMockServices', ({ data }) => ({ items: data })),
  ],
  [
    'workspaces as an object by id',
    'list-workspaces-answer',
    body('listWorkspaces', ({ data }) => ({ data: { ...(data as object) } })),
  ],
  [
    'a mock service as an array',
    'get-mock-service-answer',
    body('getMockService', ({ data }) => ({ data: [data] })),
  ],
  ['creates that return 200', 'create-answer', responding('createMockService', withStatus(200))],
  [
    'updates that return 204 without a body',
    'update-answer',
    responding('updateMockService', () => ({ status: 204, headers: {}, body: '' })),
  ],
  ['deletes that return 204', 'delete-answer', responding('deleteMockService', withStatus(204))],
  ['clears that return 202', 'clear-activity-answer', responding('clearActivity', withStatus(202))],
  ['lists that return 206', 'list-mock-services-answer', responding('listMockServices', withStatus(206))],
  ['the identifier of a create under data', 'create-answer', body('createMockService', (data) => ({ data }))],
  [
    'creates that expect their input under data',
    'create-answer',
    instead('createMockService', (request, next) => next(sending(request, ({ data }) => data ?? null))),
  ],
  [
    'updates that expect their input at the top level',
    'update-answer',
    instead('updateMockService', (request, next) => next(sending(request, (data) => ({ data })))),
  ],
  ['deletes at the singular path', 'delete-answer', () => afterFirstDelete(deleteAtSingular)],
  ['updates by PATCH', 'update-answer', () => moved('PUT', 'PATCH', /mock-service\//)],
  ['clears by POST', 'clear-activity-answer', () => moved('DELETE', 'POST', /activity$/)],
  [
    'no workspace configurations',
    'get-workspace-configuration-answer',
    instead('getWorkspaceConfiguration', notFound),
  ],
  ['no activity logs', 'list-activity-answer', instead('listActivity', notFound)],
  [
    'mock services that are listed but cannot be read',
    'get-mock-service-answer',
    instead('getMockService', notFound),
  ],
];
