import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/** How often a service that cannot be reached is tried, in milliseconds. */
const pause = 5000;

/**
 * Says when the service can no longer be reached, and when it can again. Finds out by reading what is on the screen:
 * from time to time while it cannot be reached, and when the network goes.
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
