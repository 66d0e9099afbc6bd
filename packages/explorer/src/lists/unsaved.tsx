import { useLayoutEffect, useRef, useState } from 'react';
import { parseRoute, navigate } from '../route/route.tsx';
import { Confirm } from '../ui/dialog.tsx';

/** Render this component only while the form has unsaved changes, because its listeners prevent navigations. */
export function UnsavedGuard() {
  const [wanted, setWanted] = useState<NavigationDestination>();
  const isLeaving = useRef(false);
  useLayoutEffect(() => {
    const unload = (event: BeforeUnloadEvent): void => event.preventDefault();
    const go = (event: NavigateEvent): void => {
      const { destination, navigationType, cancelable } = event;
      // Do not ask for confirmation for a `replace` navigation, because only the page itself replaces history entries, for
      // example after saving.
      if (isLeaving.current || !cancelable || navigationType === 'replace' || keepsForm(destination)) return;
      event.preventDefault();
      setWanted(destination);
    };
    const stop = new AbortController();
    addEventListener('beforeunload', unload, stop);
    // Older browsers do not have the Navigation API.
    const { navigation } = globalThis as Partial<typeof globalThis>;
    navigation?.addEventListener('navigate', go, stop);
    return () => stop.abort();
  }, []);
  if (wanted === undefined) return null;
  return (
    <Confirm
      title="Leave without saving?"
      action="Discard changes"
      cancel="Keep editing"
      onCancel={() => setWanted(undefined)}
      onConfirm={() => {
        isLeaving.current = true;
        goTo(wanted);
      }}
    >
      <p>Your changes to this mock service have not been saved.</p>
    </Confirm>
  );
}

/**
 * Whether a navigation keeps the form open. Returns `true` for a navigation that leaves the document, because `beforeunload`
 * handles it.
 */
function keepsForm({ url, sameDocument }: NavigationDestination): boolean {
  if (!sameDocument) return true;
  const [now, then] = [parseRoute(location.search).route, parseRoute(new URL(url).search).route];
  return now.service === then.service && now.view === then.view && now.mock === then.mock;
}

function goTo({ key, url }: NavigationDestination): void {
  if (key === '') navigate(parseRoute(new URL(url).search).route);
  else navigation.traverseTo(key);
}
