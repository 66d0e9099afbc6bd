/** Returns a `subscribe` function for `useSyncExternalStore` that listens to window events. */
export function onEvents(...names: readonly string[]) {
  return (listener: () => void): (() => void) => {
    for (const name of names) addEventListener(name, listener);
    return () => {
      for (const name of names) removeEventListener(name, listener);
    };
  };
}
