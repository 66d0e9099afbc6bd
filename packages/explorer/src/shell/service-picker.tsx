import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useConnection, useServiceState } from '../service/connection.ts';
import { ConnectForm, connectFormId } from '../service/connect-form.tsx';
import { WorldName } from '../fake/worlds.tsx';
import { VisibleText } from '../text/visible-text.tsx';
import styles from './shell.module.css';

/** Button that shows the service and its state, and opens the form for the address and credentials. */
export function ServicePicker({ service }: { readonly service: string | undefined }) {
  const { address, isDemo } = useConnection();
  const state = useServiceState();
  return (
    <>
      <button type="button" className={styles['picker']} popoverTarget={connectFormId}>
        <span className={styles['dot']} data-fake={isDemo} data-state={state} aria-hidden="true" />
        <span className="visually-hidden">Service: </span>
        <span className={styles['picker-address']}>
          <VisibleText text={isDemo ? 'Demo' : address} most="name" />
        </span>
        {state === 'unreachable' && <span className={styles['picker-trouble']}>Not reachable</span>}
        {state === 'failing' && <span className={styles['picker-trouble']}>Failing</span>}
        <WorldName />
      </button>
      <div id={connectFormId} popover="auto" className={styles['picker-body']}>
        <ConnectForm service={service} />
      </div>
      <Reaching isLost={state === 'unreachable'} />
    </>
  );
}

/** Interval between attempts to reach an unreachable service, in milliseconds. */
const pause = 5000;

/**
 * Tells screen readers when the service becomes unreachable, and when it can be reached again. Refetches the visible data
 * regularly while the service is unreachable, and when the browser goes offline.
 */
function Reaching({ isLost }: { readonly isLost: boolean }) {
  const cache = useQueryClient();
  const wasLost = useRef(false);
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
