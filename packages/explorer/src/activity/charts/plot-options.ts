import uPlot from 'uplot';
import { wallTime, type Zone } from '../../time/time.tsx';

/** Returns the value of a theme color, such as `--ok`. */
export type Colors = (name: `--${string}`) => string;

/** Options that differ between the kinds of plots. */
export interface PlotParts extends Pick<uPlot.Options, 'series' | 'hooks'> {
  readonly scales?: uPlot.Scales;
  /** Allowed steps between labels of the value axis. By default, uPlot chooses the steps. */
  readonly increments?: readonly number[];
  /** Returns a description of the data at the pointer position. */
  readonly readout: (plot: uPlot, left: number, top: number) => string;
}

/** Creates the options of one kind of plot for a time zone. */
export type MakeParts = (colors: Colors, zone: Zone) => PlotParts;

/** Height of a plot in pixels. */
const height = 180;

/** Minimum length of a drag in pixels. A shorter drag counts as a click. */
const leastDrag = 4;

interface Handlers {
  /** Called when the user selects a range. Both times are Unix times in milliseconds. */
  readonly onSelect: (from: number, to: number) => void;
  /** Called after the plot is drawn, except during a drag. */
  readonly onDraw: (plot: uPlot) => void;
  /** Called when the pointer moves. The text is empty if the pointer is outside the plot. */
  readonly onReadout: (text: string) => void;
}

/** Creates the uPlot options for a plot with a time axis. */
export function plotOptions(
  colors: Colors,
  zone: Zone,
  { series, scales = {}, increments, hooks = {}, readout }: PlotParts,
  { onSelect, onDraw, onReadout }: Handlers,
): Omit<uPlot.Options, 'width'> {
  let isDragging = false;
  /** Does nothing during a drag, because redrawing the range would end the drag. */
  const draw = (plot: uPlot) => {
    if (!isDragging) onDraw(plot);
  };
  const dragging =
    (isOn: boolean): uPlot.Cursor.MouseListenerFactory =>
    (_, __, handler) =>
    (event) => {
      isDragging = isOn;
      handler(event);
      return null;
    };
  const axis: uPlot.Axis = {
    stroke: () => colors('--muted'),
    grid: { stroke: () => colors('--border'), width: 1 },
    ticks: { show: false },
    font: '11px system-ui, sans-serif',
  };
  return {
    height,
    ms: 1,
    // Leave space for half of the last time label, and for a percentile label at the top.
    padding: [14, ({ scales: { x } }) => (showsMilliseconds(x?.min, x?.max) ? 40 : 28), 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      points: { show: false },
      drag: { x: true, y: false, setScale: false, dist: leastDrag },
      bind: { mousedown: dragging(true), mouseup: dragging(false) },
    },
    scales: { x: { time: true, range: (_, min, max) => spread(min, max) }, ...scales },
    series,
    axes: [
      {
        ...axis,
        // Labels with a date have a second line.
        size: (_, labels: readonly string[] | null) =>
          labels?.some((label) => label.includes('\n')) === true ? 36 : 22,
        space: (_, __, from, to) => (showsMilliseconds(from, to) ? 100 : 70),
        values: (_, times, __, ___, step) => axisTimes(times, step, zone),
      },
      {
        ...axis,
        // Labels of a logarithmic axis may be null.
        size: (_, labels: readonly (string | null)[] | null) =>
          Math.max(48, ...(labels ?? []).map((label) => 12 + 7 * (label?.length ?? 0))),
        gap: 4,
        space: 34,
        ...(increments !== undefined && { incrs: [...increments] }),
      },
    ],
    hooks: {
      ...hooks,
      setSelect: [
        (plot) => {
          const { left, width: dragged } = plot.select;
          if (dragged >= leastDrag) onSelect(plot.posToVal(left, 'x'), plot.posToVal(left + dragged, 'x'));
          else draw(plot);
        },
      ],
      setCursor: [
        (plot) => {
          const { left = -1, top = -1 } = plot.cursor;
          onReadout(left < 0 ? '' : readout(plot, left, top));
        },
      ],
      draw: [...[hooks.draw ?? []].flat(), draw],
    },
    tzDate: (time) => (zone === 'UTC' ? uPlot.tzDate(new Date(time), 'Etc/UTC') : new Date(time)),
  };
}

/** Returns the range of the time axis. Adds a margin of 30 seconds if all points have the same time. */
function spread(min: number | null, max: number | null): [number, number] {
  const from = min ?? 0;
  const to = max ?? 0;
  return from < to ? [from, to] : [from - 30_000, to + 30_000];
}

/** Whether labels of the time axis may include milliseconds, so that they need more space. */
function showsMilliseconds(from = 0, to = 0): boolean {
  return to - from < 20_000;
}

const day = 86_400_000;

/**
 * Returns labels for the time axis. A label contains the time of day. The first label of each day also contains the date.
 *
 * @param times - Unix times in milliseconds.
 * @param step - Interval between two labels, in milliseconds.
 */
function axisTimes(times: readonly number[], step: number, zone: Zone): string[] {
  let shownDate = '';
  return times.map((time) => {
    const text = wallTime(time, zone);
    const date = text.slice(5, 10);
    const isNew = date !== shownDate;
    shownDate = date;
    if (step >= day) return date;
    const clock = text.slice(11, step >= 60_000 ? 16 : step >= 1000 ? 19 : 23);
    return isNew ? `${clock}\n${date}` : clock;
  });
}

/** Formats a time without its year, such as `11-21 04:57:50`. */
export function briefTime(time: number, zone: Zone): string {
  return wallTime(time, zone).slice(5, 19).replace('T', ' ');
}
