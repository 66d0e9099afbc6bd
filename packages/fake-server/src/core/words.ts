/** Values, errors and names in messages. */
import { typeName } from '@mock-services/sdk/contract';
import leven from 'leven';

/** What was thrown, as text of at most 500 characters. It never throws itself, because code of others may throw anything. */
export function errorText(error: unknown): string {
  try {
    return String(error).slice(0, 500);
  } catch {
    return 'a value that cannot be converted to text';
  }
}

/** A value on one line: the first 80 characters of a string in quotes, a number, or the type of any other value. */
export function shownValue(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return typeName(value);
  return value.length > 80 ? `${JSON.stringify(value.slice(0, 80))}…` : JSON.stringify(value);
}

/** The longest name to compare, in characters. */
const longestName = 60;

/** The shortest beginning of a name that suggests the name, in characters. */
const shortestBeginning = 4;

/** ` Did you mean x?` with the name that begins with a misspelled name or is spelled most like it; empty if none is similar. */
export function didYouMean(misspelled: string, names: readonly string[]): string {
  const given = misspelled.slice(0, longestName).toLowerCase();
  const [nearest] = names
    .map((name) => {
      const isBeginning = given.length >= shortestBeginning && name.toLowerCase().startsWith(given);
      const changes = leven(given, name.toLowerCase()) / Math.max(given.length, name.length);
      return { name, difference: isBeginning ? 0 : changes };
    })
    .filter(({ difference }) => difference <= 0.4)
    .sort((one, other) => one.difference - other.difference);
  return nearest === undefined ? '' : ` Did you mean ${nearest.name}?`;
}
