import { useEffect, useLayoutEffect, useRef } from 'react';
import { useWorkspace } from '../data/queries.ts';
import { useFile } from '../file/file-provider.tsx';
import type { Route } from '../route/route.tsx';
import { VisibleText, visibly } from '../text/visible-text.tsx';

/**
 * Heading of the view. When the view changes, the heading receives the focus, so that screen readers announce the new view.
 */
export function ViewHeading({ route }: { readonly route: Route }) {
  const title = useTitle(route);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef<string>(undefined);
  const view = `${route.view} ${route.workspace}`;
  useEffect(() => {
    const isFirst = shown.current === undefined;
    if (!isFirst && shown.current !== view) heading.current?.focus();
    shown.current = view;
  }, [view]);
  useLayoutEffect(() => {
    document.title = `${visibly(title, 'name')} · Mock Services explorer`;
  }, [title]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      <VisibleText text={title} most="name" />
    </h1>
  );
}

function useTitle({ view, workspace }: Route): string {
  const { opened } = useFile();
  const isOpen = view === 'activity' && workspace !== undefined && workspace !== 'file';
  const open = useWorkspace(isOpen ? workspace : undefined);
  if (view === 'services') return 'Mock services';
  if (view !== 'activity') return 'Workspaces';
  if (workspace === 'file') return opened && 'entries' in opened ? opened.name : 'HAR file';
  return open?.name ?? 'Activity';
}
