import { QueryCache, type MutationCache } from '@tanstack/react-query';
import {
  isApiError,
  isNetworkError,
  isParseError,
  isTimeoutError,
  isValidationError,
  type ClientOptions,
  type RetryEvent,
} from '@mock-services/sdk';
import { programProblem } from './program.ts';

/** State of the service, based on the results of requests. */
interface State {
  /** Whether the service can be reached, or `undefined` until the first request ends. Any response counts as reachable. */
  readonly isReachable: boolean | undefined;
  /** Whether the service failed to return the visible data or to apply the last change. */
  readonly isFailing: boolean;
  /** The pending retry, or `undefined`. */
  readonly retry: RetryEvent | undefined;
}

/** Tracks the state of the service. */
export interface Health {
  /** Options for the client. */
  readonly observers: Pick<ClientOptions, 'onResponse' | 'onRetry'>;
  /** Observes all failed queries and mutations. The client's `onRetry` reports only failures that the client retries. */
  readonly watch: (cache: QueryCache | MutationCache) => void;
  readonly subscribe: (listener: () => void) => () => void;
  readonly current: () => State;
}

/** Time from the end of a retry's delay until the retry message disappears, in milliseconds. */
const retryMessageTime = 5000;

export function followHealth(): Health {
  const listeners = new Set<() => void>();
  let state: State = { isReachable: undefined, isFailing: false, retry: undefined };
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
        timer = setTimeout(() => set({ retry: undefined }), retry.delayMs + retryMessageTime);
        set({ retry, ...(retry.status === undefined && { isReachable: false }) });
      },
    },
    watch: (cache) => {
      cache.subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') {
          const error: unknown = event.action.error;
          const isLost = isNetworkError(error) || isTimeoutError(error) || isOfProgram(error);
          set({
            retry: undefined,
            ...(isLost && { isReachable: false }),
            ...(isFailure(error) && { isFailing: true }),
          });
        }
        const isOutcome = event.type === 'updated' && ['success', 'error'].includes(event.action.type);
        if (cache instanceof QueryCache && (isOutcome || event.type === 'observerRemoved')) {
          const isFailing = cache.findAll({ type: 'active' }).some((query) => isFailure(query.state.error));
          if (isFailing !== state.isFailing) set({ isFailing });
        }
      });
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current: () => state,
  };
}

/** Statuses that a proxy in front of the service may send. */
const gatewayStatuses: ReadonlySet<number> = new Set([502, 504]);

/** Whether an error indicates a failing service, as opposed to an invalid request. */
function isFailure(error: unknown): boolean {
  if (isApiError(error)) return error.status >= 500 || error.status === 401 || error.status === 403;
  return isParseError(error) || (isValidationError(error) && error.side === 'response');
}

/** Whether the program could not reach the service. */
function isOfProgram(error: unknown): boolean {
  return gatewayStatuses.has(programProblem(error)?.status ?? 0);
}
