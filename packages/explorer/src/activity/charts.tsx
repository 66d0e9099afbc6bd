import { useEffect, useMemo, useState } from 'react';
import type { ActivityEntry } from '@mock-services/sdk';
import { ExchangeCharts } from './charts/exchange-charts.tsx';
import type { TimeRange } from './charts/time-range.ts';
import { updateRoute } from '../route/route.tsx';
import { ErrorBoundary } from '../states/error-boundary.tsx';
import { timeText, wallTime, useZone } from '../time/time.tsx';
import { useSetting } from '../window/use-setting.ts';
import styles from './activity.module.css';

interface Props {
  readonly entries: readonly ActivityEntry[];
  readonly since: string | undefined;
  readonly until: string | undefined;
}

/**
 * Foldable section with the charts. Local storage remembers whether the section is open. Selecting a range in a chart sets
 * the time filter in the URL.
 */
export function Charts({ entries, since, until }: Props) {
  const [chosen, choose] = useSetting('charts');
  const [isWide] = useState(() => innerWidth > 960);
  const isOpen = chosen === null ? isWide : chosen === 'open';
  const range = useMemo(() => rangeOf(since, until), [since, until]);
  return (
    <section className={styles['charts']} aria-label="Charts">
      <div className={`${styles['charts-head']} bar`}>
        <h2>
          <button
            type="button"
            className={`quiet ${styles['fold']}`}
            aria-expanded={isOpen}
            onClick={() => choose(isOpen ? 'closed' : 'open')}
          >
            Charts
          </button>
        </h2>
        {range !== undefined && (
          <>
            <span role="status">
              <RangeText range={range} />
            </span>
            <button type="button" onClick={() => selectRange(undefined)}>
              Clear the range
            </button>
          </>
        )}
      </div>
      {isOpen && <OpenCharts entries={entries} range={range} />}
    </section>
  );
}

/** Renders the charts after the rest of the page, because rendering them is slow. */
function OpenCharts({ entries, range }: Pick<Props, 'entries'> & { readonly range: TimeRange | undefined }) {
  const [shown, setShown] = useState(entries);
  useEffect(() => {
    const timer = setTimeout(() => setShown(entries));
    return () => clearTimeout(timer);
  }, [entries]);
  return (
    <ErrorBoundary>
      <ExchangeCharts entries={shown} range={range} onRange={selectRange} />
    </ErrorBoundary>
  );
}

function RangeText({ range: { since, until } }: { readonly range: TimeRange }) {
  const zone = useZone();
  const from = wallTime(Date.parse(since), zone).slice(0, 19).replace('T', ' ');
  return `${from} to ${timeText(Date.parse(until), zone)}`;
}

function selectRange(range: TimeRange | undefined): void {
  updateRoute({ since: range?.since, until: range?.until });
}

/**
 * Creates a range from the filters. A missing start becomes 1970-01-01, and a missing end becomes 9999-12-30, because every
 * time zone can display these two dates.
 */
function rangeOf(since: string | undefined, until: string | undefined): TimeRange | undefined {
  if (since === undefined && until === undefined) return undefined;
  return { since: since ?? '1970-01-01T00:00:00.000Z', until: until ?? '9999-12-30T00:00:00.000Z' };
}
