/** In place of the module of TanStack Query for infinite queries, which every query imports and the page has none of. */
export const infiniteQueryBehavior = (): undefined => undefined;
export const hasNextPage = (): boolean => false;
export const hasPreviousPage = hasNextPage;
