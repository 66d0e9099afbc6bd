import { useSyncExternalStore } from 'react';
import { useConnectionIfAny } from '../service/connection.ts';
import { onEvents } from '../window/on-events.ts';

const subscribe = onEvents('online', 'offline');

/** Whether the page is online. The fake server needs no network. */
export function useOnline(): boolean {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return useConnectionIfAny()?.fake !== undefined || isOnline;
}
