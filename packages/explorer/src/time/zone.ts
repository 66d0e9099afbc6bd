/** The clock of all times in the page: UTC, or the local one. The browser keeps the user's choice. */
import { useSyncExternalStore } from 'react';

/** Also its name in the page, where no single time gives the offset. */
export type Zone = 'UTC' | 'local';

const key = 'explorer:zone';

/** Event for this tab: browsers only tell the others of a change. */
const changed = 'explorer:zone-changed';

function subscribe(listener: () => void): () => void {
  addEventListener('storage', listener);
  addEventListener(changed, listener);
  return () => {
    removeEventListener('storage', listener);
    removeEventListener(changed, listener);
  };
}

/** The chosen clock; at first UTC, as the service writes its timestamps. */
export function currentZone(): Zone {
  return localStorage.getItem(key) === 'local' ? 'local' : 'UTC';
}

/** The chosen clock. Renders again when the choice changes, in another tab too. */
export function useZone(): Zone {
  return useSyncExternalStore(subscribe, currentZone);
}

/** Chooses the clock for the whole page. */
export function chooseZone(zone: Zone): void {
  localStorage.setItem(key, zone);
  dispatchEvent(new Event(changed));
}
