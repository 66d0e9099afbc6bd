import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Whether an element has less room than it needs, and the reference to put on it. */
export function useNarrow<T extends HTMLElement>(breakpoint: number): [boolean, RefObject<T | null>] {
  const box = useRef<T>(null);
  const [isNarrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = () => setNarrow(element.clientWidth < breakpoint);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [breakpoint]);
  return [isNarrow, box];
}
