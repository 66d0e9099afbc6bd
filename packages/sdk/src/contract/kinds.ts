/**
 * The checks that `validators.gen.ts` is made of. For every value that JSON can hold, each finds the issues that zod's schema
 * of the same kind finds. The checks do not import zod, and do not change a value.
 */
import { type Place, typeName } from './issue.ts';

/** Returns the number of issues in a value. If the caller passes the value's place, the check also describes them. */
export type Check = (value: unknown, place?: Place) => number;

type Fields = Readonly<Record<string, unknown>>;

/** Counts a value as one issue. */
export function wrong(expected: string, value: unknown, place: Place | undefined): number {
  place?.report(expected, value);
  return 1;
}

/** Whether a value is an object, but not an array. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const string: Check = (value, place) =>
  typeof value === 'string' ? 0 : wrong('string', value, place);

/** An integer that a number can hold exactly. */
export const integer: Check = (value, place) =>
  Number.isSafeInteger(value) ? 0 : wrong(Number.isFinite(value) ? 'integer' : 'number', value, place);

/** Checks the type of a value. The types are names that `typeName` returns. */
export function oneOf(...types: readonly string[]): Check {
  return (value, place) => (types.includes(typeName(value)) ? 0 : wrong(types.join(', '), value, place));
}

/** Checks an array and its items. A valid item needs no place, so places are created for the others only. */
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

/** Checks an object and its own values. A field named `__proto__` may hold anything. */
export function recordOf(item: Check, value: unknown, place: Place | undefined): number {
  if (!isObject(value)) return wrong('object', value, place);
  let count = 0;
  // A `for in` loop creates no list of keys; the rare cases are tested last.
  for (const key in value) {
    const found = item(value[key]);
    if (found === 0 || !Object.hasOwn(value, key) || key === '__proto__') continue;
    if (place) item(value[key], place.at(key));
    count += found;
  }
  return count;
}

/**
 * Whether a value is a UUID of any version, variant and letter case. Counts the characters that are not hexadecimal digits
 * without branching: the digits are random, so branch prediction fails, and a regular expression takes three times as long.
 */
export function isGuid(value: unknown): boolean {
  if (typeof value !== 'string' || value.length !== 36) return false;
  let others = 0;
  for (let index = 0; index < 36; index += 1) {
    const code = value.charCodeAt(index);
    const lower = code | 32;
    // The sign of `(x - low) | (high - x)` is set where x is out of range: here out of 0-9 and out of a-f.
    others += (((code - 48) | (57 - code)) & ((lower - 97) | (102 - lower))) >>> 31;
  }
  return others === 4 && value[8] === '-' && value[13] === '-' && value[18] === '-' && value[23] === '-';
}

export const guid: Check = (value, place) => (isGuid(value) ? 0 : wrongForm('UUID', value, place));

/** An absolute URL; white space around it is allowed. */
export const url: Check = (value, place) =>
  typeof value === 'string' && parseUrl(value.trim()) ? 0 : wrongForm('absolute URL', value, place);

// Groups that capture nothing, because capturing takes a quarter more time.
const timestampForm =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;

/** An ISO 8601 timestamp in UTC. Days after the 28th are checked against the calendar. */
export const timestamp: Check = (value, place) => {
  if (typeof value === 'string' && timestampForm.test(value)) {
    const day = value.slice(8, 10);
    if (day < '29' || new Date(value.slice(0, 10)).getUTCDate() === Number(day)) return 0;
  }
  return wrongForm('ISO 8601 UTC timestamp', value, place);
};

/** Counts a value that is not a string, or a string of another form, as one issue. */
function wrongForm(expected: string, value: unknown, place: Place | undefined): number {
  return wrong(typeof value === 'string' ? expected : 'string', value, place);
}

/** Like `URL.parse`, which browsers have had since 2024: returns `undefined` for a string that is not a URL. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
