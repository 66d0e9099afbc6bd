import type { ActivityEntry } from '@mock-services/sdk/activity';
import { memo } from 'react';
import { VisibleText, visibly } from '../../text/visible-text.tsx';
import type { Zone } from '../../time/time.tsx';
import { columns, nextOrder, shortTime } from './columns.ts';
import { StatusMark } from './status-mark.tsx';
import styles from './activity-table.module.css';

/** Table row for an entry. The table passes the same props for an unchanged entry, so React does not render the row again. */
export const ActivityRow = memo(function ActivityRow(props: {
  readonly entry: ActivityEntry;
  readonly index: number;
  readonly height: number;
  readonly zone: Zone;
  readonly isSelected: boolean;
  /** Whether the Tab key can focus the row. */
  readonly isActive: boolean;
}) {
  const { entry, index, height, zone, isSelected, isActive } = props;
  const { request, response } = entry;
  const { date, time } = shortTime(entry.timestamp, zone);
  return (
    <div
      role="row"
      className={styles['row']}
      // Row 1 is the header.
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      data-index={index}
      style={{ height, transform: `translateY(${(index + 1) * height}px)`, ...timesOf(entry) }}
    >
      <span role="gridcell" className={styles['time']}>
        {date !== '' && <span className={styles['date']}>{date} </span>}
        <VisibleText text={time} />
      </span>
      <span role="gridcell" className={styles['method']}>
        <VisibleText text={request.method.slice(0, 20)} />
      </span>
      <span role="gridcell" className={styles['path']} title={visibly(request.path, 'cell')}>
        <VisibleText text={request.path} most="cell" />
      </span>
      <span role="gridcell" className={styles['status']}>
        <StatusMark status={response.statusCode} />
      </span>
      <span role="gridcell" className={styles['host']}>
        <VisibleText text={request.hostname} most="cell" />
      </span>
      <span role="gridcell" className={styles['ms']}>
        <i className={styles['bar']} aria-hidden="true" />
        {response.responseTimeMs}
      </span>
    </div>
  );
});

/** Header of the table, with buttons that sort the rows. */
export const ActivityHead = memo(function ActivityHead(props: {
  readonly height: number;
  readonly zone: Zone;
  readonly order: string | undefined;
  readonly onOrder: (order: string | undefined) => void;
}) {
  const { height, zone, order, onOrder } = props;
  return (
    <div role="row" aria-rowindex={1} className={styles['head']} style={{ height }}>
      {columns.map(({ key, name }) => {
        const direction = order === key ? 'ascending' : order === `-${key}` ? 'descending' : 'none';
        return (
          <span key={key} role="columnheader" className={styles[key]} aria-sort={direction}>
            <button type="button" onClick={() => onOrder(nextOrder(key, order))}>
              {key === 'time' ? `${name} (${zone})` : name}
            </button>
          </span>
        );
      })}
    </div>
  );
});

/**
 * Unix time in milliseconds that is subtracted from each time in a CSS property. Some browsers calculate imprecisely with
 * large numbers in CSS.
 */
const origin = Date.UTC(2026);

/**
 * Returns the start and duration of an exchange as CSS custom properties. The time scale is set on the table instead of each
 * row, so scrolling does not render the rows again.
 */
const timesOf = ({ timestamp, response }: ActivityEntry) => ({
  '--at': Date.parse(timestamp) - origin || 0,
  '--ms': response.responseTimeMs,
});

/** Returns the time scale of the visible rows as CSS custom properties. */
export function timeScale(
  entries: readonly ActivityEntry[],
  range: { readonly startIndex: number; readonly endIndex: number } | null,
) {
  let [from, to] = [Infinity, -Infinity];
  for (const entry of range === null ? [] : entries.slice(range.startIndex, range.endIndex + 1)) {
    const { '--at': at, '--ms': ms } = timesOf(entry);
    from = Math.min(from, at);
    to = Math.max(to, at + ms);
  }
  return from > to ? {} : { '--from': from, '--span': Math.max(1, to - from) };
}
