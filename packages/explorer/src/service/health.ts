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

/** State of the service, as far as the calls show it. */
interface State {
  /** Whether the service can be reached; `undefined` until a call has ended. An error response counts as reachable. */
  readonly isReachable: boolean | undefined;
  /** Whether the service fails to provide the visible data, or failed to carry out the last change. */
  readonly isFailing: boolean;
  /** The pending retry, or `undefined`. */
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
        timer = setTimeout(() => set({ retry: undefined }), retry.delayMs + patience);
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

/** Statuses that may come from a proxy in front of the service. */
const gatewayStatuses: ReadonlySet<number> = new Set([502, 504]);

/** Whether an error is a failure of the service, rather than of the request. */
function isFailure(error: unknown): boolean {
  if (isApiError(error)) return error.status >= 500 || error.status === 401 || error.status === 403;
  return isParseError(error) || (isValidationError(error) && error.side === 'response');
}

/** Whether the program that serves the page could not reach the service. */
function isOfProgram(error: unknown): boolean {
  return gatewayStatuses.has(programProblem(error)?.status ?? 0);
}
