import { useLayoutEffect, useRef } from 'react';
import { visibly, VisibleText } from '../ui/text.tsx';

/**
 * Heading of a view, and title of the page. If the link that led to the view was removed with the previous view, the heading
 * receives the focus, so that screen readers announce the view.
 */
export function Heading({
  title,
  isHidden = false,
}: {
  readonly title: string;
  readonly isHidden?: boolean;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    // `navigate` sets a state, so this is not the first view of a loaded page.
    if (document.activeElement === document.body && history.state !== null) heading.current?.focus();
  }, []);
  useLayoutEffect(() => {
    document.title = `${visibly(title, 'name')} · Mock Services explorer`;
  }, [title]);
  return (
    <h1 ref={heading} tabIndex={-1} className={isHidden ? 'visually-hidden' : undefined}>
      <VisibleText text={title} most="name" />
    </h1>
  );
}
