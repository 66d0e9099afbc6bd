import { latencyOf } from '@mock-services/sdk/activity';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { timeText } from '../time/time-text.ts';
import { useZone } from '../time/zone.ts';
import { briefTime } from './axis-times.ts';
import { type ChartProps, Plot } from './plot.tsx';
import type { MakeParts } from './plot-options.ts';
import { drawPercentiles, drawPoints } from './scatter.ts';

/** Response times on a logarithmic scale, with percentiles of all of them. */
export function LatencyScatter({ points, extent, ...rest }: ChartProps) {
  const zone = useZone();
  const percentiles = useMemo(() => latencyOf(points.map(({ ms }) => ms)), [points]);
  const data = useMemo(
    (): [number[], number[]] => [points.map(({ at }) => at), points.map(({ ms }) => Math.max(1, ms))],
    [points],
  );
  // The plot is created once and draws the current points.
  const drawn = useRef({ points, percentiles });
  useLayoutEffect(() => {
    drawn.current = { points, percentiles };
  }, [points, percentiles]);
  const parts: MakeParts = useCallback(
    (colours, zone) => ({
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
        `${briefTime(plot.posToVal(left, 'x'), zone)}, ${Math.round(plot.posToVal(top, 'y'))} ms`,
      hooks: {
        draw: [
          (plot) => {
            drawPoints(plot, drawn.current.points, colours);
            drawPercentiles(plot, drawn.current.percentiles, colours);
          },
        ],
      },
    }),
    [],
  );
  const { p50, p90, p99, max } = percentiles;
  const [first, last] = extent;
  return (
    <Plot
      title="Response times (ms)"
      legend={
        <ul className="chart-legend">
          <li>p50 {p50} ms</li>
          <li>p90 {p90} ms</li>
          <li>p99 {p99} ms</li>
        </ul>
      }
      data={data}
      parts={parts}
      summary={
        `${points.length} response times from ${timeText(first, zone)} to ${timeText(last, zone)}: ` +
        `half took at most ${p50} ms, 90% at most ${p90} ms, 99% at most ${p99} ms, the longest ${max} ms`
      }
      {...rest}
    />
  );
}
