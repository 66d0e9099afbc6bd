import { latencyOf } from '@mock-services/sdk/activity';
import { useMemo } from 'react';
import { isFiltered, navigate, withoutFilters, type Route } from '../route/route.tsx';
import { countsOf, statusKindNames, statusKinds } from '../ui/status.tsx';
import { figures } from '../ui/text.tsx';
import { durationText } from '../ui/time.tsx';
import type { Found } from './use-found.ts';
import styles from './log.module.css';

export function LogFigures(props: { readonly found: Found; readonly total: number; readonly route: Route }) {
  const { found, total, route } = props;
  const { entries, left, unread } = found;
  const counts = useMemo(() => countsOf(entries), [entries]);
  const { p50, p90, p99 } = useMemo(
    () => latencyOf(entries.map(({ response }) => response.responseTimeMs)),
    [entries],
  );
  return (
    <div className={`bar ${styles['figures']}`}>
      <p role="status">
        <b>{isFiltered(route) ? `${figures(entries.length)} of ${figures(total)}` : figures(total)}</b>{' '}
        {total === 1 ? 'exchange' : 'exchanges'}
        {left > 0 && ` · searching ${figures(left)} more`}
        {unread > 0 && ` · ${figures(unread)} with bodies that cannot be searched`}
      </p>
      {isFiltered(route) && (
        <button type="button" className="small" onClick={() => navigate(withoutFilters(route))}>
          Clear filters
        </button>
      )}
      {statusKinds.map(
        (kind) =>
          counts[kind] > 0 && (
            <span key={kind}>
              <span className={`status ${kind}`}>{statusKindNames[kind]}</span> {figures(counts[kind])}
            </span>
          ),
      )}
      {entries.length > 0 && (
        <p className="bar end">
          {Object.entries({ p50, p90, p99 }).map(([name, ms]) => (
            <span key={name}>
              <span className="muted">{name}</span> <b>{durationText(ms)}</b>
            </span>
          ))}
        </p>
      )}
    </div>
  );
}
