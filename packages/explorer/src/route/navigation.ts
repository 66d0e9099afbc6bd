import { useMemo, useSyncExternalStore } from 'react';
import { onEvents } from '../window/on-events.ts';
import { hrefOf, parseRoute, type Route, type ParsedRoute } from './route.ts';

/** Event for own navigation: browsers only report going back and forward. */
const navigated = 'explorer:navigated';

const subscribe = onEvents('popstate', navigated);

/** The current route, and the parameters of the address that are invalid. */
export function useRoute(): ParsedRoute {
  const search = useSyncExternalStore(subscribe, () => location.search);
  return useMemo(() => parseRoute(search), [search]);
}

/** Goes to a route. `replace` replaces the current entry of the history. */
export function navigate(route: Route, { replace = false }: { readonly replace?: boolean } = {}): void {
  const href = hrefOf(route);
  if (href === location.search) return;
  if (replace) history.replaceState(null, '', href);
  else history.pushState(null, '', href);
  dispatchEvent(new Event(navigated));
}

/** Changes parameters of the current route. */
export function updateRoute(changes: Route, options?: { readonly replace?: boolean }): void {
  navigate({ ...parseRoute(location.search).route, ...changes }, options);
}
