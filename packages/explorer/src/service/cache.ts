import { QueryClient, useQuery, type Query } from '@tanstack/react-query';
import type { Workspace } from '@mock-services/sdk';
import { useConnection } from './connection.ts';
import { isSameId } from './same-id.ts';

export function createCache(): QueryClient {
  // Send requests even if the browser is offline, because the client's error helps the user more than waiting.
  const options = { retry: false, networkMode: 'always' } as const;
  return new QueryClient({
    defaultOptions: { queries: { ...options, staleTime: 2000, refetchInterval }, mutations: options },
  });
}

/** Milliseconds between reads. Regular reads reveal changes by other users, and show when a service stops or comes back. */
function refetchInterval({ state }: Query): number {
  return state.error === null ? 15_000 : 3000;
}

export function useWorkspace(id: string): Workspace | undefined {
  const { queries } = useConnection();
  return useQuery(queries.workspaces.list()).data?.find((workspace) => isSameId(workspace.id, id));
}
