import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Whether an element is narrower than a breakpoint, and the ref to attach to it. */
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
