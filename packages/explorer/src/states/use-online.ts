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

/** Whether the page is online. The fake server needs no network. */
export function useOnline(): boolean {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return useConnectionIfAny()?.fake !== undefined || isOnline;
}
