import { latencyOf } from '@mock-services/sdk/activity';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import uPlot from 'uplot';
import { briefTime, spokenTime } from './axis-times.ts';
import { Chart } from './chart.tsx';
import { extentOf } from './extent.ts';
import { Plot } from './plot.tsx';
import type { PlotParts } from './plot-options.ts';
import type { Point } from './points.ts';
import { drawPercentiles, drawPoints } from './scatter.ts';
import type { TimeRange } from './time-range.ts';
import type { Colours } from './use-colours.ts';

/**
 * Response times on a logarithmic scale, with percentiles of all of them. Dragging selects a time range; `points` are those
 * of all times, and the range is highlighted.
 */
export function LatencyScatter(props: {
  readonly points: readonly Point[];
  readonly range: TimeRange | undefined;
  readonly onRange: (range: TimeRange | undefined) => void;
}) {
  const { points, range, onRange } = props;
  const percentiles = useMemo(() => latencyOf(points.map(({ ms }) => ms)), [points]);
  const scatter = useMemo(
    () => ({
      times: points.map(({ at }) => at),
      values: points.map(({ ms }) => Math.max(1, ms)),
      kinds: points.map(({ kind }) => kind),
    }),
    [points],
  );
  const data = useMemo((): [number[], number[]] => [scatter.times, scatter.values], [scatter]);
  // The plot is created once and draws the current points.
  const drawn = useRef({ scatter, percentiles });
  useLayoutEffect(() => {
    drawn.current = { scatter, percentiles };
  }, [scatter, percentiles]);
  const parts = useCallback(
    (colours: Colours): PlotParts => ({
      scales: {
        y: {
          distr: 3,
          log: 10,
          range: (_, min, max) => [10 ** Math.floor(Math.log10(min)), Math.max(10, max * 1.3)],
        },
      },
      // The hook draws the points.
      series: [{}, { paths: () => null, points: { show: false } }],
      readout: (plot, left, top) =>
        `${briefTime(plot.posToVal(left, 'x'))}, ${Math.round(plot.posToVal(top, 'y'))} ms`,
      hooks: {
        draw: [
          (plot) => {
            drawPoints(plot, drawn.current.scatter, colours, uPlot.pxRatio);
            drawPercentiles(plot, drawn.current.percentiles, colours, uPlot.pxRatio);
          },
        ],
      },
    }),
    [],
  );
  const extent = extentOf(points);
  const { p50, p90, p99, max } = percentiles;
  const summary =
    extent === undefined
      ? 'No responses'
      : `${points.length} response times from ${spokenTime(extent[0])} to ${spokenTime(extent[1])}: ` +
        `half took at most ${p50} ms, 90% at most ${p90} ms, 99% at most ${p99} ms, the longest ${max} ms`;
  return (
    <Chart
      title="Response times (ms)"
      range={range}
      onRange={onRange}
      extent={extent}
      legend={
        <ul className="chart-legend">
          <li>p50 {p50} ms</li>
          <li>p90 {p90} ms</li>
          <li>p99 {p99} ms</li>
        </ul>
      }
    >
      <Plot data={data} parts={parts} range={range} onRange={onRange} summary={summary} />
    </Chart>
  );
}
