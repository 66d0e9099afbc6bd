export function onEvent(name: string) {
  return (listener: () => void): (() => void) => {
    addEventListener(name, listener);
    return () => removeEventListener(name, listener);
  };
}
