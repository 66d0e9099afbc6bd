import 'uplot/dist/uPlot.min.css';
import './plot.css';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import uPlot from 'uplot';
import { plotOptions, type PlotParts } from './plot-options.ts';
import { rangeBetween, type TimeRange } from './time-range.ts';
import { type Colours, useColours } from './use-colours.ts';

/** A plot over time. Dragging selects a range, Escape cancels the selection. */
export function Plot(props: {
  /** Times in milliseconds since 1970, and values. */
  readonly data: uPlot.AlignedData;
  /** Creates the parts; must be a stable function. */
  readonly parts: (colours: Colours) => PlotParts;
  readonly range: TimeRange | undefined;
  readonly onRange: (range: TimeRange | undefined) => void;
  /** Text alternative of the plot. */
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
  // Read by the handlers of the plot, which is created once.
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
          // Without React, because it changes with every move of the pointer.
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

/** Highlights the visible part of the range in the plot. */
function showRange(plot: uPlot, range: TimeRange | undefined): void {
  const width = plot.over.clientWidth;
  const height = plot.over.clientHeight;
  if (range === undefined) return plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  const at = (time: string) => Math.min(Math.max(plot.valToPos(Date.parse(time), 'x'), 0), width);
  const left = at(range.since);
  return plot.setSelect({ left, top: 0, width: Math.max(1, at(range.until) - left), height }, false);
}
