import { useMemo } from 'react';
import type { ActivityEntry } from '@mock-services/sdk/activity';
import { LatencyScatter } from './latency-scatter.tsx';
import { pointsOf } from './points.ts';
import { RequestsOverTime } from './requests-over-time.tsx';
import type { TimeRange } from './time-range.ts';

/** Both charts of the same exchanges. */
export function ExchangeCharts(props: {
  readonly entries: readonly ActivityEntry[];
  readonly range: TimeRange | undefined;
  readonly onRange: (range: TimeRange | undefined) => void;
}) {
  const { entries, range, onRange } = props;
  const points = useMemo(() => pointsOf(entries), [entries]);
  return (
    <>
      <RequestsOverTime points={points} range={range} onRange={onRange} />
      <LatencyScatter points={points} range={range} onRange={onRange} />
    </>
  );
}
