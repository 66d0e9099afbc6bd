/** What the service has, for mutants that look. */
import type { WireRequest, WireResponse } from '@mock-services/fake-server/core';
import type { Fields } from './mutant.ts';

/** The fake server itself. */
export type Next = (request: WireRequest) => WireResponse;

/** What is under `data` in a body. */
export const dataOf = ({ body }: WireResponse) => (JSON.parse(body) as { data: Fields }).data;
/** Paths of the interface, where a mutant sends requests of its own. */
export const single = '/configuration/mock-service';
export const list = { method: 'GET', path: '/configuration/mock-services' };

/** What the service has under an id, by a read of its own. */
export function present(next: Next, id: string): Fields {
  return dataOf(next({ method: 'GET', path: `${single}/${id}` }));
}

/** The ids of all mock services, oldest first. */
export function idsOf(next: Next): string[] {
  const { data } = JSON.parse(next(list).body) as { data: { id: string }[] };
  return data.map(({ id }) => id);
}
