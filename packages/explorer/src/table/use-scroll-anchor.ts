import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

interface Anchor {
  readonly id: string;
  readonly index: number;
  /** Hidden part of the row, in pixels. */
  readonly past: number;
}

/**
 * Keeps the scroll position of a table while its rows change: at its end it follows new rows, elsewhere the top row stays
 * in position.
 *
 * @returns The scroll handler.
 */
export function useScrollAnchor(
  box: RefObject<HTMLElement | null>,
  rows: {
    readonly idAt: (index: number) => string | undefined;
    readonly indexOf: ReadonlyMap<string, number>;
  },
  rowHeight: number,
  startsAt: number | undefined,
): () => void {
  const { idAt, indexOf } = rows;
  const isAtEnd = useRef(startsAt === undefined);
  const anchor = useRef<Anchor>(undefined);
  const isScrolled = useRef(false);
  /** Last known height of the table. */
  const height = useRef(0);

  const remember = useCallback(() => {
    const element = box.current;
    if (element === null) return;
    const { scrollTop, clientHeight, scrollHeight } = element;
    // A table that became smaller is still at its end if nobody scrolled.
    if (clientHeight >= height.current) isAtEnd.current = scrollHeight - scrollTop - clientHeight < rowHeight;
    const index = Math.floor(scrollTop / rowHeight);
    const id = idAt(index);
    anchor.current = id === undefined ? undefined : { id, index, past: scrollTop - index * rowHeight };
  }, [box, idAt, rowHeight]);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const { current } = anchor;
    const index = current === undefined ? undefined : indexOf.get(current.id);
    if (isAtEnd.current) element.scrollTop = element.scrollHeight;
    else if (!isScrolled.current) element.scrollTop = (startsAt ?? 0) * rowHeight;
    else if (current !== undefined && index !== undefined) {
      const top = index * rowHeight + current.past;
      if (top !== element.scrollTop) element.scrollTop = top;
    }
    isScrolled.current = true;
    height.current ||= element.clientHeight;
    remember();
  }, [box, indexOf, rowHeight, remember]);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    // A smaller table would hide its last rows without a scroll event.
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight;
      else element.scrollTop += hiddenOfSelected(element, height.current);
      height.current = element.clientHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);

  return remember;
}

/** How many pixels of the selected row are below the table, if it was visible before the table became smaller. */
function hiddenOfSelected(element: HTMLElement, before: number): number {
  const row = element.querySelector('[aria-selected="true"]');
  if (row === null) return 0;
  const bottom = row.getBoundingClientRect().bottom - element.getBoundingClientRect().top;
  return bottom > before ? 0 : Math.max(0, bottom - element.clientHeight);
}
