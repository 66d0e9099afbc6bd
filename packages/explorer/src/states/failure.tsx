import { isNetworkError } from '@mock-services/sdk';
import { useConnection, useOnline } from '../service/connection.ts';
import { connectFormId } from '../service/connect-form.tsx';
import { TokenForm } from '../service/token-form.tsx';
import { VisibleText } from '../text/visible-text.tsx';
import { Advice } from './advice.tsx';
import { describeError, type DescribedError } from './describe-error.ts';
import styles from './states.module.css';

interface Props {
  readonly error: unknown;
  /**
   * Title to show.
   *
   * @default the title of the error
   */
  readonly title?: string | undefined;
  /** Called when the user clicks “Try again”. If omitted, there is no such button. */
  readonly onRetry?: (() => void) | undefined;
  /** Whether a retry is running. */
  readonly busy?: boolean | undefined;
}

/** Error that is shown if data could not be read. */
export function Failure({ error, title, onRetry, busy = false }: Props) {
  const { title: kind, message, hint, wantsCredentials, token } = describeError(error);
  const isOnline = useOnline();
  return (
    <section className={styles['failure']} role="alert">
      <p className={styles['title']}>{title ?? kind}</p>
      {message !== '' && (
        <pre className={styles['message']}>
          <VisibleText text={message} most="message" />
        </pre>
      )}
      {hint !== undefined && token !== 'rejected' && (
        <p className={styles['hint']}>
          <Advice
            text={
              isNetworkError(error) && !isOnline
                ? 'The page retries when the network is available again.'
                : hint
            }
          />
        </p>
      )}
      {token !== undefined && <TokenForm isRejected={token === 'rejected'} />}
      <Actions wantsCredentials={wantsCredentials} token={token} onRetry={onRetry} busy={busy} />
    </section>
  );
}

/** Error that is shown above older data if the data could not be refreshed. */
export function StaleNotice({ error, onRetry, busy = false }: Props) {
  const { title, message, hint = '', wantsCredentials, token } = describeError(error);
  const isOnline = useOnline();
  // The page already says that it is offline and that its data may be old.
  if (isNetworkError(error) && !isOnline) return null;
  return (
    <div role="alert" className="notice notice-warning bar bar-apart">
      <p>
        <strong>{title}.</strong> The data may be outdated.{' '}
        <span className="notice-detail">
          <VisibleText text={message} most="message" />
        </span>{' '}
        {token !== 'rejected' && <Advice text={hint} />}
      </p>
      {token !== undefined && <TokenForm isRejected={token === 'rejected'} />}
      <Actions wantsCredentials={wantsCredentials} token={token} onRetry={onRetry} busy={busy} />
    </div>
  );
}

/** Notice that is shown while the browser is offline. */
export function OfflineNotice() {
  const { address } = useConnection();
  if (useOnline()) return null;
  return (
    <div role="alert" className="notice notice-warning bar bar-apart">
      <p>
        <strong>You are offline.</strong> The data may be outdated. The page reads it again from{' '}
        <VisibleText text={address} most="name" /> when the network is available.
      </p>
    </div>
  );
}

type ActionsProps = Pick<Props, 'onRetry' | 'busy'> & Pick<DescribedError, 'wantsCredentials' | 'token'>;

function Actions({ wantsCredentials, token, onRetry, busy }: ActionsProps) {
  if (!wantsCredentials && !onRetry) return null;
  return (
    <div className="bar">
      {wantsCredentials && (
        <button type="button" className="primary" popoverTarget={connectFormId}>
          Enter credentials
        </button>
      )}
      {onRetry && (
        <button
          type="button"
          className={wantsCredentials || token ? undefined : 'primary'}
          onClick={onRetry}
          disabled={busy}
        >
          {busy ? 'Trying…' : 'Try again'}
        </button>
      )}
    </div>
  );
}
