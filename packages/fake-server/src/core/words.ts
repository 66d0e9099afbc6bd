import { typeName } from '@mock-services/sdk/contract';
import leven from 'leven';

/** Never throws, even if the value cannot be converted. */
export function errorText(error: unknown): string {
  try {
    return String(error).slice(0, 500);
  } catch {
    return 'a value that cannot be converted to a string';
  }
}

export function truncated(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** Shows a number, up to 80 characters of a string, or the type of any other value. */
export function shownValue(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return typeName(value);
  return value.length > 80 ? `${JSON.stringify(value.slice(0, 80))}…` : JSON.stringify(value);
}

const longestName = 60;

/** Minimum length of a beginning for which a longer name is suggested. */
const shortestBeginning = 4;

/** Returns ` Did you mean x?`, or an empty string if no name is similar. */
export function didYouMean(misspelled: string, names: readonly string[]): string {
  const nearest = nearestName(misspelled, names);
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`;
}

/** @param adviceOn - Returns a sentence that begins with a space, or an empty string to suggest a similar name. */
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

export function nearestName(misspelled: string, names: readonly string[]): string | undefined {
  const given = misspelled.slice(0, longestName).toLowerCase();
  const [nearest] = names
    .map((name) => {
      const isBeginning = given.length >= shortestBeginning && name.toLowerCase().startsWith(given);
      const changes = leven(given, name.toLowerCase()) / Math.max(given.length, name.length);
      return { name, difference: isBeginning ? 0 : changes };
    })
    .filter(({ difference }) => difference <= 0.4)
    .sort((one, other) => one.difference - other.difference);
  return nearest?.name;
}
