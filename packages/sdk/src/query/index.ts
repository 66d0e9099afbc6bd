/**
 * Options of TanStack Query for each method of a client, with typed keys. After a write, exactly the changed queries
 * are read again.
 *
 * @example
 * ```tsx
 * import { createClient } from '@mock-services/sdk';
 * import { createQueries } from '@mock-services/sdk/query';
 * import { useMutation, useQuery } from '@tanstack/react-query';
 *
 * const queries = createQueries(createClient({ baseUrl: 'https://mocks.example.com/api' }));
 *
 * export function Titles() {
 *   const { data = [] } = useQuery(queries.mockServices.list());
 *   const { mutate } = useMutation(queries.mockServices.delete());
 *   return data.map(({ id, title }) => <button key={id} onClick={() => mutate(id)}>Delete {title}</button>);
 * }
 * ```
 *
 * @module @mock-services/sdk/query
 * @packageDocumentation
 */
export { createQueries } from './create-queries.ts';
export type {
  ActivityQueries,
  MockServiceChange,
  MockServiceQueries,
  MockServiceUpdate,
  MutationContext,
  Queries,
  QueriesOptions,
  QueryCallOptions,
  QueryContext,
  ServiceMutation,
  ServiceQuery,
  WorkspaceQueries,
} from './types.ts';
