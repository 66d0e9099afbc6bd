/** Queries for data of the service. After a change, the page uses the keys of the queries to invalidate outdated data. */
import { QueryClient, useQuery } from '@tanstack/react-query';
import type { Workspace } from '@mock-services/sdk';
import { useConnection } from '../service/connection.ts';

/** Creates the cache for all queries. */
export function createCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The SDK client already retries requests.
        retry: false,
        // Send requests even if the browser is offline, because the client's error helps the user more than waiting.
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

/**
 * Interval between reads of a list, in milliseconds. By reading the list regularly, the page detects changes by other users,
 * and notices when the service becomes unreachable.
 */
const refetchInterval = 15_000;

export function useWorkspaces(enabled = true) {
  const { client } = useConnection();
  return useQuery({
    queryKey: keys.workspaces,
    queryFn: ({ signal }) => client.workspaces.list({ signal }),
    refetchInterval,
    enabled,
  });
}

/** Returns the workspace with the given id, or `undefined` while the list of workspaces is loading. */
export function useWorkspace(id: string | undefined): Workspace | undefined {
  return useWorkspaces(id !== undefined).data?.find((workspace) => workspace.id === id);
}

export function useConfiguration(workspace: string) {
  const { client } = useConnection();
  return useQuery({
    queryKey: keys.configuration(workspace),
    queryFn: ({ signal }) => client.workspaces.getConfiguration(workspace, { signal }),
  });
}

export function useMockServices() {
  const { client } = useConnection();
  return useQuery({
    queryKey: keys.mockServices,
    queryFn: ({ signal }) => client.mockServices.list({ signal }),
    refetchInterval,
  });
}

export function useMockService(id: string) {
  const { client } = useConnection();
  return useQuery({
    queryKey: keys.mockService(id),
    queryFn: ({ signal }) => client.mockServices.get(id, { signal }),
  });
}
