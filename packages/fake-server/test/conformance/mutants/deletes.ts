/** Mutants of deletes and clears. */
import { demoWorld } from '@mock-services/fake-server/core';
import { idIn, idsOf, instead, list, operationOf, type Mutant, type Mutation } from './mutant.ts';

const empty = { status: 200, headers: {}, body: '' };

/** Goes on listing whatever was listed before. */
function keepingList(): Mutation {
  const known = new Map<string, unknown>();
  return (request, next) => {
    const response = next(request);
    if (operationOf(request) !== 'listMockServices') return response;
    const { data } = JSON.parse(response.body) as { data: { id: string }[] };
    for (const item of data) known.set(item.id, item);
    return { ...response, body: JSON.stringify({ data: [...known.values()] }) };
  };
}

export const deleteMutants: readonly Mutant[] = [
  {
    name: 'a delete that rejects what was updated',
    killedBy: 'life-cycle',
    make: () => {
      const updated = new Set<string>();
      return (request, next) => {
        const operation = operationOf(request);
        if (operation === 'updateMockService') updated.add(idIn(request));
        const isRejected = operation === 'deleteMockService' && updated.has(idIn(request));
        return isRejected ? { status: 409, headers: {}, body: '' } : next(request);
      };
    },
  },
  {
    name: 'a delete that does nothing',
    killedBy: 'delete-unlists',
    make: instead('deleteMockService', () => empty),
  },
  { name: 'a list that keeps what was deleted', killedBy: 'delete-unlists', make: keepingList },
  {
    name: 'a delete of another mock service',
    killedBy: 'delete-unlists',
    make: instead('deleteMockService', (request, next) => {
      const other = idsOf(next).find((id) => id !== idIn(request)) ?? '';
      return next({ ...request, path: `${list.path}/${other}` });
    }),
  },
  {
    name: 'a delete of the two newest mock services',
    killedBy: 'delete-leaves-others',
    make: instead('deleteMockService', (request, next) => {
      for (const id of idsOf(next).slice(-2)) next({ ...request, path: `${list.path}/${id}` });
      return empty;
    }),
  },
];

export const clearMutants: readonly Mutant[] = [
  {
    name: 'a clear that does nothing',
    killedBy: 'clear-activity-empties',
    make: instead('clearActivity', () => empty),
  },
  {
    name: 'a clear of all workspaces',
    killedBy: 'clear-activity-leaves-others',
    make: instead('clearActivity', (request, next) => {
      for (const { id } of demoWorld().workspaces) {
        next({ ...request, path: request.path.replace(idIn(request), id) });
      }
      return empty;
    }),
  },
  {
    name: 'a clear of another workspace',
    killedBy: 'clear-activity-empties',
    make: instead('clearActivity', (request, next) => {
      const other = demoWorld().workspaces.find(({ id }) => id !== idIn(request));
      return next({ ...request, path: request.path.replace(idIn(request), other?.id ?? '') });
    }),
  },
  {
    name: 'a clear that keeps the latest entry',
    killedBy: 'clear-activity-empties',
    make: () => {
      let latest: unknown;
      return (request, next) => {
        if (operationOf(request) === 'clearActivity') {
          const log = JSON.parse(next({ ...request, method: 'GET' }).body) as { data: unknown[] };
          latest = log.data.at(-1);
          return next(request);
        }
        const response = next(request);
        const isCleared = operationOf(request) === 'listActivity' && response.body === '{"data":[]}';
        return isCleared && latest !== undefined
          ? { ...response, body: JSON.stringify({ data: [latest] }) }
          : response;
      };
    },
  },
  {
    name: 'a log that cannot be read after a clear',
    killedBy: 'clear-activity-empties',
    make: instead('listActivity', (request, next) => {
      const response = next(request);
      return response.body === '{"data":[]}' ? { ...response, body: '{"data":null}' } : response;
    }),
  },
];
