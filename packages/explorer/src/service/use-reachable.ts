import { useSyncExternalStore } from 'react';
import { useConnection } from './connection.ts';

/** Whether the service can be reached; `undefined` until that is known. */
export function useReachable(): boolean | undefined {
  const { reachability } = useConnection();
  return useSyncExternalStore(reachability.subscribe, reachability.current);
}
