import type { ActivityEntry } from '@mock-services/sdk/activity';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useZone } from '../../time/time.tsx';
import { useNarrow } from '../../window/use-resize.ts';
import { columns, rowHeights, sorted } from './columns.ts';
import { ActivityHead, ActivityRow, timeScale } from './activity-row.tsx';
import { useInSight } from './use-in-sight.ts';
import styles from './activity-table.module.css';

/**
 * Delay before showing the exchange of a focused row, in milliseconds. Because of the delay, the page skips rows while a key
 * is held down.
 */
const rest = 120;

/**
 * Table of entries that renders only visible rows. Initially, the table is scrolled to the selected row or to the end. A
 * table that is scrolled to the end follows new entries. If the table is not scrolled to the end, or if the selected row is
 * visible, adding or removing entries does not move rows.
 *
 * Arrow keys, Page Up, Page Down, Home and End move the focus. If a row is selected, moving the focus moves the selection
 * too. Enter and the space bar select the focused row.
 */
export function ActivityTable(props: {
  readonly entries: readonly ActivityEntry[];
  readonly selectedId: string | undefined;
  readonly onSelect: (id: string) => void;
  /**
   * Column to sort by, such as `ms`, or `-ms` for descending order. Without a column, the table keeps the order of the
   * entries.
   */
  readonly order?: string | undefined;
  readonly onOrder: (order: string | undefined) => void;
  /** Accessible name of the table. */
  readonly label: string;
}) {
  const { selectedId, onSelect, order, onOrder, label } = props;
  const entries = useMemo(() => sorted(props.entries, order), [props.entries, order]);
  const [isNarrow, box] = useNarrow<HTMLDivElement>(560);
  const rowHeight = isNarrow ? rowHeights.narrow : rowHeights.wide;
  const [focusedId, setFocusedId] = useState<string>();
  const zone = useZone();
  const shouldFocus = useRef(false);
  const preview = useRef<ReturnType<typeof setTimeout>>(undefined);

  const indexOf = useMemo(() => new Map(entries.map(({ id }, index) => [id, index])), [entries]);
  const selected = selectedId === undefined ? undefined : indexOf.get(selectedId);
  const focused = focusedId === undefined ? undefined : indexOf.get(focusedId);
  const active = focused ?? selected ?? entries.length - 1;
  const hasOwnKeys = indexOf.size === entries.length;
  const { remember, isSelectedSeen } = useInSight(box, rowHeight, selected);

  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => (hasOwnKeys ? (entries[index]?.id ?? index) : index),
    paddingStart: rowHeight,
    scrollPaddingStart: rowHeight,
    overscan: 8,
    initialOffset: selected === undefined ? entries.length * rowHeight : selected * rowHeight,
    useFlushSync: false,
    anchorTo: 'end',
    followOnAppend: !isSelectedSeen(),
    scrollEndThreshold: rowHeight,
    // Always render the focused row, even if it is scrolled out of view.
    rangeExtractor: useCallback((range: Range) => withRow(defaultRangeExtractor(range), active), [active]),
  });

  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  useLayoutEffect(() => () => clearTimeout(preview.current), []);
  useLayoutEffect(() => {
    if (!shouldFocus.current) return;
    shouldFocus.current = false;
    virtualizer.scrollToIndex(active, { align: 'auto' });
    box.current?.querySelector<HTMLElement>(`[data-index="${active}"]`)?.focus({ preventScroll: true });
  }, [active, box, virtualizer]);

  const select = (index: number) => {
    const id = entries[index]?.id;
    if (id === undefined) return;
    clearTimeout(preview.current);
    setFocusedId(id);
    onSelect(id);
  };
  const move = (to: number) => {
    const id = entries[to]?.id;
    shouldFocus.current = to !== active;
    setFocusedId(id);
    clearTimeout(preview.current);
    if (id !== undefined && selected !== undefined) preview.current = setTimeout(() => onSelect(id), rest);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rowOf(event);
    if (row === undefined) return;
    if (event.key === 'Enter' || event.key === ' ') select(row);
    else {
      const page = Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 1;
      const next = rowAfterKey(event.key, row, entries.length, page);
      if (next === undefined) return;
      move(next);
    }
    event.preventDefault();
  };

  const { range } = virtualizer;
  const style: CSSProperties & Record<`--${string}`, string> = { '--row-height': `${rowHeight}px` };
  const isAway = range !== null && order === undefined && !virtualizer.isAtEnd();
  return (
    <div className={styles['frame']}>
      <div
        ref={box}
        role="grid"
        tabIndex={-1}
        aria-label={label}
        aria-rowcount={entries.length + 1}
        aria-colcount={columns.length}
        className={styles[isNarrow ? 'narrow' : 'table']}
        style={style}
        onScroll={remember}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          const row = rowOf(event);
          if (row !== undefined) select(row);
        }}
      >
        <div
          role="presentation"
          className={styles['rows']}
          style={{ height: (entries.length + 1) * rowHeight, ...timeScale(entries, range) }}
        >
          <ActivityHead height={rowHeight} zone={zone} order={order} onOrder={onOrder} />
          {virtualizer.getVirtualItems().map(({ index, key }) => {
            const entry = entries[index];
            return (
              entry !== undefined && (
                <ActivityRow
                  key={key}
                  entry={entry}
                  index={index}
                  height={rowHeight}
                  zone={zone}
                  isSelected={index === selected}
                  isActive={index === active}
                />
              )
            );
          })}
        </div>
      </div>
      {isAway && (
        <button type="button" className={styles['newest']} onClick={() => virtualizer.scrollToEnd()}>
          Newest
        </button>
      )}
    </div>
  );
}

function rowOf({ target }: MouseEvent | KeyboardEvent): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return row === null ? undefined : Number(row.dataset['index']);
}

function withRow(rows: readonly number[], row: number): number[] {
  return row < 0 || rows.includes(row) ? [...rows] : [...rows, row].sort((one, other) => one - other);
}

/**
 * Returns the index of the row that a key moves the focus to, or `undefined` if the key does not move the focus.
 *
 * @param page - Number of visible rows.
 */
function rowAfterKey(key: string, row: number, count: number, page: number): number | undefined {
  const step = Math.max(1, page - 1);
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: row + 1,
    ArrowUp: row - 1,
    PageDown: row + step,
    PageUp: row - step,
    Home: 0,
    End: count - 1,
  };
  const next = Object.hasOwn(moves, key) ? moves[key] : undefined;
  return next === undefined || count === 0 ? undefined : Math.min(Math.max(next, 0), count - 1);
}
