import type { Latency } from '@mock-services/sdk/activity';
import type uPlot from 'uplot';
import { type StatusKind, statusKinds } from '../table/status.ts';
import type { Colours } from './use-colours.ts';

/** Input of the scatter plot, sorted by time. */
export interface ScatterData {
  readonly times: readonly number[];
  /** Milliseconds; at least 1, the start of the logarithmic axis. */
  readonly values: readonly number[];
  readonly kinds: readonly StatusKind[];
}

/** Size of a point in CSS pixels. */
const pointSize = 3;

/**
 * Draws at most one point of a kind at each position, however many points there are.
 */
export function drawPoints(plot: uPlot, data: ScatterData, colours: Colours, pixelRatio: number): void {
  const { ctx, bbox } = plot;
  const size = Math.round(pointSize * pixelRatio);
  const columns = Math.ceil(bbox.width) + 1;
  const taken = new Uint8Array(columns * (Math.ceil(bbox.height) + 1));
  const fills = statusKinds.map((kind) => colours(kind === 'other' ? '--muted' : `--${kind}`));
  const { min: from = 0, max: to = 1 } = plot.scales['x'] ?? {};
  ctx.save();
  ctx.globalAlpha = 0.75;
  for (const [index, time] of data.times.entries()) {
    const x = Math.round(((time - from) / (to - from)) * bbox.width);
    const y = Math.round(plot.valToPos(data.values[index] ?? 1, 'y', true) - bbox.top);
    const kind = statusKinds.indexOf(data.kinds[index] ?? 'other');
    const place = y * columns + x;
    const mark = 1 << kind;
    if (((taken[place] ?? 0xff) & mark) !== 0) continue;
    taken[place] = (taken[place] ?? 0) | mark;
    const fill = fills[kind] ?? '';
    if (ctx.fillStyle !== fill) ctx.fillStyle = fill;
    ctx.fillRect(bbox.left + x - size / 2, bbox.top + y - size / 2, size, size);
  }
  ctx.restore();
}

/** Draws a labelled line for each percentile. */
export function drawPercentiles(
  plot: uPlot,
  percentiles: Latency,
  colours: Colours,
  pixelRatio: number,
): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.font = `600 ${11 * pixelRatio}px system-ui, sans-serif`;
  ctx.textAlign = 'right';
  ctx.textBaseline = 'bottom';
  ctx.lineWidth = pixelRatio;
  let lowest = Infinity;
  for (const name of ['p50', 'p90', 'p99'] as const) {
    const y = plot.valToPos(Math.max(1, percentiles[name]), 'y', true);
    ctx.strokeStyle = colours('--text');
    ctx.setLineDash([5 * pixelRatio, 4 * pixelRatio]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    // Labels that would overlap appear only in the legend.
    if (lowest - y < 13 * pixelRatio) continue;
    lowest = y;
    ctx.setLineDash([]);
    ctx.strokeStyle = colours('--surface');
    ctx.lineWidth = 3 * pixelRatio;
    ctx.strokeText(name, bbox.left + bbox.width - 2 * pixelRatio, y - pixelRatio);
    ctx.lineWidth = pixelRatio;
    ctx.fillStyle = colours('--text');
    ctx.fillText(name, bbox.left + bbox.width - 2 * pixelRatio, y - pixelRatio);
  }
  ctx.restore();
}
