import './status-mark.css';
import { statusKindOf, statusMeaning } from './status.ts';

/** A status as a number; the colour only repeats it. */
export function StatusMark({
  status,
  isLong = false,
}: {
  readonly status: number;
  readonly isLong?: boolean;
}) {
  const text = status < 100 ? '—' : status;
  return (
    <span className={`status-mark status-${statusKindOf(status)}`} title={statusMeaning(status)}>
      {isLong ? `${text} ${statusMeaning(status)}` : text}
      {!isLong && status < 100 && <span className="visually-hidden">no response</span>}
    </span>
  );
}
