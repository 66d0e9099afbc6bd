import type { ActivityEntry } from '@mock-services/sdk/activity';
import { memo } from 'react';
import { visibly } from '../text/visible-text.ts';
import { VisibleText } from '../text/visible-text.tsx';
import type { Zone } from '../time/zone.ts';
import { shortTime } from './columns.ts';
import { StatusMark } from './status-mark.tsx';
import { timesOf } from './time-scale.ts';

/** An entry as a row. It takes only plain values, so that an unchanged row is not rendered again. */
export const Row = memo(function Row(props: {
  readonly entry: ActivityEntry;
  readonly index: number;
  readonly height: number;
  readonly zone: Zone;
  readonly isSelected: boolean;
  /** Whether it can be focused. */
  readonly isActive: boolean;
}) {
  const { entry, index, height, zone, isSelected, isActive } = props;
  const { request, response } = entry;
  const { date, time } = shortTime(entry.timestamp, zone);
  return (
    <div
      role="row"
      className="activity-row"
      // The header is the first row.
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      data-index={index}
      style={{ height, transform: `translateY(${(index + 1) * height}px)`, ...timesOf(entry) }}
    >
      <span role="gridcell" className="activity-time">
        {date !== '' && <span className="activity-date">{date} </span>}
        <VisibleText text={time} />
      </span>
      <span role="gridcell" className="activity-method">
        <VisibleText text={request.method.slice(0, 20)} />
      </span>
      <span role="gridcell" className="activity-path" title={visibly(request.path, 'cell')}>
        <VisibleText text={request.path} most="cell" />
      </span>
      <span role="gridcell" className="activity-status">
        <StatusMark status={response.statusCode} />
      </span>
      <span role="gridcell" className="activity-host">
        <VisibleText text={request.hostname} most="cell" />
      </span>
      <span role="gridcell" className="activity-ms">
        <i className="activity-bar" aria-hidden="true" />
        {response.responseTimeMs}
      </span>
    </div>
  );
});
