import type { MutationCache, QueryCache } from '@tanstack/react-query';
import { isNetworkError, isTimeoutError, type ClientOptions, type RetryEvent } from '@mock-services/sdk';
import { programProblem } from './program.ts';

/** What the calls so far tell about the service. */
interface State {
  /** Whether it can be reached; `undefined` until a call has ended. Any response counts, an error response too. */
  readonly isReachable: boolean | undefined;
  /** The pending retry; `undefined` when there is none. */
  readonly retry: RetryEvent | undefined;
}

/** Follows the calls to the service. */
export interface Health {
  /** For the client. */
  readonly observers: Pick<ClientOptions, 'onResponse' | 'onRetry'>;
  /** Observes failed queries and mutations: the client only reports failures that it retries. */
  readonly watch: (cache: QueryCache | MutationCache) => void;
  readonly subscribe: (listener: () => void) => () => void;
  readonly current: () => State;
}

/** Milliseconds after which a retry without further news is no longer shown. */
const patience = 5000;

export function followHealth(): Health {
  const listeners = new Set<() => void>();
  let state: State = { isReachable: undefined, retry: undefined };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const set = (changes: Partial<State>): void => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };
  return {
    observers: {
      onResponse: ({ operation, status }) => {
        if (!gatewayStatuses.has(status)) set({ isReachable: true });
        if (state.retry?.operation === operation) set({ retry: undefined });
      },
      onRetry: (retry) => {
        clearTimeout(timer);
        timer = setTimeout(() => set({ retry: undefined }), retry.delayMs + patience);
        set({ retry, ...(retry.status === undefined && { isReachable: false }) });
      },
    },
    watch: (cache) => {
      cache.subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        const error: unknown = event.action.error;
        const isLost = isNetworkError(error) || isTimeoutError(error) || isOfTheWay(error);
        set({ retry: undefined, ...(isLost && { isReachable: false }) });
      });
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current: () => state,
  };
}

/** Statuses that say nothing about the service: whoever stands before it may have responded. */
const gatewayStatuses: ReadonlySet<number> = new Set([502, 504]);

/** Whether the program that serves the page could not reach the service. */
function isOfTheWay(error: unknown): boolean {
  return gatewayStatuses.has(programProblem(error)?.status ?? 0);
}
