import { typeName } from '@mock-services/sdk/contract';

/** How many characters of a text are shown. */
const longest = 80;

/** A value for a message, on one line: text in quotes, numbers, and the type of anything else. */
export function shownValue(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return typeName(value);
  return value.length > longest ? `${JSON.stringify(value.slice(0, longest))}…` : JSON.stringify(value);
}
