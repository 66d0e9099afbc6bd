import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/** Milliseconds between attempts to reach a service that cannot be reached. */
const pause = 5000;

/**
 * Shows when the service becomes unreachable, and reachable again. Checks by refetching the visible data: regularly while
 * it is unreachable, and when the network is lost.
 */
export function Reaching({ isReachable }: { readonly isReachable: boolean }) {
  const cache = useQueryClient();
  const wasLost = useRef(false);
  wasLost.current ||= !isReachable;
  useEffect(() => {
    const readAgain = (): void => void cache.refetchQueries({ type: 'active' }, { cancelRefetch: false });
    addEventListener('offline', readAgain);
    const timer = isReachable ? undefined : setInterval(readAgain, pause);
    return () => {
      removeEventListener('offline', readAgain);
      clearInterval(timer);
    };
  }, [cache, isReachable]);
  return (
    <p role="status" className="visually-hidden">
      {!isReachable
        ? 'The service cannot be reached.'
        : wasLost.current && 'The service can be reached again.'}
    </p>
  );
}
