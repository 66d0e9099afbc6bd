import { lazy, useCallback, useMemo } from 'react';
import type { ActivityEntry } from '@mock-services/sdk';
import type { TimeRange } from '../charts/index.ts';
import { updateRoute } from '../route/navigation.ts';
import { useLater } from './use-later.ts';
import { OnDemand } from '../states/on-demand.tsx';

// The plotting library loads after the table is visible.
const ExchangeCharts = lazy(async () => ({ default: (await import('../charts/index.ts')).ExchangeCharts }));

interface Props {
  readonly entries: readonly ActivityEntry[];
  readonly since: string | undefined;
  readonly until: string | undefined;
}

/** Charts of the entries of all times; a range selected in them becomes part of the address. */
export function Charts({ entries, since, until }: Props) {
  const shown = useLater(entries);
  const range = useMemo(() => rangeOf(since, until), [since, until]);
  const onRange = useCallback((next: TimeRange | undefined) => {
    updateRoute({ since: next?.since, until: next?.until });
  }, []);
  return (
    <section className="log-charts" aria-label="Charts">
      <h2 className="visually-hidden">Charts</h2>
      <OnDemand fallback={<div className="log-charts-waiting" />}>
        <ExchangeCharts entries={shown} range={range} onRange={onRange} />
      </OnDemand>
    </section>
  );
}

/** An open end of a range extends to the limit of dates. */
function rangeOf(since: string | undefined, until: string | undefined): TimeRange | undefined {
  if (since === undefined && until === undefined) return undefined;
  return { since: since ?? '1970-01-01T00:00:00.000Z', until: until ?? '9999-12-31T23:59:59.999Z' };
}
