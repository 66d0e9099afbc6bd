import { QueryClient, useQuery, type Query } from '@tanstack/react-query';
import type { Workspace } from '@mock-services/sdk';
import { idKey } from '@mock-services/sdk/contract';
import { useConnection } from './connection.ts';
import { isSameId } from './same-id.ts';

export function createCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The SDK client already retries requests.
        retry: false,
        // Send requests even if the browser is offline, because the client's error helps the user more than waiting.
        networkMode: 'always',
        staleTime: 2000,
        refetchInterval,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/**
 * Interval between reads, in milliseconds. By reading regularly, the page detects changes by other users, and notices when a
 * service stops or comes back.
 */
function refetchInterval({ state }: Query): number {
  return state.error === null ? 15_000 : 3000;
}

export const keys = {
  workspaces: ['workspaces'],
  configuration: (workspace: string) => ['configuration', idKey(workspace)],
  mockServices: ['mock services'],
  mockService: (id: string) => ['mock services', idKey(id)],
  activity: (workspace: string) => ['activity', idKey(workspace)],
} as const;

export function useWorkspaces() {
  const { client } = useConnection();
  return useQuery({
    queryKey: keys.workspaces,
    queryFn: ({ signal }) => client.workspaces.list({ signal }),
  });
}

export function useWorkspace(id: string): Workspace | undefined {
  return useWorkspaces().data?.find((workspace) => isSameId(workspace.id, id));
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
  });
}

export function useMockService(id: string) {
  const { client } = useConnection();
  return useQuery({
    queryKey: keys.mockService(id),
    queryFn: ({ signal }) => client.mockServices.get(id, { signal }),
  });
}
