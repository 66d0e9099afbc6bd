/** Queries of the service. Each has a key, so that a write can invalidate what it makes stale. */
import { QueryClient, useQuery } from '@tanstack/react-query';
import type { Workspace } from '@mock-services/sdk';
import { useConnection } from '../service/connection.ts';

/** The cache of all queries. */
export function createCache(): QueryClient {
  return new QueryClient({
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

export function useWorkspaces(enabled = true) {
  const { client } = useConnection();
  return useQuery({
    queryKey: keys.workspaces,
    queryFn: ({ signal }) => client.workspaces.list({ signal }),
    refetchInterval,
    enabled,
  });
}

/** The workspace with an id; `undefined` until it is known. */
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
