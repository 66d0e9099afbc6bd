import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useConnection, useReachable } from '../service/connection.ts';
import { ServiceForm, serviceFormId } from '../service/service-form.tsx';
import { VisibleText } from '../text/visible-text.tsx';

/** The service of the page, whether it is reachable, and a form for another one and for credentials. */
export function ServicePicker({ service }: { readonly service: string | undefined }) {
  const { address, fake } = useConnection();
  const isReachable = useReachable();
  return (
    <>
      <button type="button" className="picker" popoverTarget={serviceFormId}>
        <span
          className="dot"
          data-fake={fake !== undefined}
          data-reachable={isReachable ?? 'unknown'}
          aria-hidden="true"
        />
        <span className="visually-hidden">Service: </span>
        <span className="picker-address">
          <VisibleText text={fake === undefined ? address : 'Demo'} most="name" />
        </span>
        {isReachable === false && <span className="picker-trouble">Not reachable</span>}
      </button>
      <div id={serviceFormId} popover="auto" className="picker-body">
        <ServiceForm service={service} />
      </div>
      <Reaching isReachable={isReachable} />
    </>
  );
}

/** Milliseconds between attempts to reach a service that cannot be reached. */
const pause = 5000;

/**
 * Shows when the service becomes unreachable, and reachable again. Checks by refetching the visible data: regularly while
 * it is unreachable, and when the network is lost.
 */
function Reaching({ isReachable }: { readonly isReachable: boolean | undefined }) {
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
