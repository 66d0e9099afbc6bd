import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { useResize } from '../../window/use-resize.ts';

/**
 * Restores the scroll position when the table is resized. A visible selected row stays in view. If the selected row was not
 * visible, the table stays scrolled to the end, or keeps the same row at the top. The rows and the header must have the same
 * height.
 */
export function useInSight(
  box: RefObject<HTMLElement | null>,
  rowHeight: number,
  selected: number | undefined,
) {
  /** Last scroll position in rows, and the size of the table at that time. */
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
    // Ignore scroll events after a resize until `settle` has restored the position.
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
    // Scroll the page too, because larger charts may have moved the table out of view.
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
