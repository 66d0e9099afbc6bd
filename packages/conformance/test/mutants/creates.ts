/** Mutants that change how the service creates mock services, and how it returns created mock services. */
import {
  body,
  creating,
  dataOf,
  field,
  having,
  idsIn,
  instead,
  listing,
  mockServicePath,
  operationOf,
  resource,
  responding,
  stored,
  updating,
  without,
  type Fields,
  type Mutant,
  type Mutation,
} from './mutant.ts';

const unknownId = '6f1d9c1e-4b7a-4d1c-8f8e-2a4b6c8d0e1f';
const idIn = (body: string) => (JSON.parse(body) as { id: string }).id;

/** Creates a mutation that returns the identifier of the first create for every create. */
function sameIdentifier(): Mutation {
  let first: string | undefined;
  return (request, next) => {
    const response = next(request);
    if (operationOf(request) !== 'createMockService' || response.status !== 201) return response;
    first ??= response.body;
    return { ...response, body: first };
  };
}

/** Creates a mutation that omits created mock services from lists. */
function forgettingList(): Mutation {
  const hidden = new Set<unknown>();
  return (request, next) => {
    const response = next(request);
    if (operationOf(request) === 'createMockService') hidden.add(idIn(response.body));
    return listing('listMockServices', (items) => items.filter(({ id }) => !hidden.has(id)))()(
      request,
      () => response,
    );
  };
}

export const createMutants: readonly Mutant[] = [
  [
    'creates that return the whole mock service',
    'create-only-identifier',
    instead('createMockService', (request, next) => {
      const response = next(request);
      if (response.status !== 201) return response;
      return { ...response, body: JSON.stringify(stored(next, idIn(response.body))) };
    }),
  ],
  [
    'created identifiers that are not UUIDs',
    'create-answer',
    body('createMockService', ({ id }) => ({ id: `ms_${String(id).slice(0, 8)}` })),
  ],
  [
    'created identifiers with another name',
    'create-answer',
    body('createMockService', ({ id }) => ({ mockServiceId: id })),
  ],
  ['created identifiers outside an object', 'create-answer', body('createMockService', ({ id }) => id)],
  [
    'creates that store nothing',
    'create-stored',
    responding('createMockService', (response) => ({ ...response, body: `{"id":"${unknownId}"}` })),
  ],
  [
    'mock services whose identifier changes after the create',
    'create-sets-identity',
    field('getMockService', 'id', () => unknownId),
  ],
  ['one identifier for all creates', 'create-distinct', sameIdentifier],
  ['creates that lose the upstreams', 'create-stored', creating(having('config.upstreams', () => []))],
  [
    'creates that lose one of two upstreams',
    'create-stored',
    creating(having('config.upstreams', (upstreams) => (upstreams as unknown[]).slice(0, 1))),
  ],
  [
    'creates that lose the origins',
    'create-stored',
    creating(having('config.cors.allowedOrigins', () => [])),
  ],
  [
    'creates that add an allowed method',
    'create-stored',
    creating(having('config.cors.allowedMethods', (methods) => [...(methods as unknown[]), 'OPTIONS'])),
  ],
  [
    'creates that cut titles',
    'create-stored',
    creating(having('title', (title) => String(title).slice(0, 12))),
  ],
  // Some of these names are also members of every object in JavaScript.
  ...['x-by', 'constructor', 'toString', 'valueOf', '__proto__'].flatMap((name): Mutant[] => {
    const add = having('config.defaultResponseHeaders', (headers) => ({
      ...(headers as object),
      [name]: true,
    }));
    return [
      [`creates that add the response header ${name}`, 'create-stored', creating(add)],
      [`updates that add the response header ${name}`, ['update-result', 'update-stored'], updating(add)],
    ];
  }),
  [
    'creates that store booleans in headers as strings',
    'create-stored',
    creating(
      having('config.defaultResponseHeaders', (headers) =>
        Object.fromEntries(Object.entries(headers as object).map(([name, value]) => [name, String(value)])),
      ),
    ),
  ],
  [
    'reads without an empty allowedHeaders',
    'create-empty-allowed-headers',
    resource(['getMockService', 'updateMockService'], (service) => {
      const { cors } = service['config'] as { cors: Fields };
      if (String(cors['allowedHeaders']) === '') without('allowedHeaders')(cors);
    }),
  ],
  [
    'creates that fill an empty allowedHeaders with a star',
    'create-empty-allowed-headers',
    creating(
      having('config.cors.allowedHeaders', (names) => ((names as unknown[]).length === 0 ? ['*'] : names)),
    ),
  ],
  ['a list without created mock services', 'create-listed', forgettingList],
  [
    'a list that has only one old mock service',
    'create-listed',
    listing('listMockServices', (items) => items.slice(0, 1)),
  ],
  [
    'a list that repeats every item',
    'identifiers-distinct',
    listing('listMockServices', (items) => [...items, ...items]),
  ],
  [
    'a list that repeats every item, with its identifier in the other letter case',
    'identifiers-distinct',
    listing('listMockServices', (items) => [
      ...items,
      ...items.map((item) => ({ ...item, id: String(item['id']).toUpperCase() })),
    ]),
  ],
  [
    'a list with other times than the mock services',
    'create-listed',
    field('listMockServices', 'updatedAt', () => '2001-01-01T00:00:00.000Z'),
  ],
  [
    'a list with other titles than the mock services',
    'get-mock-service-listed',
    field('listMockServices', 'title', (title) => String(title).toUpperCase()),
  ],
  [
    'reads that return another mock service',
    'get-mock-service-listed',
    instead('getMockService', (request, next) =>
      next({ ...request, path: `${mockServicePath}/${idsIn(next)[0] ?? ''}` }),
    ),
  ],
  [
    'reads that rename the mock service',
    'reads-change-nothing',
    instead('getMockService', (request, next) => {
      const response = next(request);
      if (response.status !== 200) return response;
      const { type, title, config } = dataOf(response);
      const data = { type, config, title: `${String(title)} (read)` };
      const headers = { 'content-type': 'application/json' };
      next({ method: 'PUT', path: request.path, headers, body: JSON.stringify({ data }) });
      return response;
    }),
  ],
];
