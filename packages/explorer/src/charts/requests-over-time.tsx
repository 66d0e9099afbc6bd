import { memo, useMemo } from 'react';
import { type StatusKind, statusKindNames, statusKinds } from '../table/status.ts';
import { timeText } from '../time/time-text.ts';
import { useZone } from '../time/zone.ts';
import { type Buckets, bucketsOf, stacked } from './buckets.ts';
import { type ChartProps, Plot } from './plot.tsx';
import { stackedBars } from './stacked-bars.ts';

/** Number of requests over time, by status class. */
export function RequestsOverTime({ points, extent, ...rest }: ChartProps) {
  const zone = useZone();
  const buckets = useMemo(() => bucketsOf(points), [points]);
  const data = useMemo(() => asData(buckets), [buckets]);
  const shown = statusKinds.filter((kind) => buckets.totals[kind] > 0);
  const counted = shown.map((kind) => `${buckets.totals[kind]} ${statusKindNames[kind]}`).join(', ');
  const [first, last] = extent;
  return (
    <>
      <Plot
        title="Requests over time"
        legend={
          <ul className="chart-legend">
            {shown.map((kind) => (
              <li key={kind} className={`status-mark status-${kind}`}>
                {statusKindNames[kind]} {buckets.totals[kind]}
              </li>
            ))}
          </ul>
        }
        data={data}
        parts={stackedBars}
        summary={`${points.length} requests from ${timeText(first, zone)} to ${timeText(last, zone)}: ${counted}`}
        {...rest}
      />
      <BucketTable buckets={buckets} kinds={shown} />
    </>
  );
}

/** The plot includes the end of the last bar. */
function asData(buckets: Buckets): [number[], ...(number | null)[][]] {
  const { starts, length } = buckets;
  const last = starts.at(-1) ?? 0;
  const sums = stacked(buckets).toReversed();
  return [[...starts, last + length], ...sums.map((counts) => [...counts, null])];
}

/** The figures of the bars as a table, for screen readers. */
const BucketTable = memo(function BucketTable(props: {
  readonly buckets: Buckets;
  readonly kinds: readonly StatusKind[];
}) {
  const { buckets, kinds } = props;
  const zone = useZone();
  return (
    <div className="visually-hidden">
      <table>
        <caption>Requests by time and status class</caption>
        <thead>
          <tr>
            <th scope="col">From</th>
            {kinds.map((kind) => (
              <th key={kind} scope="col">
                {statusKindNames[kind]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {buckets.starts.map((start, index) => (
            <tr key={start}>
              <th scope="row">{timeText(start, zone)}</th>
              {kinds.map((kind) => (
                <td key={kind}>{buckets.counts[kind][index]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});
