/** Queries of the service. Each has a key, so that a write can invalidate what it makes stale. */
import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import type { Client } from '@mock-services/sdk';

/**
 * The cache of all queries.
 *
 * @param onError - Called when a query or a mutation has finally failed.
 */
export function createCache(onError: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // The client retries.
        retry: false,
        // Let the client detect a missing network: its error says more than waiting does.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 2000,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

export const keys = {
  workspaces: ['workspaces'],
  configuration: (workspace: string) => ['configuration', workspace],
  mockServices: ['mock services'],
  mockService: (id: string) => ['mock services', id],
  activity: (workspace: string) => ['activity', workspace],
} as const;

/** Milliseconds between reads of a list while the page is visible: others change it, and the service may go away. */
const refetchInterval = 15_000;

export const workspacesOf = (client: Client) =>
  queryOptions({
    queryKey: keys.workspaces,
    queryFn: ({ signal }) => client.workspaces.list({ signal }),
    refetchInterval,
  });

export const configurationOf = (client: Client, workspace: string) =>
  queryOptions({
    queryKey: keys.configuration(workspace),
    queryFn: ({ signal }) => client.workspaces.getConfiguration(workspace, { signal }),
  });

export const mockServicesOf = (client: Client) =>
  queryOptions({
    queryKey: keys.mockServices,
    queryFn: ({ signal }) => client.mockServices.list({ signal }),
    refetchInterval,
  });

export const mockServiceOf = (client: Client, id: string) =>
  queryOptions({
    queryKey: keys.mockService(id),
    queryFn: ({ signal }) => client.mockServices.get(id, { signal }),
  });
