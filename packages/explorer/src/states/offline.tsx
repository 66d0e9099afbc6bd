import './states.css';
import { useConnection } from '../service/connection.ts';
import { VisibleText } from '../text/visible-text.tsx';
import { useOnline } from './use-online.ts';

/** Shows that there is no network. */
export function OfflineNotice() {
  const { address } = useConnection();
  if (useOnline()) return null;
  return (
    <div className="notice notice-warning bar bar-apart" role="alert">
      <p>
        <strong>You are offline.</strong> The data may be old. It is refreshed from{' '}
        <VisibleText text={address} most="name" /> when the network is back.
      </p>
    </div>
  );
}
