import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Calls a function when an element is laid out, and whenever it gets another size. */
export function useResize(
  box: RefObject<HTMLElement | null>,
  onResize: (element: HTMLElement) => void,
): void {
  const latest = useRef(onResize);
  useLayoutEffect(() => {
    latest.current = onResize;
  });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => latest.current(element));
    observer.observe(element);
    latest.current(element);
    return () => observer.disconnect();
  }, [box]);
}
