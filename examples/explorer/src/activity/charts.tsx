import { lazy, useCallback, useMemo } from 'react';
import type { ActivityEntry } from '@mock-services/sdk';
import type { TimeRange } from '../charts/index.ts';
import { change } from '../place/use-place.ts';
import { useLater } from './use-later.ts';
import { OnDemand } from '../states/on-demand.tsx';

// The plotting library is loaded while the table is on the screen already.
const Pictures = lazy(async () => ({ default: (await import('../charts/index.ts')).Pictures }));

interface Props {
  readonly entries: readonly ActivityEntry[];
  readonly since: string | undefined;
  readonly until: string | undefined;
}

/** Pictures of the entries at any time; the range that is chosen in them becomes part of the address. */
export function Charts({ entries, since, until }: Props) {
  const shown = useLater(entries);
  const range = useMemo(() => rangeOf(since, until), [since, until]);
  const onRange = useCallback((next: TimeRange | undefined) => {
    change({ since: next?.since, until: next?.until });
  }, []);
  return (
    <section className="log-charts" aria-label="Pictures">
      <h2 className="visually-hidden">Pictures</h2>
      <OnDemand fallback={<div className="log-charts-waiting" />}>
        <Pictures entries={shown} range={range} onRange={onRange} />
      </OnDemand>
    </section>
  );
}

/** A range that is open at one end goes to the end of time there. */
function rangeOf(since: string | undefined, until: string | undefined): TimeRange | undefined {
  if (since === undefined && until === undefined) return undefined;
  return { since: since ?? '1970-01-01T00:00:00.000Z', until: until ?? '9999-12-31T23:59:59.999Z' };
}
