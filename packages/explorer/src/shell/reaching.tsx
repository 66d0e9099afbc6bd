import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/** Milliseconds between attempts to reach a service that cannot be reached. */
const pause = 5000;

/**
 * Shows when the service becomes unreachable, and reachable again. Checks by refetching the visible data: regularly while
 * it is unreachable, and when the network is lost.
 */
export function Reaching({ isReachable }: { readonly isReachable: boolean | undefined }) {
  const cache = useQueryClient();
  const wasLost = useRef(false);
  const isLost = isReachable === false;
  wasLost.current ||= isLost;
  useEffect(() => {
    const readAgain = (): void => void cache.refetchQueries({ type: 'active' }, { cancelRefetch: false });
    addEventListener('offline', readAgain);
    const timer = isLost ? setInterval(readAgain, pause) : undefined;
    return () => {
      removeEventListener('offline', readAgain);
      clearInterval(timer);
    };
  }, [cache, isLost]);
  return (
    <p role="status" className="visually-hidden">
      {isLost ? 'The service cannot be reached.' : wasLost.current && 'The service can be reached again.'}
    </p>
  );
}
