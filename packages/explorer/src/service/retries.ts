import type { RetryEvent } from '@mock-services/sdk';
import type { Observers } from './observers.ts';

/** The client's retries, for display. */
export interface Retries {
  readonly observers: Observers;
  readonly subscribe: (listener: () => void) => () => void;
  /** The pending retry; `undefined` when there is none. */
  readonly current: () => RetryEvent | undefined;
  /** No retry is pending any more. */
  readonly end: () => void;
}

/** Milliseconds after which a retry without further news is no longer shown. */
const patience = 5000;

/** Observes a client. */
export function followRetries(): Retries {
  const listeners = new Set<() => void>();
  let current: RetryEvent | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const set = (next: RetryEvent | undefined): void => {
    clearTimeout(timer);
    current = next;
    for (const listener of listeners) listener();
  };
  return {
    observers: {
      onResponse: ({ operation }) => {
        if (current?.operation === operation) set(undefined);
      },
      onRetry: (retry) => {
        set(retry);
        timer = setTimeout(() => set(undefined), retry.delayMs + patience);
      },
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current: () => current,
    end: () => set(undefined),
  };
}
