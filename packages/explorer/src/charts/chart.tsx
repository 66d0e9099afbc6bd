import './chart.css';
import { type ReactNode, useId } from 'react';
import { RangeControls } from './range-controls.tsx';
import type { TimeRange } from './time-range.ts';

/** The frame of a plot: title, legend, and the range as text, which can be set without a pointer. Escape clears it. */
export function Chart(props: {
  readonly title: string;
  readonly legend: ReactNode;
  readonly range: TimeRange | undefined;
  readonly onRange: (range: TimeRange | undefined) => void;
  /** First and last time, in milliseconds since 1970; `undefined` without entries. */
  readonly extent: readonly [first: number, last: number] | undefined;
  readonly children: ReactNode;
}) {
  const { title, legend, range, onRange, extent, children } = props;
  const heading = useId();
  return (
    <section
      className="chart"
      aria-labelledby={heading}
      // Takes the focus when the plot is dragged, so that Escape works.
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || range === undefined) return;
        event.preventDefault();
        onRange(undefined);
      }}
    >
      <div className="chart-head">
        <h3 id={heading}>{title}</h3>
        {legend}
      </div>
      {extent === undefined ? (
        <p className="chart-empty">No data</p>
      ) : (
        <div className="chart-body">
          {children}
          <RangeControls range={range} onRange={onRange} extent={extent} />
        </div>
      )}
    </section>
  );
}
