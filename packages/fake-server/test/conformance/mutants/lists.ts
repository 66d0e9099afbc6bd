/** Mutants of reading what was created, and of listing it. */
import { body, having, instead, operationOf, resource, type Mutant, type Mutation } from './mutant.ts';
import { dataOf, idsOf, single } from './world.ts';

/** Remembers what was created last, for lists that leave it out. */
function forgettingList(): Mutation {
  const hidden = new Set<string>();
  return (request, next) => {
    const response = next(request);
    const operation = operationOf(request);
    if (operation === 'createMockService') hidden.add((JSON.parse(response.body) as { id: string }).id);
    if (operation !== 'listMockServices') return response;
    const { data } = JSON.parse(response.body) as { data: { id: string }[] };
    return { ...response, body: JSON.stringify({ data: data.filter(({ id }) => !hidden.has(id)) }) };
  };
}

export const listMutants: readonly Mutant[] = [
  { name: 'a list without what was created', killedBy: 'create-listed', make: forgettingList },
  {
    name: 'a list with everything twice',
    killedBy: 'identifiers-distinct',
    make: body('listMockServices', ({ data }) => ({
      data: [...(data as unknown[]), ...(data as unknown[])],
    })),
  },
  {
    name: 'a list with other times than the mock services have',
    killedBy: 'create-listed',
    make: resource(
      'listMockServices',
      having('updatedAt', () => '2001-01-01T00:00:00.000Z'),
    ),
  },
  {
    name: 'a list with other titles than the mock services have',
    killedBy: 'get-mock-service-listed',
    make: resource(
      'listMockServices',
      having('title', (title) => String(title).toUpperCase()),
    ),
  },
  {
    name: 'reads that answer with another mock service',
    killedBy: 'get-mock-service-listed',
    make: instead('getMockService', (request, next) =>
      next({ ...request, path: `${single}/${idsOf(next)[0] ?? ''}` }),
    ),
  },
  {
    name: 'reads that rename what they read',
    killedBy: 'reads-change-nothing',
    make: instead('getMockService', (request, next) => {
      const response = next(request);
      if (response.status !== 200) return response;
      const { type, title, config } = dataOf(response);
      next({
        method: 'PUT',
        path: request.path,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ data: { type, config, title: `${String(title)} (read)` } }),
      });
      return response;
    }),
  },
];
