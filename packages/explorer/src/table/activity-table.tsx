import './activity-table.css';
import type { ActivityEntry } from '@mock-services/sdk/activity';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { columns, headHeight, rowHeights } from './columns.ts';
import { rowAfterKey } from './keys.ts';
import { Row } from './row.tsx';
import { useNarrow } from './use-narrow.ts';
import { useScrollAnchor } from './use-scroll-anchor.ts';

/**
 * Entries as a table, in the given order; only visible rows are rendered. It opens at its end, or at the selected row. At
 * its end it follows new entries; elsewhere the top row stays in position, whatever is appended, prepended or dropped.
 *
 * Keys: arrows, Page Up, Page Down, Home and End move the focus, Enter and the space bar select.
 */
export function ActivityTable(props: {
  readonly entries: readonly ActivityEntry[];
  readonly selectedId: string | undefined;
  readonly onSelect: (id: string) => void;
  /** Accessible name of the table. */
  readonly label: string;
}) {
  const { entries, selectedId, onSelect, label } = props;
  const [isNarrow, box] = useNarrow<HTMLDivElement>(560);
  const rowHeight = isNarrow ? rowHeights.narrow : rowHeights.wide;
  const [focusedId, setFocusedId] = useState<string>();
  const shouldFocus = useRef(false);

  const indexOf = useMemo(() => new Map(entries.map(({ id }, index) => [id, index])), [entries]);
  const selected = selectedId === undefined ? undefined : indexOf.get(selectedId);
  const focused = focusedId === undefined ? undefined : indexOf.get(focusedId);
  const active = focused ?? selected ?? entries.length - 1;

  const idAt = useCallback((index: number) => entries[index]?.id, [entries]);
  const remember = useScrollAnchor(box, { idAt, indexOf }, rowHeight, selected);
  const hasOwnKeys = indexOf.size === entries.length;

  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => (hasOwnKeys ? (entries[index]?.id ?? index) : index),
    paddingStart: headHeight,
    scrollPaddingStart: headHeight,
    overscan: 8,
    initialOffset: selected === undefined ? entries.length * rowHeight : selected * rowHeight,
    useFlushSync: false,
    // The focused row stays rendered wherever the table is scrolled to.
    rangeExtractor: useCallback((range: Range) => withRow(defaultRangeExtractor(range), active), [active]),
  });

  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);

  useLayoutEffect(() => {
    if (!shouldFocus.current) return;
    shouldFocus.current = false;
    virtualizer.scrollToIndex(active, { align: 'auto' });
    box.current?.querySelector<HTMLElement>(`[data-index="${active}"]`)?.focus({ preventScroll: true });
  }, [active, box, virtualizer]);

  const select = (index: number) => {
    const id = idAt(index);
    if (id === undefined) return;
    setFocusedId(id);
    onSelect(id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rowOf(event);
    if (row === undefined) return;
    if (event.key === 'Enter' || event.key === ' ') select(row);
    else {
      const page = Math.floor(((box.current?.clientHeight ?? 0) - headHeight) / rowHeight);
      const next = rowAfterKey(event.key, row, entries.length, page);
      if (next === undefined) return;
      shouldFocus.current = next !== active;
      setFocusedId(idAt(next));
    }
    event.preventDefault();
  };

  return (
    <div
      ref={box}
      role="grid"
      aria-label={label}
      aria-rowcount={entries.length + 1}
      aria-colcount={columns.length}
      className={isNarrow ? 'activity-table activity-table-narrow' : 'activity-table'}
      onScroll={remember}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        const row = rowOf(event);
        if (row !== undefined) select(row);
      }}
    >
      <div role="presentation" className="activity-rows" style={{ height: virtualizer.getTotalSize() }}>
        <div role="row" aria-rowindex={1} className="activity-head" style={{ height: headHeight }}>
          {columns.map(({ key, name }) => (
            <span key={key} role="columnheader" className={`activity-${key}`}>
              {name}
            </span>
          ))}
        </div>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const entry = entries[index];
          return (
            entry !== undefined && (
              <Row
                key={key}
                entry={entry}
                index={index}
                top={start}
                height={rowHeight}
                isSelected={index === selected}
                isActive={index === active}
              />
            )
          );
        })}
      </div>
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
