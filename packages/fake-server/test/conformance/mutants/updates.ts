/** Mutants of updates. */
import {
  having,
  idIn,
  idsOf,
  instead,
  operationOf,
  resource,
  sending,
  single,
  stored,
  type Fields,
  type Mutant,
} from './mutant.ts';

/** An update whose input is changed on its way in. */
const updating = (change: (data: Fields, before: Fields) => unknown) =>
  instead('updateMockService', (request, next) => {
    const before = stored(next, idIn(request));
    return next(sending(request, ({ data }) => ({ data: change(data as Fields, before) })));
  });

export const updateMutants: readonly Mutant[] = [
  {
    name: 'an update that is lost',
    killedBy: 'update-stored',
    make: instead('updateMockService', (request, next) => {
      const { data } = JSON.parse(request.body ?? '{}') as { data: Fields };
      return {
        status: 200,
        headers: {},
        body: JSON.stringify({ data: { ...stored(next, idIn(request)), ...data } }),
      };
    }),
  },
  {
    name: 'an update that returns the previous resource',
    killedBy: 'update-result',
    make: instead('updateMockService', (request, next) => {
      const before = stored(next, idIn(request));
      return { ...next(request), body: JSON.stringify({ data: before }) };
    }),
  },
  {
    name: 'an update that creates another mock service',
    killedBy: 'update-stored',
    make: instead('updateMockService', (request, next) => {
      const { body } = sending(request, ({ data }) => data);
      const created = next({ ...request, method: 'POST', path: single, body });
      const { id } = JSON.parse(created.body) as { id: string };
      return { status: 200, headers: {}, body: JSON.stringify({ data: stored(next, id) }) };
    }),
  },
  {
    name: 'an update that leaves a copy behind',
    killedBy: 'update-listed',
    make: instead('updateMockService', (request, next) => {
      next({ ...sending(request, ({ data }) => data), method: 'POST', path: single });
      return next(request);
    }),
  },
  {
    name: 'an update that returns a new identifier',
    killedBy: 'update-result',
    make: resource(
      'updateMockService',
      having('id', () => '6f1d9c1e-4b7a-4d1c-8f8e-2a4b6c8d0e1f'),
    ),
  },
  {
    name: 'an update that changes createdAt',
    killedBy: 'update-keeps-identity',
    make: resource('updateMockService', (service) => {
      service['createdAt'] = '2001-01-01T00:00:00.000Z';
    }),
  },
  {
    name: 'an update that merges the config',
    killedBy: 'update-stored',
    make: updating((data, before) => ({
      ...data,
      config: {
        ...(before['config'] as object),
        ...(data['config'] as object),
        defaultResponseHeaders: {
          ...(before['config'] as { defaultResponseHeaders: object }).defaultResponseHeaders,
          ...(data['config'] as { defaultResponseHeaders: object }).defaultResponseHeaders,
        },
      },
    })),
  },
  {
    name: 'an update that adds to the upstreams',
    killedBy: 'update-stored',
    make: updating((data, before) => ({
      ...data,
      config: {
        ...(data['config'] as object),
        upstreams: [...upstreamsOf(before), ...upstreamsOf(data)],
      },
    })),
  },
  {
    name: 'an update that keeps the title',
    killedBy: 'update-stored',
    make: updating((data, before) => ({ ...data, title: before['title'] })),
  },
  {
    name: 'an update that keeps the config',
    killedBy: 'update-stored',
    make: updating((data, before) => ({ ...data, config: before['config'] })),
  },
  {
    name: 'an update of all mock services',
    killedBy: 'update-leaves-others',
    make: instead('updateMockService', (request, next) => {
      for (const id of idsOf(next)) next({ ...request, path: `${single}/${id}` });
      return next(request);
    }),
  },
  {
    name: 'a list that keeps the updatedAt of the create',
    killedBy: 'update-listed',
    make: () => {
      const updated = new Set<string>();
      return (request, next) => {
        if (operationOf(request) === 'updateMockService') updated.add(idIn(request));
        const response = next(request);
        if (operationOf(request) !== 'listMockServices') return response;
        const items = JSON.parse(response.body) as { data: Fields[] };
        for (const item of items.data) {
          if (updated.has(String(item['id']))) item['updatedAt'] = item['createdAt'];
        }
        return { ...response, body: JSON.stringify(items) };
      };
    },
  },
];

function upstreamsOf(service: Fields): unknown[] {
  return (service['config'] as { upstreams: unknown[] }).upstreams;
}
