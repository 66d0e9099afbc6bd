import type { RetryEvent } from '@mock-services/sdk';
import type { Observers } from './observers.ts';

/** What the client tells of its retries, for the page to show. */
export interface Retries {
  readonly observers: Observers;
  readonly subscribe: (listener: () => void) => () => void;
  /** The retry that is awaited; `undefined` when there is none. */
  readonly current: () => RetryEvent | undefined;
  /** Nothing more is tried. */
  readonly end: () => void;
}

/** How long a retry is spoken of that nothing more is heard of, in milliseconds. */
const patience = 5000;

/** Follows a client through its observers. */
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
