import { useMemo } from 'react';
import { statusKindNames, statusKinds } from '../table/status.ts';
import { spokenTime } from './axis-times.ts';
import { bucketsOf, stacked } from './buckets.ts';
import { BucketTable } from './bucket-table.tsx';
import { Chart } from './chart.tsx';
import { Plot } from './plot.tsx';
import { extentOf } from './extent.ts';
import type { Point } from './points.ts';
import { stackedBars } from './stacked-bars.ts';
import type { TimeRange } from './time-range.ts';

/**
 * Number of requests over time, by status class. Dragging selects a time range; `points` are those of all times, and the
 * range is highlighted.
 */
export function RequestsOverTime(props: {
  readonly points: readonly Point[];
  readonly range: TimeRange | undefined;
  readonly onRange: (range: TimeRange | undefined) => void;
}) {
  const { points, range, onRange } = props;
  const buckets = useMemo(() => bucketsOf(points), [points]);
  const data = useMemo(() => asData(buckets), [buckets]);
  const shown = statusKinds.filter((kind) => buckets.totals[kind] > 0);
  const extent = extentOf(points);
  const counted = shown.map((kind) => `${buckets.totals[kind]} ${statusKindNames[kind]}`).join(', ');
  const summary =
    extent === undefined
      ? 'No requests'
      : `${points.length} requests from ${spokenTime(extent[0])} to ${spokenTime(extent[1])}: ${counted}`;
  return (
    <Chart
      title="Requests over time"
      range={range}
      onRange={onRange}
      extent={extent}
      legend={
        <ul className="chart-legend">
          {shown.map((kind) => (
            <li key={kind} className={`status-mark status-${kind}`}>
              {statusKindNames[kind]} {buckets.totals[kind]}
            </li>
          ))}
        </ul>
      }
    >
      <Plot data={data} parts={stackedBars} range={range} onRange={onRange} summary={summary} />
      <BucketTable buckets={buckets} kinds={shown} />
    </Chart>
  );
}

/** The plot includes the end of the last bar. */
function asData(buckets: ReturnType<typeof bucketsOf>): [number[], ...(number | null)[][]] {
  const { starts, length } = buckets;
  const last = starts.at(-1);
  if (last === undefined) return [[], ...statusKinds.map(() => [])];
  return [
    [...starts, last + length],
    ...stacked(buckets)
      .toReversed()
      .map((sums) => [...sums, null]),
  ];
}
