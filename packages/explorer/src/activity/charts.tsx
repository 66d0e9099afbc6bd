import { lazy, useMemo, useState } from 'react';
import type { ActivityEntry } from '@mock-services/sdk';
import type { TimeRange } from '../charts/index.ts';
import { updateRoute } from '../route/navigation.ts';
import { OnDemand } from '../states/on-demand.tsx';
import { timeText, wallTime } from '../time/time-text.ts';
import { useZone } from '../time/zone.ts';
import { useLater } from './use-later.ts';

// The plotting library loads after the table is visible.
const ExchangeCharts = lazy(async () => ({ default: (await import('../charts/index.ts')).ExchangeCharts }));

const key = 'explorer:charts';

interface Props {
  readonly entries: readonly ActivityEntry[];
  readonly since: string | undefined;
  readonly until: string | undefined;
}

/**
 * Charts of the entries of all times, unless they are closed, which the browser remembers. A range selected in them becomes
 * part of the address.
 */
export function Charts({ entries, since, until }: Props) {
  const [isOpen, setOpen] = useState(
    () => (localStorage.getItem(key) ?? (innerWidth > 820 ? 'open' : '')) === 'open',
  );
  const range = useMemo(() => rangeOf(since, until), [since, until]);
  const toggle = (): void => {
    setOpen(!isOpen);
    localStorage.setItem(key, isOpen ? 'closed' : 'open');
  };
  return (
    <section className="log-charts" aria-label="Charts">
      <div className="log-charts-head">
        <h2>
          <button type="button" className="quiet fold" aria-expanded={isOpen} onClick={toggle}>
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

function OpenCharts({
  entries,
  range,
}: {
  readonly entries: readonly ActivityEntry[];
  readonly range: TimeRange | undefined;
}) {
  const shown = useLater(entries);
  return (
    <OnDemand fallback={<div className="log-charts-waiting" />}>
      <ExchangeCharts entries={shown} range={range} onRange={selectRange} />
    </OnDemand>
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

/** An open end of a range extends to about the limit of dates, on any clock. */
function rangeOf(since: string | undefined, until: string | undefined): TimeRange | undefined {
  if (since === undefined && until === undefined) return undefined;
  return { since: since ?? '1970-01-01T00:00:00.000Z', until: until ?? '9999-12-30T00:00:00.000Z' };
}
