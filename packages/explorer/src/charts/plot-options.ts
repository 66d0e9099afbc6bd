import uPlot from 'uplot';
import { wallTime, type Zone } from '../time/time.tsx';

/** Reads a color of the theme: `--ok`. */
export type Colors = (name: `--${string}`) => string;

/** What is specific to one kind of plot. */
export interface PlotParts extends Pick<uPlot.Options, 'series' | 'hooks'> {
  readonly scales?: uPlot.Scales;
  /** Steps between labels of the values. By default they depend on the size of the values. */
  readonly increments?: readonly number[];
  /** Describes the content below the pointer. */
  readonly readout: (plot: uPlot, left: number, top: number) => string;
}

/** Creates the parts of a plot whose times are on a clock. */
export type MakeParts = (colors: Colors, zone: Zone) => PlotParts;

/** Pixels; a plot takes the full width. */
const height = 180;

/** A shorter drag, in pixels, is a click. */
const leastDrag = 4;

interface Handlers {
  /** A range was selected, in milliseconds since 1970. */
  readonly onSelect: (from: number, to: number) => void;
  /** The plot was laid out again. */
  readonly onDraw: (plot: uPlot) => void;
  /** The pointer moved; the text is empty when it is not over the plot. */
  readonly onReadout: (text: string) => void;
}

/** Options that all plots over time share. */
export function plotOptions(
  colors: Colors,
  zone: Zone,
  { series, scales = {}, increments, hooks = {}, readout }: PlotParts,
  { onSelect, onDraw, onReadout }: Handlers,
): Omit<uPlot.Options, 'width'> {
  let isDragging = false;
  /** New data during a drag must not end it. */
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
    // Room for half of the last time label, and for the label of a percentile at the top.
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
        // Dates may be on a line of their own, or absent.
        size: (_, labels: readonly string[] | null) =>
          labels?.some((label) => label.includes('\n')) === true ? 36 : 22,
        space: (_, __, from, to) => (showsMilliseconds(from, to) ? 100 : 70),
        values: (_, times, __, ___, step) => axisTimes(times, step, zone),
      },
      {
        ...axis,
        // A logarithmic axis has lines without a label.
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

/** A single point in time needs a margin. */
function spread(min: number | null, max: number | null): [number, number] {
  const from = min ?? 0;
  const to = max ?? 0;
  return from < to ? [from, to] : [from - 30_000, to + 30_000];
}

/** Whether the labels of a time axis may have milliseconds, and need more space. */
function showsMilliseconds(from = 0, to = 0): boolean {
  return to - from < 20_000;
}

const day = 86_400_000;

/**
 * Labels of a time axis: the time of day, with the date below the first label and at each start of a day.
 *
 * @param times - Milliseconds since 1970.
 * @param step - Milliseconds between two labels.
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

/** A short form of a time: `11-21 04:57:50`. */
export function briefTime(time: number, zone: Zone): string {
  return wallTime(time, zone).slice(5, 19).replace('T', ' ');
}
