import { type Latency, latencyOf } from '@mock-services/sdk/activity';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import uPlot from 'uplot';
import { statusKinds } from '../table/status.ts';
import { timeText, useZone } from '../../time/time.tsx';
import { type ChartProps, Plot } from './plot.tsx';
import { type MakeParts, briefTime, type Colors } from './plot-options.ts';
import type { Point } from './points.ts';
import styles from './charts.module.css';

/** Scatter plot of response times on a logarithmic scale, with lines for the percentiles. */
export function LatencyScatter({ points, extent, ...rest }: ChartProps) {
  const zone = useZone();
  const percentiles = useMemo(() => latencyOf(points.map(({ ms }) => ms)), [points]);
  const data = useMemo(
    (): [number[], number[]] => [points.map(({ at }) => at), points.map(({ ms }) => Math.max(1, ms))],
    [points],
  );
  // Keep the current points in a ref, because the plot is created only once.
  const drawn = useRef({ points, percentiles });
  useLayoutEffect(() => {
    drawn.current = { points, percentiles };
  }, [points, percentiles]);
  const parts: MakeParts = useCallback(
    (colors, zone) => ({
      scales: {
        y: {
          distr: 3,
          log: 10,
          range: (_, min, max) => [10 ** Math.floor(Math.log10(min)), Math.max(10, max * 1.3)],
        },
      },
      // The `draw` hook draws the points.
      series: [{}, { paths: () => null, points: { show: false } }],
      readout: (plot, left, top) =>
        `${briefTime(plot.posToVal(left, 'x'), zone)}, ${Math.round(plot.posToVal(top, 'y'))} ms`,
      hooks: {
        draw: [
          (plot) => {
            drawPoints(plot, drawn.current.points, colors);
            drawPercentiles(plot, drawn.current.percentiles, colors);
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
        <ul className={styles['legend']}>
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

/** Size of a point in CSS pixels. */
const pointSize = 3;

/** Draws the points. Skips a point if another point of the same kind is already drawn at the same pixel. */
function drawPoints(plot: uPlot, points: readonly Point[], colors: Colors): void {
  const { ctx, bbox } = plot;
  const size = Math.round(pointSize * uPlot.pxRatio);
  const columns = Math.ceil(bbox.width) + 1;
  const taken = new Uint8Array(columns * (Math.ceil(bbox.height) + 1));
  const fills = statusKinds.map((kind) => colors(kind === 'other' ? '--muted' : `--${kind}`));
  const { min: from = 0, max: to = 1 } = plot.scales['x'] ?? {};
  ctx.save();
  ctx.globalAlpha = 0.75;
  for (const { at, ms, kind } of points) {
    const x = Math.round(((at - from) / (to - from)) * bbox.width);
    const y = Math.round(plot.valToPos(Math.max(1, ms), 'y', true) - bbox.top);
    const index = statusKinds.indexOf(kind);
    const place = y * columns + x;
    const mark = 1 << index;
    if (((taken[place] ?? 0xff) & mark) !== 0) continue;
    taken[place] = (taken[place] ?? 0) | mark;
    const fill = fills[index] ?? '';
    if (ctx.fillStyle !== fill) ctx.fillStyle = fill;
    ctx.fillRect(bbox.left + x - size / 2, bbox.top + y - size / 2, size, size);
  }
  ctx.restore();
}

/** Draws a line with a label for each percentile. */
function drawPercentiles(plot: uPlot, percentiles: Latency, colors: Colors): void {
  const { ctx, bbox } = plot;
  const ratio = uPlot.pxRatio;
  const right = bbox.left + bbox.width;
  ctx.save();
  ctx.font = `600 ${11 * ratio}px system-ui, sans-serif`;
  ctx.textAlign = 'right';
  ctx.textBaseline = 'bottom';
  ctx.fillStyle = colors('--text');
  let lowest = Infinity;
  for (const name of ['p50', 'p90', 'p99'] as const) {
    const y = plot.valToPos(Math.max(1, percentiles[name]), 'y', true);
    ctx.strokeStyle = colors('--text');
    ctx.lineWidth = ratio;
    ctx.setLineDash([5 * ratio, 4 * ratio]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(right, y);
    ctx.stroke();
    // Skip a label that would overlap another one. The legend still contains it.
    if (lowest - y < 13 * ratio) continue;
    lowest = y;
    ctx.setLineDash([]);
    ctx.strokeStyle = colors('--surface');
    ctx.lineWidth = 3 * ratio;
    ctx.strokeText(name, right - 2 * ratio, y - ratio);
    ctx.fillText(name, right - 2 * ratio, y - ratio);
  }
  ctx.restore();
}
