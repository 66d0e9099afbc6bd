/** Mutants of what create does. */
import {
  answering,
  body,
  having,
  instead,
  operationOf,
  resource,
  sending,
  without,
  type Fields,
  type Mutant,
} from './mutant.ts';
import { present } from './world.ts';

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
    name: 'a create that answers with the full resource',
    killedBy: 'create-only-identifier',
    make: instead('createMockService', (request, next) => {
      const response = next(request);
      if (response.status !== 201) return response;
      const { id } = JSON.parse(response.body) as { id: string };
      return { ...response, body: JSON.stringify(present(next, id)) };
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
    name: 'a create that answers with the identifier as text',
    killedBy: 'create-answer',
    make: body('createMockService', ({ id }) => id),
  },
  {
    name: 'a create that stores nothing',
    killedBy: 'create-stored',
    make: answering('createMockService', (response) => ({
      ...response,
      body: '{"id":"6f1d9c1e-4b7a-4d1c-8f8e-2a4b6c8d0e1f"}',
    })),
  },
  {
    name: 'a mock service that is read under another identifier than it was created with',
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
