import { useSyncExternalStore } from 'react';
import { useConnection } from './connection.ts';

/** Whether the service can be reached. */
export function useReachable(): boolean {
  const { reachability } = useConnection();
  return useSyncExternalStore(reachability.subscribe, reachability.current);
}
