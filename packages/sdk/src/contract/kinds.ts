/**
 * The checks that `validators.gen.ts` is made of. Of all that JSON can hold, each accepts exactly what zod's check of the
 * same kind accepts. None imports zod, changes a value, or says what is wrong.
 */
import { parseUrl } from './url.ts';

/** A check of a value. */
export type Validator = (value: unknown) => boolean;

type Fields = Readonly<Record<string, unknown>>;

export const isString: Validator = (value) => typeof value === 'string';

/** Any object but an array. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An array whose items are all valid. */
export function isArrayOf(value: unknown, isItem: Validator): boolean {
  return Array.isArray(value) && value.every((item) => isItem(item));
}

/** An object whose own values are all valid. A field named `__proto__` may hold anything. */
export function isRecordOf(value: unknown, isValue: Validator): boolean {
  if (!isObject(value)) return false;
  // A `for in` loop makes no list of keys; the rare cases are tested last.
  for (const key in value) {
    if (!isValue(value[key]) && Object.hasOwn(value, key) && key !== '__proto__') return false;
  }
  return true;
}

/**
 * A UUID of any version, variant and letter case. Counts the characters that are not hexadecimal digits without branching:
 * the digits are random, so branch prediction fails, and a regular expression takes three times as long.
 */
export const isGuid: Validator = (value) => {
  if (typeof value !== 'string' || value.length !== 36) return false;
  let others = 0;
  for (let index = 0; index < 36; index += 1) {
    const code = value.charCodeAt(index);
    const lower = code | 32;
    // The sign of `(x - low) | (high - x)` is set where x is out of range: here out of 0-9 and out of a-f.
    others += (((code - 48) | (57 - code)) & ((lower - 97) | (102 - lower))) >>> 31;
  }
  return others === 4 && value[8] === '-' && value[13] === '-' && value[18] === '-' && value[23] === '-';
};

/** An absolute URL; white space around it is allowed. */
export const isUrl: Validator = (value) => typeof value === 'string' && parseUrl(value.trim()) !== undefined;

const timestampForm = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3])(:[0-5]\d){2}(\.\d+)?Z$/;

/** An ISO 8601 timestamp in UTC. Days after the 28th are checked against the calendar. */
export const isTimestamp: Validator = (value) => {
  if (typeof value !== 'string' || !timestampForm.test(value)) return false;
  const day = value.slice(8, 10);
  return day < '29' || new Date(value.slice(0, 10)).getUTCDate() === Number(day);
};
