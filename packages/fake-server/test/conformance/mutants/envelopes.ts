/** Mutants of statuses, envelopes and paths. */
import { body, instead, responding, sending, type Mutant, type Mutation } from './mutant.ts';

const notFound: Mutation = () => ({ status: 404, headers: {}, body: '' });
const unwrapped = (value: Readonly<Record<string, unknown>>) => value['data'];
const renamed = (value: Readonly<Record<string, unknown>>) => ({ items: value['data'] });

/** The delete moved to the path of the other operations on one mock service. */
const deleteAtSingular: Mutation = (request, next) => {
  if (request.method !== 'DELETE') return next(request);
  if (/mock-services\//.test(request.path)) return next({ ...request, path: `${request.path}/gone` });
  return next({ ...request, path: request.path.replace('mock-service/', 'mock-services/') });
};

/** An operation moved to another method. */
const moved =
  (from: string, to: string, path: RegExp): Mutation =>
  (request, next) => {
    if (!path.test(request.path)) return next(request);
    if (request.method === from) return { status: 405, headers: { allow: to }, body: '' };
    return next(request.method === to ? { ...request, method: from } : request);
  };

export const envelopeMutants: readonly Mutant[] = [
  {
    name: 'activity without its envelope',
    killedBy: 'list-activity-answer',
    make: body('listActivity', unwrapped),
  },
  {
    name: 'mock services without their envelope',
    killedBy: 'list-mock-services-answer',
    make: body('listMockServices', unwrapped),
  },
  {
    name: 'a mock service without its envelope',
    killedBy: 'get-mock-service-answer',
    make: body('getMockService', unwrapped),
  },
  {
    name: 'an update without its envelope',
    killedBy: 'update-answer',
    make: body('updateMockService', unwrapped),
  },
  {
    name: 'workspaces without their envelope',
    killedBy: 'list-workspaces-answer',
    make: body('listWorkspaces', unwrapped),
  },
  {
    name: 'a configuration without its envelope',
    killedBy: 'get-workspace-configuration-answer',
    make: body('getWorkspaceConfiguration', unwrapped),
  },
  {
    name: 'mock services under another key',
    killedBy: 'list-mock-services-answer',
    make: body('listMockServices', renamed),
  },
  {
    name: 'workspaces as an object by id',
    killedBy: 'list-workspaces-answer',
    make: body('listWorkspaces', ({ data }) => ({ data: { ...(data as object) } })),
  },
  {
    name: 'one mock service as an array',
    killedBy: 'get-mock-service-answer',
    make: body('getMockService', ({ data }) => ({ data: [data] })),
  },
  {
    name: 'a create that returns 200',
    killedBy: 'create-answer',
    make: responding('createMockService', (response) => ({ ...response, status: 200 })),
  },
  {
    name: 'an update that returns 204 without a body',
    killedBy: 'update-answer',
    make: responding('updateMockService', () => ({ status: 204, headers: {}, body: '' })),
  },
  {
    name: 'a delete that returns 204',
    killedBy: 'delete-answer',
    make: responding('deleteMockService', (response) => ({ ...response, status: 204 })),
  },
  {
    name: 'a clear that returns 202',
    killedBy: 'clear-activity-answer',
    make: responding('clearActivity', (response) => ({ ...response, status: 202 })),
  },
  {
    name: 'a list that returns 206',
    killedBy: 'list-mock-services-answer',
    make: responding('listMockServices', (response) => ({ ...response, status: 206 })),
  },
  {
    name: 'the identifier of a create under data',
    killedBy: 'create-answer',
    make: body('createMockService', (data) => ({ data })),
  },
  {
    name: 'a create that expects its input under data',
    killedBy: 'create-answer',
    make: instead('createMockService', (request, next) => next(sending(request, ({ data }) => data ?? null))),
  },
  {
    name: 'an update that expects its input at the top level',
    killedBy: 'update-answer',
    make: instead('updateMockService', (request, next) => next(sending(request, (data) => ({ data })))),
  },
  { name: 'a delete at the singular path', killedBy: 'delete-answer', make: () => deleteAtSingular },
  {
    name: 'an update by PATCH',
    killedBy: 'update-answer',
    make: () => moved('PUT', 'PATCH', /mock-service\//),
  },
  {
    name: 'a clear by POST',
    killedBy: 'clear-activity-answer',
    make: () => moved('DELETE', 'POST', /activity$/),
  },
  {
    name: 'no workspace configurations',
    killedBy: 'get-workspace-configuration-answer',
    make: instead('getWorkspaceConfiguration', notFound),
  },
  { name: 'no activity logs', killedBy: 'list-activity-answer', make: instead('listActivity', notFound) },
  {
    name: 'mock services that are listed but cannot be read',
    killedBy: 'get-mock-service-answer',
    make: instead('getMockService', notFound),
  },
];
