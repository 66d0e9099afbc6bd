/** Leaves the infinite queries of TanStack Query out of the built page, which has none: each query imports them. */
import type { Plugin } from 'vite';

const nothing = `
export const infiniteQueryBehavior = () => undefined;
export const hasNextPage = () => false;
export const hasPreviousPage = () => false;
`;

export function noInfiniteQueries(): Plugin {
  return {
    name: 'no-infinite-queries',
    apply: 'build',
    load: { filter: { id: /query-core.*infiniteQueryBehavior\.js$/ }, handler: () => nothing },
  };
}
