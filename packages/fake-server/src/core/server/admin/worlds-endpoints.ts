/** The admin endpoints of several worlds. Each world has all others below its own path. */
import type { Worlds } from '../../worlds/worlds.ts';
import type { AdminEndpoint, CallArguments } from './endpoints.ts';

type WorldsCall = CallArguments & { readonly worlds: Pick<Worlds, 'list' | 'names' | 'delete'> };

export const worldsEndpoints: readonly AdminEndpoint<WorldsCall>[] = [
  {
    method: 'GET',
    path: '/worlds',
    summary: 'The worlds, with the milliseconds since the latest use of each that is in memory.',
    result: 'Worlds',
    act: ({ worlds }) => ({ worlds: worlds.list() }),
  },
  {
    method: 'DELETE',
    path: '/worlds',
    summary: 'Removes all worlds. Requests that are under way finish.',
    act: ({ worlds }) => {
      for (const name of worlds.names()) worlds.delete(name);
    },
  },
  {
    method: 'DELETE',
    path: '/worlds/:id',
    summary: 'Removes a world by its name. Requests that are under way finish.',
    act: ({ worlds, id }) => worlds.delete(id),
    missing: 'There is no such world.',
  },
];
