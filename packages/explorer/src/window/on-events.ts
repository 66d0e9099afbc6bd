/** Listens to events of the window, for `useSyncExternalStore`. */
export function onEvents(...names: readonly string[]) {
  return (listener: () => void): (() => void) => {
    for (const name of names) addEventListener(name, listener);
    return () => {
      for (const name of names) removeEventListener(name, listener);
    };
  };
}
