/**
 * This module contains the building blocks of `validators.gen.ts`. For every JSON value, each check finds the same
 * issues as the corresponding zod schema. The checks do not import zod, and they do not modify values.
 */
import { type Place, typeName } from './issue.ts';

/**
 * A check returns the number of issues in a value. If the caller passes a `Place`, the check adds a description of each
 * issue to the list of that `Place`.
 */
export type Check = (value: unknown, place?: Place) => number;

type Fields = Readonly<Record<string, unknown>>;

/** Reports an invalid value. Returns 1, because an invalid value counts as one issue. */
export function wrong(expected: string, value: unknown, place: Place | undefined): number {
  place?.report(expected, value);
  return 1;
}

/** Whether a value is an object. An array does not count as an object. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const string: Check = (value, place) =>
  typeof value === 'string' ? 0 : wrong('string', value, place);

/** Checks that a value is an integer that JavaScript can represent exactly. */
export const integer: Check = (value, place) =>
  Number.isSafeInteger(value) ? 0 : wrong(Number.isFinite(value) ? 'integer' : 'number', value, place);

/** Creates a check for the type of a value. The type names are the names that `typeName` returns. */
export function oneOf(...types: readonly string[]): Check {
  return (value, place) => (types.includes(typeName(value)) ? 0 : wrong(types.join(', '), value, place));
}

/** Checks an array and its items. A `Place` is created only for an invalid item, because creating a `Place` is slow. */
export function arrayOf(item: Check, value: unknown, place: Place | undefined): number {
  if (!Array.isArray(value)) return wrong('array', value, place);
  let count = 0;
  for (let index = 0; index < value.length; index += 1) {
    const found = item(value[index]);
    if (found > 0 && place) item(value[index], place.at(index));
    count += found;
  }
  return count;
}

/** Checks an object and the values of its own fields. A field named `__proto__` is not checked. */
export function recordOf(item: Check, value: unknown, place: Place | undefined): number {
  if (!isObject(value)) return wrong('object', value, place);
  let count = 0;
  // A `for in` loop is fast because it creates no list of keys.
  for (const key in value) {
    const found = item(value[key]);
    if (found === 0 || !Object.hasOwn(value, key) || key === '__proto__') continue;
    if (place) item(value[key], place.at(key));
    count += found;
  }
  return count;
}

/**
 * Whether a value is a UUID of any version and variant. UUIDs are case-insensitive. The function counts the characters
 * that are not hexadecimal digits. The function uses no branches. A regular expression would take three times as long,
 * because the processor cannot predict branches for random digits.
 */
export function isGuid(value: unknown): boolean {
  if (typeof value !== 'string' || value.length !== 36) return false;
  let others = 0;
  for (let index = 0; index < 36; index += 1) {
    const code = value.charCodeAt(index);
    const lower = code | 32;
    // The sign bit of `(x - low) | (high - x)` is set if `x` is outside the range. The ranges are 0 to 9 and a to f.
    others += (((code - 48) | (57 - code)) & ((lower - 97) | (102 - lower))) >>> 31;
  }
  return others === 4 && value[8] === '-' && value[13] === '-' && value[18] === '-' && value[23] === '-';
}

export const guid: Check = (value, place) => (isGuid(value) ? 0 : wrongForm('UUID', value, place));

/** Checks that a value is an absolute URL. Whitespace before and after the URL is allowed. */
export const url: Check = (value, place) =>
  typeof value === 'string' && parseUrl(value.trim()) ? 0 : wrongForm('absolute URL', value, place);

// The groups in the regular expression do not capture, because capturing groups take 25 % more time.
const timestampForm =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;

/**
 * Checks that a value is an ISO 8601 timestamp in UTC. If the day is after the 28th, the function checks that the month
 * has this day.
 */
export const timestamp: Check = (value, place) => {
  if (typeof value === 'string' && timestampForm.test(value)) {
    const day = value.slice(8, 10);
    if (day < '29' || new Date(value.slice(0, 10)).getUTCDate() === Number(day)) return 0;
  }
  return wrongForm('ISO 8601 UTC timestamp', value, place);
};

/** Reports a value that is not a string, or that is a string in the wrong format. */
function wrongForm(expected: string, value: unknown, place: Place | undefined): number {
  return wrong(typeof value === 'string' ? expected : 'string', value, place);
}

/** Parses a URL. Returns `undefined` if the URL is invalid. Browsers released before 2024 do not have `URL.parse`. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
