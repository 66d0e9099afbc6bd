import { useSyncExternalStore } from 'react';
import type { Retries } from '../service/retries.ts';

/** Shows that the client retries a request, and why. */
export function RetryStatus({ retries }: { readonly retries: Retries }) {
  const retry = useSyncExternalStore(retries.subscribe, retries.current);
  return (
    <p className="retry-status" role="status" data-shown={retry !== undefined}>
      {retry !== undefined &&
        `${retry.operation} ${retry.status === undefined ? `failed (${retry.reason})` : `got status ${retry.status}`}; trying again`}
    </p>
  );
}
