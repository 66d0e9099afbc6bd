import { useMemo, useSyncExternalStore } from 'react';
import { hrefOf, readPlace, type Place, type ReadPlace } from './place.ts';

/** Told to this page itself, since the browser tells only of going back and forth. */
const moved = 'explorer:moved';

function subscribe(listener: () => void): () => void {
  addEventListener('popstate', listener);
  addEventListener(moved, listener);
  return () => {
    removeEventListener('popstate', listener);
    removeEventListener(moved, listener);
  };
}

/** What the address says now, and what of it has no meaning. */
export function useAddress(): ReadPlace {
  const search = useSyncExternalStore(subscribe, () => location.search);
  return useMemo(() => readPlace(search), [search]);
}

/** Goes to a place. `replace` leaves no way back to where the user was. */
export function go(place: Place, { replace = false }: { readonly replace?: boolean } = {}): void {
  const href = hrefOf(place);
  if (href === location.search) return;
  if (replace) history.replaceState(null, '', href);
  else history.pushState(null, '', href);
  dispatchEvent(new Event(moved));
}

/** Changes some parameters of the address. */
export function change(changes: Place, options?: { readonly replace?: boolean }): void {
  go({ ...readPlace(location.search).place, ...changes }, options);
}
