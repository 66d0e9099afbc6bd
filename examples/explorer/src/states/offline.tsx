import './states.css';
import { useSyncExternalStore } from 'react';
import { useConnection } from '../service/connection.ts';
import { longest } from '../text/visible-text.ts';
import { VisibleText } from '../text/visible-text.tsx';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Says that there is no network. The fake server needs none. */
export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const { fake, address } = useConnection();
  if (online || fake !== undefined) return null;
  return (
    <div className="notice notice-warning" role="alert">
      <p>
        <strong>You are offline.</strong> What is shown may be old. It is read again from{' '}
        <VisibleText text={address} most={longest.name} /> when the network is back.
      </p>
    </div>
  );
}
