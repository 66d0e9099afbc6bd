import type { MutationCache, QueryCache } from '@tanstack/react-query';
import { isNetworkError, isTimeoutError } from '@mock-services/sdk';
import type { Observers } from './observers.ts';

/** Whether the service can be reached, as told by what became of the last call. */
export interface Reachability {
  readonly observers: Observers;
  /** Listens to the failures of what was read or written: the client tells only of those that it repeats. */
  readonly watch: (cache: QueryCache | MutationCache) => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** True until a call shows that it is not. Any answer counts, a failure of the service too. */
  readonly current: () => boolean;
}

/** Follows a client through its observers, and caches through their events. */
export function followReachability(): Reachability {
  const listeners = new Set<() => void>();
  let isReachable = true;
  const set = (next: boolean): void => {
    if (next === isReachable) return;
    isReachable = next;
    for (const listener of listeners) listener();
  };
  return {
    observers: {
      onResponse: () => set(true),
      onRetry: ({ status }) => {
        if (status === undefined) set(false);
      },
    },
    watch: (cache) => {
      cache.subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        const error: unknown = event.action.error;
        if (isNetworkError(error) || isTimeoutError(error)) set(false);
      });
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current: () => isReachable,
  };
}
