import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Calls a function when an element is mounted and whenever its size changes. */
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

/** Returns whether an element is narrower than a breakpoint in pixels, and a ref for the element. */
export function useNarrow<T extends HTMLElement>(breakpoint: number): [boolean, RefObject<T | null>] {
  const box = useRef<T>(null);
  const [isNarrow, setNarrow] = useState(false);
  useResize(box, ({ clientWidth }) => setNarrow(clientWidth < breakpoint));
  return [isNarrow, box];
}
