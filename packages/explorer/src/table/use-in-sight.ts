import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { useResize } from '../window/use-resize.ts';

/**
 * Keeps what is in sight there when the table gets another size: the selected row, else the end, else the row at the top.
 * Rows and header are equally high.
 */
export function useInSight(
  box: RefObject<HTMLElement | null>,
  rowHeight: number,
  selected: number | undefined,
) {
  /** What was in sight last, in rows, and in which size; at first, the selected row or the end. */
  const seen = useRef({
    top: selected ?? 0,
    count: 2,
    isAtEnd: selected === undefined,
    height: 0,
    rowHeight: 0,
  });

  const isSelectedSeen = (): boolean => {
    const { top, count } = seen.current;
    return selected !== undefined && selected + 1 > top && selected + 1 < top + count;
  };

  const remember = useCallback(() => {
    const element = box.current;
    const { height, rowHeight: before } = seen.current;
    // Of another size, it is not in order yet.
    if (element === null || element.clientHeight !== height || before !== rowHeight) return;
    const { scrollTop, clientHeight, scrollHeight } = element;
    const isAtEnd = scrollHeight - scrollTop - clientHeight < rowHeight;
    Object.assign(seen.current, { top: scrollTop / rowHeight, count: clientHeight / rowHeight, isAtEnd });
  }, [box, rowHeight]);

  const settle = (element: HTMLElement): void => {
    if (seen.current.rowHeight === rowHeight) seen.current.top = element.scrollTop / rowHeight;
    const { top, isAtEnd } = seen.current;
    const count = element.clientHeight / rowHeight;
    const next = isSelectedSeen() ? Math.min(Math.max(top, (selected ?? 0) + 2 - count), selected ?? 0) : top;
    element.scrollTop = isAtEnd && !isSelectedSeen() ? element.scrollHeight : next * rowHeight;
    const isFirst = seen.current.height === 0;
    Object.assign(seen.current, { height: element.clientHeight, rowHeight });
    remember();
    // The table itself may be out of sight, below charts that take more lines than before.
    if (!isFirst && isSelectedSeen()) {
      element.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
    }
  };
  useResize(box, settle);
  useLayoutEffect(() => {
    if (box.current !== null && seen.current.rowHeight !== rowHeight) settle(box.current);
  });

  return { remember, isSelectedSeen };
}
