import { type RefObject, useRef, useState } from 'react';
import { useResize } from './use-resize.ts';

/** Whether an element is narrower than a breakpoint, and the ref to attach to it. */
export function useNarrow<T extends HTMLElement>(breakpoint: number): [boolean, RefObject<T | null>] {
  const box = useRef<T>(null);
  const [isNarrow, setNarrow] = useState(false);
  useResize(box, ({ clientWidth }) => setNarrow(clientWidth < breakpoint));
  return [isNarrow, box];
}
