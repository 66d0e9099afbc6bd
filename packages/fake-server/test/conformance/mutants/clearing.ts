/** Mutants of clearing an activity log. */
import { demoWorld } from '@mock-services/fake-server/core';
import { idIn, instead, operationOf, type Mutant } from './mutant.ts';

const empty = { status: 200, headers: {}, body: '' };

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
