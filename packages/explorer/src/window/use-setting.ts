/** Choices of the user, which the browser keeps for all tabs. */
import { useSyncExternalStore } from 'react';
import { onEvents } from './on-events.ts';

/** Event for this tab: browsers only tell the others of a change. */
const changed = 'explorer:setting';

const subscribe = onEvents('storage', changed);

type Setting = 'charts' | 'split' | 'theme' | 'zone';

/** What was chosen last; null if nothing was. */
export function setting(name: Setting): string | null {
  return localStorage.getItem(`explorer:${name}`);
}

/** What was chosen last, and a function to choose. Renders again when the choice changes, in another tab too. */
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
