/** Mutants of creates, and of reading and listing what was created. */
import {
  body,
  dataOf,
  having,
  idsOf,
  instead,
  operationOf,
  resource,
  responding,
  sending,
  single,
  stored,
  without,
  type Fields,
  type Mutant,
  type Mutation,
} from './mutant.ts';

/** A create whose input is changed on its way in. */
const creating = (change: (input: Fields) => void) =>
  instead('createMockService', (request, next) =>
    next(
      sending(request, (input) => {
        change(input);
        return input;
      }),
    ),
  );

export const createMutants: readonly Mutant[] = [
  {
    name: 'a create that returns the full resource',
    killedBy: 'create-only-identifier',
    make: instead('createMockService', (request, next) => {
      const response = next(request);
      if (response.status !== 201) return response;
      const { id } = JSON.parse(response.body) as { id: string };
      return { ...response, body: JSON.stringify(stored(next, id)) };
    }),
  },
  {
    name: 'a create whose identifier is no UUID',
    killedBy: 'create-answer',
    make: body('createMockService', ({ id }) => ({ id: `ms_${String(id).slice(0, 8)}` })),
  },
  {
    name: 'a create whose identifier has another name',
    killedBy: 'create-answer',
    make: body('createMockService', ({ id }) => ({ mockServiceId: id })),
  },
  {
    name: 'a create that returns the identifier as text',
    killedBy: 'create-answer',
    make: body('createMockService', ({ id }) => id),
  },
  {
    name: 'a create that stores nothing',
    killedBy: 'create-stored',
    make: responding('createMockService', (response) => ({
      ...response,
      body: '{"id":"6f1d9c1e-4b7a-4d1c-8f8e-2a4b6c8d0e1f"}',
    })),
  },
  {
    name: 'a mock service that is read with a different identifier than it was created with',
    killedBy: 'create-sets-identity',
    make: resource('getMockService', (service) => {
      service['id'] = '6f1d9c1e-4b7a-4d1c-8f8e-2a4b6c8d0e1f';
    }),
  },
  {
    name: 'creates that all get the same identifier',
    killedBy: 'create-distinct',
    make: () => {
      let first: string | undefined;
      return (request, next) => {
        const response = next(request);
        if (operationOf(request) !== 'createMockService' || response.status !== 201) return response;
        first ??= response.body;
        return { ...response, body: first };
      };
    },
  },
  {
    name: 'a create that loses the upstreams',
    killedBy: 'create-stored',
    make: creating(having('config.upstreams', () => [])),
  },
  {
    name: 'a create that loses one of two upstreams',
    killedBy: 'create-stored',
    make: creating(having('config.upstreams', (upstreams) => (upstreams as unknown[]).slice(0, 1))),
  },
  {
    name: 'a create that loses the origins',
    killedBy: 'create-stored',
    make: creating(having('config.cors.allowedOrigins', () => [])),
  },
  {
    name: 'a create that adds an allowed method',
    killedBy: 'create-stored',
    make: creating(having('config.cors.allowedMethods', (methods) => [...(methods as unknown[]), 'OPTIONS'])),
  },
  {
    name: 'a create that shortens titles',
    killedBy: 'create-stored',
    make: creating(having('title', (title) => String(title).slice(0, 12))),
  },
  {
    name: 'a create that adds a response header',
    killedBy: 'create-stored',
    make: creating(
      having('config.defaultResponseHeaders', (headers) => ({
        ...(headers as object),
        'x-powered-by': true,
      })),
    ),
  },
  {
    name: 'a create that turns booleans in headers into text',
    killedBy: 'create-header-values',
    make: creating(
      having('config.defaultResponseHeaders', (headers) =>
        Object.fromEntries(Object.entries(headers as object).map(([name, value]) => [name, String(value)])),
      ),
    ),
  },
  {
    name: 'reads that leave out an empty allowedHeaders',
    killedBy: 'create-empty-allowed-headers',
    make: resource(['getMockService', 'updateMockService'], (service) => {
      const { cors } = service['config'] as { cors: Fields };
      if (String(cors['allowedHeaders']) === '') without('allowedHeaders')(cors);
    }),
  },
  {
    name: 'an empty allowedHeaders filled with a star',
    killedBy: 'create-empty-allowed-headers',
    make: creating(
      having('config.cors.allowedHeaders', (names) => ((names as unknown[]).length === 0 ? ['*'] : names)),
    ),
  },
];

/** Leaves out of lists whatever was created. */
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
    name: 'a list whose times differ from those of the mock services',
    killedBy: 'create-listed',
    make: resource(
      'listMockServices',
      having('updatedAt', () => '2001-01-01T00:00:00.000Z'),
    ),
  },
  {
    name: 'a list whose titles differ from those of the mock services',
    killedBy: 'get-mock-service-listed',
    make: resource(
      'listMockServices',
      having('title', (title) => String(title).toUpperCase()),
    ),
  },
  {
    name: 'reads that return another mock service',
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
