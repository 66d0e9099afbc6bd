import { useSyncExternalStore } from 'react';
import { useConnectionIfAny } from '../service/connection.ts';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Whether there is a network. The fake server needs none. */
export function useOnline(): boolean {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return useConnectionIfAny()?.fake !== undefined || isOnline;
}
