import { useLayoutEffect, useRef } from 'react';
import { visibly, VisibleText } from '../ui/text.tsx';

/**
 * The heading of a new view receives the focus if the clicked link was removed, so that screen readers announce the
 * view.
 */
export function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    // Only `navigate` sets a state, so the view of a newly opened page does not take the focus.
    if (document.activeElement === document.body && history.state !== null) heading.current?.focus();
  }, []);
  return heading;
}

export function Heading(props: { readonly title: string; readonly isHidden?: boolean }) {
  const { title, isHidden = false } = props;
  const heading = useHeadingFocus();
  useLayoutEffect(() => {
    document.title = `${visibly(title, 'name')} · Mock Services explorer`;
  }, [title]);
  return (
    <h1 ref={heading} tabIndex={-1} className={isHidden ? 'visually-hidden' : undefined}>
      <VisibleText text={title} most="name" />
    </h1>
  );
}
