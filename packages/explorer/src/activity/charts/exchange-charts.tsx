import { useMemo, useRef } from 'react';
import type { ActivityEntry } from '@mock-services/sdk/activity';
import { LatencyScatter } from './latency-scatter.tsx';
import { pointsOf } from './points.ts';
import { RangeControls } from './range-controls.tsx';
import { RequestsOverTime } from './requests-over-time.tsx';
import type { TimeRange } from './time-range.ts';
import styles from './charts.module.css';

/** Shows both charts for the same exchanges. Dragging in a chart selects a time range, and Escape clears the selection. */
export function ExchangeCharts(props: {
  /** Entries inside and outside the selected range. The charts highlight the range instead of hiding other entries. */
  readonly entries: readonly ActivityEntry[];
  readonly range: TimeRange | undefined;
  readonly onRange: (range: TimeRange | undefined) => void;
}) {
  const { entries, range, onRange } = props;
  const points = useMemo(() => pointsOf(entries), [entries]);
  const readout = useRef<HTMLParagraphElement>(null);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return <p className={styles['empty']}>No data</p>;
  const common = { points, range, onRange, readout, extent: [first.at, last.at] } as const;
  return (
    <div
      role="presentation"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || range === undefined) return;
        event.preventDefault();
        onRange(undefined);
      }}
    >
      {/* This element is focusable, so that it receives the Escape key after a drag. */}
      <div className={styles['charts']} tabIndex={-1}>
        <RequestsOverTime {...common} />
        <LatencyScatter {...common} />
        <div className={styles['foot']}>
          <RangeControls range={range} onRange={onRange} extent={common.extent} />
          <p ref={readout} className={styles['readout']} aria-hidden="true" />
        </div>
      </div>
    </div>
  );
}
