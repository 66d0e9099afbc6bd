import type { ClientOptions } from '@mock-services/sdk';

/** What the client tells while it works. */
export type Observers = { readonly [Name in 'onResponse' | 'onRetry']: NonNullable<ClientOptions[Name]> };

/** Tells two. */
export function both(one: Observers, other: Observers): Observers {
  return {
    onResponse: (event) => {
      one.onResponse(event);
      other.onResponse(event);
    },
    onRetry: (event) => {
      one.onRetry(event);
      other.onRetry(event);
    },
  };
}
