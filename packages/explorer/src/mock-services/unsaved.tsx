import { useEffect, useRef, useState } from 'react';
import { parseRoute, navigate } from '../route/route.tsx';
import { Confirm } from '../dialog/confirm.tsx';

/** Mounted while there are unsaved changes: whatever would lose them asks first. */
export function UnsavedGuard() {
  const [wanted, setWanted] = useState<NavigationDestination>();
  const isLeaving = useRef(false);
  useEffect(() => {
    // Also asks before a reload or another service, in words of the browser.
    const unload = (event: BeforeUnloadEvent): void => event.preventDefault();
    const go = (event: NavigateEvent): void => {
      const { destination, navigationType, cancelable } = event;
      // The page itself replaces an address, such as after saving.
      if (isLeaving.current || !cancelable || navigationType === 'replace' || keepsForm(destination)) return;
      event.preventDefault();
      setWanted(destination);
    };
    const stop = new AbortController();
    addEventListener('beforeunload', unload, stop);
    // Older browsers have no such object.
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
      <p>Changes of this mock service are not saved.</p>
    </Confirm>
  );
}

/** Whether the form stays: leaving the document is for `beforeunload`, and only some parameters determine the form. */
function keepsForm({ url, sameDocument }: NavigationDestination): boolean {
  if (!sameDocument) return true;
  const [now, then] = [parseRoute(location.search).route, parseRoute(new URL(url).search).route];
  return now.service === then.service && now.view === then.view && now.mock === then.mock;
}

function goTo({ key, url }: NavigationDestination): void {
  if (key === '') navigate(parseRoute(new URL(url).search).route);
  else navigation.traverseTo(key);
}
