/** Settings of the user in local storage, which all tabs share. */
import { useSyncExternalStore } from 'react';

/** Returns a `subscribe` function for `useSyncExternalStore` that listens to window events. */
export function onEvents(...names: readonly string[]) {
  return (listener: () => void): (() => void) => {
    for (const name of names) addEventListener(name, listener);
    return () => {
      for (const name of names) removeEventListener(name, listener);
    };
  };
}

/** Event that tells this tab about its own changes. Browsers send `storage` events only to other tabs. */
const changed = 'explorer:setting';

const subscribe = onEvents('storage', changed);

type Setting = 'theme' | 'zone';

export function setting(name: Setting): string | null {
  return localStorage.getItem(`explorer:${name}`);
}

/** Renders again when any tab changes the setting. */
export function useSetting(name: Setting): readonly [string | null, (choice: string) => void] {
  const chosen = useSyncExternalStore(subscribe, () => setting(name));
  return [
    chosen,
    (choice) => {
      localStorage.setItem(`explorer:${name}`, choice);
      dispatchEvent(new Event(changed));
    },
  ];
}
