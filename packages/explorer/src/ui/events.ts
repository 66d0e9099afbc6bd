/** Returns a `subscribe` function for `useSyncExternalStore` that listens to an event of the window. */
export function onEvent(name: string) {
  return (listener: () => void): (() => void) => {
    addEventListener(name, listener);
    return () => removeEventListener(name, listener);
  };
}
