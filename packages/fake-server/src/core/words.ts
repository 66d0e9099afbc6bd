import { typeName } from '@mock-services/sdk/contract';
import { didYouMean } from '@mock-services/sdk/seed';

export { didYouMean };

/** Never throws, even if the value cannot be converted. */
export function errorText(error: unknown): string {
  try {
    return String(error).slice(0, 500);
  } catch {
    return 'a value that cannot be converted to a string';
  }
}

/** Shows a number, up to 80 characters of a string, or the type of any other value. */
export function shownValue(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return typeName(value);
  return value.length > 80 ? `${JSON.stringify(value.slice(0, 80))}…` : JSON.stringify(value);
}

/** @param adviceOn - Returns a space and a sentence, or an empty string to suggest a similar name. */
export function describeUnknown(
  owner: string,
  options: object,
  names: readonly string[],
  adviceOn: (name: string) => string = () => '',
): string[] {
  const unknown = Object.keys(options).filter((name) => !names.includes(name));
  return unknown.map((name) => {
    const hint = adviceOn(name) || didYouMean(name, names) || ` Valid options: ${names.join(', ')}.`;
    return `${owner}: unknown option \`${name}\`.${hint}`;
  });
}

export function warn(
  { onWarning = console.warn }: { readonly onWarning?: ((message: string) => void) | undefined },
  message: string,
): void {
  onWarning(message);
}

/** Omits repeated messages, because a seed may contain the same mistake many times. */
export function onceEach(act: (message: string) => void): (message: string, place?: string) => void {
  const seen = new Set<string>();
  return (message, place) => {
    if (seen.has(message)) return;
    seen.add(message);
    act(place === undefined ? message : `${place}: ${message}`);
  };
}
