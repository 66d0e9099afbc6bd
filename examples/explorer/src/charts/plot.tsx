import 'uplot/dist/uPlot.min.css';
import './plot.css';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import uPlot from 'uplot';
import { plotOptions } from './plot-options.ts';
import { rangeBetween, type TimeRange } from './time-range.ts';
import { type Colours, useColours } from './use-colours.ts';

/** What one kind of plot adds to what all of them have. */
export interface PlotParts extends Pick<uPlot.Options, 'series' | 'hooks'> {
  readonly scales?: uPlot.Scales;
  /** Steps that the values may be labelled in. Default: whatever suits their size. */
  readonly increments?: readonly number[];
  /** What there is below the pointer, in words. */
  readonly readout: (plot: uPlot, left: number, top: number) => string;
}

/** A plot over time. Dragging over it selects a range, Escape takes the selection back. */
export function Plot(props: {
  /** Times in milliseconds since 1970, and values. */
  readonly data: uPlot.AlignedData;
  /** Makes the parts; must stay the same function while they are the same. */
  readonly parts: (colours: Colours) => PlotParts;
  readonly range: TimeRange | undefined;
  readonly onRange: (range: TimeRange | undefined) => void;
  /** All that the plot tells, as a sentence. */
  readonly summary: string;
}) {
  const { data, parts, range, onRange, summary } = props;
  const box = useRef<HTMLDivElement>(null);
  const readout = useRef<HTMLParagraphElement>(null);
  const plot = useRef<uPlot>(undefined);
  const colours = useColours(
    box,
    useCallback(() => plot.current?.redraw(), []),
  );
  // What the handlers of the plot see, which is made once.
  const latest = useRef({ range, onRange, data });
  useLayoutEffect(() => {
    latest.current = { range, onRange, data };
  });

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const made = new uPlot(
      plotOptions(colours, element.clientWidth, parts(colours), {
        onSelect: (from, to) => latest.current.onRange(rangeBetween(from, to)),
        onDraw: (drawn) => showRange(drawn, latest.current.range),
        onReadout: (text) => {
          // Past React: it changes with every move of the pointer.
          if (readout.current !== null) readout.current.textContent = text;
        },
      }),
      latest.current.data,
      element,
    );
    plot.current = made;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0) made.setSize({ width: element.clientWidth, height: made.height });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
      plot.current = undefined;
    };
  }, [colours, parts]);

  useEffect(() => {
    if (plot.current !== undefined && plot.current.data !== data) plot.current.setData(data);
  }, [data]);
  useEffect(() => {
    if (plot.current !== undefined) showRange(plot.current, range);
  }, [range]);

  return (
    <>
      <div ref={box} className="plot" role="img" aria-label={summary} />
      <p ref={readout} className="plot-readout" aria-hidden="true" />
    </>
  );
}

/** Marks the range in the plot, as far as it can be seen. */
function showRange(plot: uPlot, range: TimeRange | undefined): void {
  const width = plot.over.clientWidth;
  const height = plot.over.clientHeight;
  if (range === undefined) return plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  const at = (time: string) => Math.min(Math.max(plot.valToPos(Date.parse(time), 'x'), 0), width);
  const left = at(range.since);
  return plot.setSelect({ left, top: 0, width: Math.max(1, at(range.until) - left), height }, false);
}
