import type { ActivityEntry } from '@mock-services/sdk';
import { redact } from '@mock-services/sdk/activity';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  memo,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { isSameId } from '../service/same-id.ts';
import { onEvent } from '../ui/events.ts';
import { StatusMark } from '../ui/status.tsx';
import { figures, visibly, VisibleText } from '../ui/text.tsx';
import { useZone, type Zone } from '../ui/time.tsx';
import { columns, directionOf, nextOrder, shortTime, sorted } from './columns.ts';
import styles from './log.module.css';

/** Heights in pixels. Rows of a narrow table have two lines. */
const rowHeights = { wide: 28, narrow: 46 } as const;

/** Delay in milliseconds before a focused row opens, so that holding down a key skips rows. */
const rest = 120;

/**
 * Renders only visible rows. If the order changes, the table scrolls to the first row. New entries do not move the
 * visible rows, unless the first row is visible and no exchange is open.
 *
 * While an exchange is open, the keys that move the focus also open the focused exchange.
 */
export function LogTable(props: {
  readonly entries: readonly ActivityEntry[];
  readonly selectedId: string | undefined;
  readonly onSelect: (id: string | undefined) => void;
  readonly order: string | undefined;
  readonly onOrder: (order: string | undefined) => void;
}) {
  const { selectedId, onSelect, order, onOrder } = props;
  const entries = useMemo(() => sorted(props.entries, order), [props.entries, order]);
  const longest = useMemo(
    () => entries.reduce((most, { response }) => Math.max(most, response.responseTimeMs), 0),
    [entries],
  );
  const box = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow();
  const rowHeight = isNarrow ? rowHeights.narrow : rowHeights.wide;
  const headHeight = rowHeights.wide;
  const zone = useZone();
  const [focusedId, setFocusedId] = useState<string>();
  const [isAway, setAway] = useState(false);
  const shouldFocus = useRef(false);
  const preview = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The first visible row, and the number of its pixels that are scrolled out of view. */
  const anchor = useRef<{ readonly id: string | undefined; readonly offset: number }>(undefined);

  const selected = useMemo(() => indexOf(entries, selectedId), [entries, selectedId]);
  const focused = useMemo(() => indexOf(entries, focusedId), [entries, focusedId]);
  const active = focused ?? selected ?? 0;
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    paddingStart: headHeight,
    scrollPaddingStart: headHeight,
    overscan: 8,
    initialOffset: Math.max(0, ((selected ?? 0) - 4) * rowHeight),
    useFlushSync: false,
    // Always render the focused row, even if it is scrolled out of view.
    rangeExtractor: useCallback((range: Range) => withRow(defaultRangeExtractor(range), active), [active]),
  });

  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  useEffect(() => () => clearTimeout(preview.current), []);
  const shownOrder = useRef(order);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    if (shownOrder.current !== order) {
      shownOrder.current = order;
      element.scrollTop = 0;
      return;
    }
    const { id, offset = 0 } = anchor.current ?? {};
    const index = indexOf(entries, id);
    if (index !== undefined) element.scrollTop = index * rowHeight + offset;
  }, [entries, order, rowHeight]);
  useLayoutEffect(() => {
    if (!shouldFocus.current) return;
    shouldFocus.current = false;
    virtualizer.scrollToIndex(active, { align: 'auto' });
    box.current?.querySelector<HTMLElement>(`[data-index="${active}"]`)?.focus({ preventScroll: true });
  }, [active, virtualizer]);

  const remember = (): void => {
    const { scrollTop = 0 } = box.current ?? {};
    const first = Math.floor(scrollTop / rowHeight);
    const isFree = scrollTop < rowHeight && selectedId === undefined;
    anchor.current = isFree ? undefined : { id: entries[first]?.id, offset: scrollTop % rowHeight };
    setAway(scrollTop > rowHeight * 2);
  };
  const select = (index: number): void => {
    const id = entries[index]?.id;
    if (id === undefined) return;
    clearTimeout(preview.current);
    setFocusedId(id);
    onSelect(id);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rowOf(event);
    if (row === undefined) return;
    if (event.key === 'Escape') onSelect(undefined);
    else if (event.key === 'Enter' || event.key === ' ') select(row);
    else {
      const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 2);
      const next = rowAfterKey(event.key, row, entries.length, page);
      const id = next === undefined ? undefined : entries[next]?.id;
      if (id === undefined) return;
      shouldFocus.current = next !== active;
      setFocusedId(id);
      clearTimeout(preview.current);
      if (selectedId !== undefined) preview.current = setTimeout(() => onSelect(id), rest);
    }
    event.preventDefault();
  };
  return (
    <div className={`surface ${styles['frame']}`}>
      <div
        ref={box}
        id="table"
        role="grid"
        tabIndex={-1}
        aria-label="Recorded exchanges"
        aria-rowcount={entries.length + 1}
        className={styles['table']}
        onScroll={remember}
        onKeyDown={onKeyDown}
        onFocus={({ target, currentTarget }) => {
          // If the skip link focuses the table, move the focus to a row instead of the header.
          if (target === currentTarget)
            currentTarget.querySelector<HTMLElement>(`[data-index="${active}"]`)?.focus();
        }}
        onClick={(event) => {
          const row = rowOf(event);
          if (row !== undefined) select(row);
        }}
      >
        <div role="presentation" style={{ height: entries.length * rowHeight + headHeight }}>
          <Head zone={zone} order={order} onOrder={onOrder} />
          {virtualizer.getVirtualItems().map(({ index }) => {
            const entry = entries[index];
            return (
              entry !== undefined && (
                <Row
                  key={entry.id}
                  entry={entry}
                  index={index}
                  top={index * rowHeight + headHeight}
                  height={rowHeight}
                  share={shareOf(entry.response.responseTimeMs, longest)}
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
        <button type="button" onClick={() => box.current?.scrollTo(0, 0)}>
          ↑ {order === undefined ? 'Newest' : 'First'}
        </button>
      )}
    </div>
  );
}

const Head = memo(function Head(props: {
  readonly zone: Zone;
  readonly order: string | undefined;
  readonly onOrder: (order: string | undefined) => void;
}) {
  const { zone, order, onOrder } = props;
  return (
    <div role="row" aria-rowindex={1} className={styles['columns']}>
      {columns.map((column) => (
        <span
          key={column.key}
          role="columnheader"
          className={styles[column.key]}
          aria-sort={directionOf(column, order)}
        >
          <button type="button" onClick={() => onOrder(nextOrder(column, order))}>
            {column.key === 'time' ? `Time (${zone})` : column.name}
          </button>
        </span>
      ))}
    </div>
  );
});

/** The table passes the same props for an unchanged row, so the row is not rendered again. */
const Row = memo(function Row(props: {
  readonly entry: ActivityEntry;
  readonly index: number;
  readonly top: number;
  readonly height: number;
  /** Length of the duration's bar, from 0 to 1. */
  readonly share: number;
  readonly zone: Zone;
  readonly isSelected: boolean;
  readonly isActive: boolean;
}) {
  const { entry, index, top, height, share, zone, isSelected, isActive } = props;
  const { request, response } = entry;
  const path = pathWithoutCredentials(entry);
  const { date, time } = shortTime(entry.timestamp, zone);
  const style: CSSProperties & Record<`--${string}`, number> = {
    height,
    transform: `translateY(${top}px)`,
    '--share': share,
  };
  return (
    <div
      role="row"
      className={`item ${styles['row']}`}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      data-index={index}
      style={style}
    >
      <span role="gridcell" className={styles['time']}>
        <span className="muted">{date}</span> <VisibleText text={time} />
      </span>
      <span role="gridcell" className={styles['method']}>
        <VisibleText text={request.method.slice(0, 20)} />
      </span>
      <span role="gridcell" className={styles['path']} title={visibly(path, 'cell')}>
        <VisibleText text={path} most="cell" />
      </span>
      <span role="gridcell" className={styles['status']}>
        <StatusMark status={response.statusCode} />
      </span>
      <span role="gridcell" className={styles['host']}>
        <VisibleText text={request.hostname} most="cell" />
      </span>
      <span role="gridcell" className={styles['ms']}>
        {figures(response.responseTimeMs)} ms
      </span>
    </div>
  );
});

/** The table always hides credentials, because it is visible first on a shared screen. */
function pathWithoutCredentials(entry: ActivityEntry): string {
  const { request, response } = entry;
  if (!request.path.includes('?')) return request.path;
  // Redact only the path, because redacting headers and bodies would delay the rendering of rows.
  const nothing = { headers: {}, bodyBase64Encoded: '' };
  const [masked] = redact([
    { ...entry, request: { ...request, ...nothing }, response: { ...response, ...nothing } },
  ]);
  return masked?.request.path ?? request.path;
}

function shareOf(ms: number, longest: number): number {
  return Math.log(Math.max(0, ms) + 1) / Math.log(Math.max(longest, 1) + 1);
}

const onResize = onEvent('resize');
const narrow = matchMedia('(max-width: 560px)');

function useIsNarrow(): boolean {
  return useSyncExternalStore(onResize, () => narrow.matches);
}

function indexOf(entries: readonly ActivityEntry[], wanted: string | undefined): number | undefined {
  const index = wanted === undefined ? -1 : entries.findIndex(({ id }) => isSameId(id, wanted));
  return index < 0 ? undefined : index;
}

function rowOf({ target }: MouseEvent | KeyboardEvent): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return row === null ? undefined : Number(row.dataset['index']);
}

function withRow(rows: readonly number[], row: number): number[] {
  return rows.includes(row) ? [...rows] : [...rows, row].sort((one, other) => one - other);
}

function rowAfterKey(key: string, row: number, count: number, page: number): number | undefined {
  const next = new Map([
    ['ArrowDown', row + 1],
    ['ArrowUp', row - 1],
    ['PageDown', row + page],
    ['PageUp', row - page],
    ['Home', 0],
    ['End', count - 1],
  ]).get(key);
  return next === undefined ? undefined : Math.min(Math.max(next, 0), count - 1);
}
