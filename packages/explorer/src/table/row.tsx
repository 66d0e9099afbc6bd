import type { ActivityEntry } from '@mock-services/sdk/activity';
import { memo } from 'react';
import { visibly } from '../text/visible-text.ts';
import { VisibleText } from '../text/visible-text.tsx';
import { mostCharacters, shortTime } from './columns.ts';
import { StatusMark } from './status-mark.tsx';

/** An entry as a row. It takes only plain values, so that an unchanged row is not rendered again. */
export const Row = memo(
  (props: {
    readonly entry: ActivityEntry;
    readonly index: number;
    /** Pixels from the top of the table. */
    readonly top: number;
    readonly height: number;
    readonly isSelected: boolean;
    /** Whether it can be focused. */
    readonly isActive: boolean;
  }) => {
    const { entry, index, top, height, isSelected, isActive } = props;
    const { request, response } = entry;
    const { date, time } = shortTime(entry.timestamp);
    return (
      <div
        role="row"
        className="activity-row"
        // The header is the first row.
        aria-rowindex={index + 2}
        aria-selected={isSelected}
        tabIndex={isActive ? 0 : -1}
        data-index={index}
        style={{ height, transform: `translateY(${top}px)` }}
      >
        <span role="gridcell" className="activity-time">
          {date !== '' && <span className="activity-date">{date} </span>}
          <VisibleText text={time} />
        </span>
        <span role="gridcell" className="activity-method">
          <VisibleText text={request.method.slice(0, 20)} />
        </span>
        <span role="gridcell" className="activity-path" title={visibly(request.path, mostCharacters)}>
          <VisibleText text={request.path.slice(0, mostCharacters)} />
        </span>
        <span role="gridcell" className="activity-status">
          <StatusMark status={response.statusCode} />
        </span>
        <span role="gridcell" className="activity-host">
          <VisibleText text={request.hostname.slice(0, mostCharacters)} />
        </span>
        <span role="gridcell" className="activity-ms">
          {response.responseTimeMs}
        </span>
      </div>
    );
  },
);
Row.displayName = 'Row';
