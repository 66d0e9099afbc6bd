import { isApiError, isMockServicesError } from '@mock-services/sdk';
import type { ReactNode } from 'react';

/** An error as the user should see it, with buttons to act on it. */
export function Problem({ error, children }: { readonly error: Error; readonly children?: ReactNode }) {
  return (
    <p role="alert">
      {describe(error)} {children}
    </p>
  );
}

function describe(error: Error): string {
  if (mayHaveBeenApplied(error)) return 'The response was lost. You see what the service has stored.';
  if (isApiError(error)) return `The service refused the request (${error.status}).`;
  if (isMockServicesError(error)) return 'The service cannot be reached.';
  return error.message;
}

/** Whether a write may have taken effect although it failed. `queries` then reads again what it may have changed. */
export function mayHaveBeenApplied(error: Error | null): boolean {
  return isMockServicesError(error) && error.mayHaveBeenApplied;
}
