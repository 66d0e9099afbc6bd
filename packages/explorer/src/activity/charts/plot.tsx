import 'uplot/dist/uPlot.min.css';
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import uPlot from 'uplot';
import { useZone } from '../../time/time.tsx';
import { useResize } from '../../window/use-resize.ts';
import { type Colors, type MakeParts, plotOptions } from './plot-options.ts';
import type { Point } from './points.ts';
import { rangeBetween, type TimeRange } from './time-range.ts';
import styles from './charts.module.css';

/** Props of all charts with a time axis. */
export interface ChartProps {
  /** Points to draw, sorted by time. */
  readonly points: readonly Point[];
  /** Times of the first and last point, as Unix times in milliseconds. */
  readonly extent: readonly [first: number, last: number];
  readonly range: TimeRange | undefined;
  readonly onRange: (range: TimeRange | undefined) => void;
  /** Element that displays a description of the data at the pointer position. */
  readonly readout: RefObject<HTMLElement | null>;
}

/** Plot with a title and a time axis. Dragging in the plot selects a time range. */
export function Plot(
  props: Pick<ChartProps, 'range' | 'onRange' | 'readout'> & {
    readonly title: string;
    readonly legend: ReactNode;
    /** Unix times in milliseconds, followed by one or more arrays of values. */
    readonly data: uPlot.AlignedData;
    /**
     * Function that creates the options of the plot. Pass the same function on each render, because a new function creates a
     * new plot.
     */
    readonly parts: MakeParts;
    /** Text alternative of the plot. */
    readonly summary: string;
  },
) {
  const { title, legend, data, parts, range, onRange, readout, summary } = props;
  const heading = useId();
  const zone = useZone();
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const colors = useColors(
    box,
    useCallback(() => plot.current?.redraw(), []),
  );
  // Keep the current props in a ref for the event handlers, because the plot is created only once.
  const latest = useRef({ range, onRange, data });
  useLayoutEffect(() => {
    latest.current = { range, onRange, data };
  });

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const options = plotOptions(colors, zone, parts(colors, zone), {
      onSelect: (from, to) => latest.current.onRange(rangeBetween(from, to)),
      onDraw: (drawn) => showRange(drawn, latest.current.range),
      onReadout: (text) => {
        // Update the DOM directly instead of rendering, because the text changes each time the pointer moves.
        if (readout.current !== null) readout.current.textContent = text;
      },
    });
    const made = new uPlot({ ...options, width: element.clientWidth }, latest.current.data, element);
    plot.current = made;
    return () => {
      made.destroy();
      plot.current = undefined;
    };
  }, [colors, parts, readout, zone]);

  useResize(box, ({ clientWidth: width }) => {
    if (width > 0) plot.current?.setSize({ width, height: plot.current.height });
  });
  useLayoutEffect(() => {
    if (plot.current !== undefined && plot.current.data !== data) plot.current.setData(data);
  }, [data]);
  useLayoutEffect(() => {
    if (plot.current !== undefined) showRange(plot.current, range);
  }, [range]);

  return (
    <section className={styles['chart']} aria-labelledby={heading}>
      <div className={styles['head']}>
        <h3 id={heading}>{title}</h3>
        {legend}
      </div>
      <div ref={box} className={styles['plot']} role="img" aria-label={summary} />
    </section>
  );
}

/**
 * Returns a function that resolves theme colors for a canvas. A canvas supports neither custom properties nor `light-dark()`.
 *
 * @param onChange - Function that is called when the theme changes. Pass the same function on each render.
 */
function useColors(box: RefObject<HTMLElement | null>, onChange: () => void): Colors {
  useEffect(() => {
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const observer = new MutationObserver(onChange);
    scheme.addEventListener('change', onChange);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      scheme.removeEventListener('change', onChange);
      observer.disconnect();
    };
  }, [onChange]);
  return useCallback(
    (name) => {
      if (box.current === null) return '';
      const { style } = box.current;
      style.color = `var(${name})`;
      const { color } = getComputedStyle(box.current);
      style.color = '';
      return color;
    },
    [box],
  );
}

/** Highlights the visible part of the range in the plot. */
function showRange(plot: uPlot, range: TimeRange | undefined): void {
  const width = plot.over.clientWidth;
  const height = plot.over.clientHeight;
  if (range === undefined) return plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  const at = (time: string) => Math.min(Math.max(plot.valToPos(Date.parse(time), 'x'), 0), width);
  const left = at(range.since);
  return plot.setSelect({ left, top: 0, width: Math.max(1, at(range.until) - left), height }, false);
}
