import { statusText } from '../../text/status.ts';
import { statusKindOf } from './status.ts';
import styles from './status-mark.module.css';

/** Shows a status as a colored number, or with its reason phrase if `isLong` is set. */
export function StatusMark({ status, isLong }: { readonly status: number; readonly isLong?: boolean }) {
  const hasNone = status < 100;
  const long = hasNone ? 'No response' : statusText(status);
  return (
    <span className={styles[statusKindOf(status)]} title={long}>
      {isLong ? long : hasNone ? '—' : status}
      {!isLong && hasNone && <span className="visually-hidden">no response</span>}
    </span>
  );
}
