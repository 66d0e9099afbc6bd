/** Mutants of what delete does. */
import { idIn, instead, operationOf, type Mutant, type Mutation } from './mutant.ts';
import { idsOf, list } from './world.ts';

/** Lists what the first answers had for ever, deleted or not. */
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

/** Answers like a delete, and deletes nothing. */
function staleDeletes(): Mutation {
  return (request, next) =>
    operationOf(request) === 'deleteMockService' ? { status: 200, headers: {}, body: '' } : next(request);
}

export const deleteMutants: readonly Mutant[] = [
  {
    name: 'a delete that takes nothing that was updated',
    killedBy: 'life-cycle',
    make: () => {
      const updated = new Set<string>();
      return (request, next) => {
        const operation = operationOf(request);
        if (operation === 'updateMockService') updated.add(idIn(request));
        const refused = operation === 'deleteMockService' && updated.has(idIn(request));
        return refused ? { status: 409, headers: {}, body: '' } : next(request);
      };
    },
  },
  { name: 'a delete that does nothing', killedBy: 'delete-unlists', make: staleDeletes },
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
    name: 'a delete of the youngest two mock services',
    killedBy: 'delete-leaves-others',
    make: instead('deleteMockService', (request, next) => {
      for (const id of idsOf(next).slice(-2)) next({ ...request, path: `${list.path}/${id}` });
      return { status: 200, headers: {}, body: '' };
    }),
  },
];
