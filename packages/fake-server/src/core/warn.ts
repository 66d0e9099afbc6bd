import type { FakeServerOptions } from './options.ts';

export function warn(
  { onWarning = console.warn }: Pick<FakeServerOptions, 'onWarning'>,
  message: string,
): void {
  onWarning(message);
}

/** Drops repeated messages, because a seed may contain the same mistake many times. */
export function onceEach(act: (message: string) => void): (message: string, place?: string) => void {
  const seen = new Set<string>();
  return (message, place) => {
    if (seen.has(message)) return;
    seen.add(message);
    act(place === undefined ? message : `${place}: ${message}`);
  };
}
