import type { ClientOptions } from '@mock-services/sdk';

/** The client's observers. */
export type Observers = { readonly [Name in 'onResponse' | 'onRetry']: NonNullable<ClientOptions[Name]> };

/** Notifies two sets of observers. */
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
