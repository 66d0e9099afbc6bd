import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

interface Anchor {
  readonly id: string;
  readonly index: number;
  /** Pixels of the row that are scrolled away. */
  readonly past: number;
}

/**
 * Keeps the place of a table while its rows change: at its end it follows what is added, elsewhere the row at the top
 * stays where it is.
 *
 * @returns What to call when the table is scrolled.
 */
export function usePlace(
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
  const isPlaced = useRef(false);
  /** Height of the table when it was looked at last. */
  const height = useRef(0);

  const remember = useCallback(() => {
    const element = box.current;
    if (element === null) return;
    const { scrollTop, clientHeight, scrollHeight } = element;
    // When there is less room, it has been at its end as long as nobody scrolls.
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
    else if (!isPlaced.current) element.scrollTop = (startsAt ?? 0) * rowHeight;
    else if (current !== undefined && index !== undefined) {
      const top = index * rowHeight + current.past;
      if (top !== element.scrollTop) element.scrollTop = top;
    }
    isPlaced.current = true;
    height.current ||= element.clientHeight;
    remember();
  }, [box, indexOf, rowHeight, remember]);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    // Less room at the end would leave the last rows below it, without anything being scrolled.
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

/** How far, in pixels, the selected row has come to lie below the table, where it was seen before there was less room. */
function hiddenOfSelected(element: HTMLElement, before: number): number {
  const row = element.querySelector('[aria-selected="true"]');
  if (row === null) return 0;
  const bottom = row.getBoundingClientRect().bottom - element.getBoundingClientRect().top;
  return bottom > before ? 0 : Math.max(0, bottom - element.clientHeight);
}
