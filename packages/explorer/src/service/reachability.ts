import type { MutationCache, QueryCache } from '@tanstack/react-query';
import { isNetworkError, isTimeoutError } from '@mock-services/sdk';
import type { Observers } from './observers.ts';
import { programProblem } from './program.ts';

/** Whether the service can be reached, judged by the last call. */
export interface Reachability {
  readonly observers: Observers;
  /** Observes failed queries and mutations: the client only reports failures that it retries. */
  readonly watch: (cache: QueryCache | MutationCache) => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** `undefined` until a call has ended. Any response counts, an error response too. */
  readonly current: () => boolean | undefined;
}

/** Observes a client and caches. */
export function followReachability(): Reachability {
  const listeners = new Set<() => void>();
  let isReachable: boolean | undefined;
  const set = (next: boolean): void => {
    if (next === isReachable) return;
    isReachable = next;
    for (const listener of listeners) listener();
  };
  return {
    observers: {
      onResponse: ({ status }) => {
        if (!gatewayStatuses.has(status)) set(true);
      },
      onRetry: ({ status }) => {
        if (status === undefined) set(false);
      },
    },
    watch: (cache) => {
      cache.subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        const error: unknown = event.action.error;
        if (isNetworkError(error) || isTimeoutError(error) || isOfTheWay(error)) set(false);
      });
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current: () => isReachable,
  };
}

/** Statuses that say nothing about the service: whoever stands before it may have responded. */
const gatewayStatuses: ReadonlySet<number> = new Set([502, 504]);

/** Whether the program that serves the page could not reach the service. */
function isOfTheWay(error: unknown): boolean {
  return gatewayStatuses.has(programProblem(error)?.status ?? 0);
}
