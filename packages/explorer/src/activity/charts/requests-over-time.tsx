import { memo, useMemo } from 'react';
import uPlot from 'uplot';
import { type StatusKind, statusKindNames, statusKinds } from '../table/status.ts';
import { timeText, useZone, type Zone } from '../../time/time.tsx';
import { type Buckets, bucketsOf, stacked } from './points.ts';
import { type ChartProps, Plot } from './plot.tsx';
import { type PlotParts, briefTime, type Colors } from './plot-options.ts';
import marks from '../table/status-mark.module.css';
import styles from './charts.module.css';

/** Bar chart of the number of requests over time, by status class. */
export function RequestsOverTime({ points, extent, ...rest }: ChartProps) {
  const zone = useZone();
  const buckets = useMemo(() => bucketsOf(points), [points]);
  const data = useMemo(() => stacked(buckets), [buckets]);
  const totalOf = (kind: StatusKind) => buckets.counts[kind].reduce((sum, count) => sum + count, 0);
  const shown = statusKinds.filter((kind) => totalOf(kind) > 0);
  const counted = shown.map((kind) => `${totalOf(kind)} ${statusKindNames[kind]}`).join(', ');
  const [first, last] = extent;
  return (
    <>
      <Plot
        title="Requests over time"
        legend={
          <ul className={styles['legend']}>
            {shown.map((kind) => (
              <li key={kind} className={marks[kind]}>
                {statusKindNames[kind]} {totalOf(kind)}
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

/** Table with the data of the bar chart, for screen readers. */
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

/**
 * Possible steps between the labels of the value axis. The steps are integers, because the axis shows numbers of requests.
 */
const wholeNumbers = Array.from({ length: 12 }, (_, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat();

/** Creates the options for stacked bars. The tallest series is drawn first, and shorter series cover its lower part. */
function stackedBars(colors: Colors, zone: Zone): PlotParts {
  const paths = uPlot.paths.bars?.({ align: 1, size: [0.92, 60], gap: 1 });
  return {
    scales: { y: { range: (_, __, max) => [0, Math.max(1, max)] } },
    increments: wholeNumbers,
    readout: (plot, left) => barReadout(plot, left, zone),
    series: [
      {},
      ...statusKinds.toReversed().map((kind) => ({
        fill: () => colors(kind === 'other' ? '--muted' : `--${kind}`),
        width: 0,
        points: { show: false },
        ...(paths !== undefined && { paths }),
      })),
    ],
  };
}

/** Describes the bar at the pointer. The count of a status class is the difference between two cumulative sums. */
function barReadout(plot: uPlot, left: number, zone: Zone): string {
  const [starts = [], ...sums] = plot.data;
  const nearest = plot.posToIdx(left);
  const index = (starts[nearest] ?? 0) > plot.posToVal(left, 'x') ? nearest - 1 : nearest;
  const start = starts[index];
  if (start === undefined || sums[0]?.[index] === null) return '';
  const counts = statusKinds.toReversed().map((kind, series) => {
    const count = (sums[series]?.[index] ?? 0) - (sums[series + 1]?.[index] ?? 0);
    return count === 0 ? '' : `, ${count} ${statusKindNames[kind]}`;
  });
  return `${briefTime(start, zone)}${counts.toReversed().join('')}`;
}
