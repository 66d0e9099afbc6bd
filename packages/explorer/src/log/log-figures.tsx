import { latencyOf } from '@mock-services/sdk/activity';
import { useMemo } from 'react';
import { statusKindNames, statusKindOf, statusKinds } from '../ui/status.tsx';
import { figures } from '../ui/text.tsx';
import { durationText } from './durations.ts';
import type { Found } from './use-found.ts';
import styles from './log.module.css';

/** Shows counts and percentiles of the entries that match all filters, the time range included. */
export function LogFigures(props: {
  readonly found: Found;
  /** Number of entries in the log. */
  readonly total: number;
  readonly isFiltered: boolean;
}) {
  const { found, total, isFiltered } = props;
  const { entries, left, unread } = found;
  const counts = useMemo(() => {
    const counts = { ok: 0, redirect: 0, 'client-error': 0, 'server-error': 0, other: 0 };
    for (const { response } of entries) counts[statusKindOf(response.statusCode)] += 1;
    return counts;
  }, [entries]);
  const { p50, p90, p99, max } = useMemo(
    () => latencyOf(entries.map(({ response }) => response.responseTimeMs)),
    [entries],
  );
  return (
    <div className={`bar ${styles['figures']}`}>
      <p role="status">
        <b>{isFiltered ? `${figures(entries.length)} of ${figures(total)}` : figures(total)}</b>{' '}
        {total === 1 ? 'exchange' : 'exchanges'}
        {left > 0 && ` · searching ${figures(left)} more`}
        {unread > 0 && ` · ${figures(unread)} with bodies that cannot be searched`}
      </p>
      {statusKinds.map(
        (kind) =>
          counts[kind] > 0 && (
            <span key={kind}>
              <span className={`status ${kind}`}>{statusKindNames[kind]}</span> {figures(counts[kind])}
            </span>
          ),
      )}
      <dl hidden={entries.length === 0}>
        {Object.entries({ p50, p90, p99, max }).map(([name, ms]) => (
          <div key={name}>
            <dt>{name}</dt> <dd>{durationText(ms)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
