/**
 * What kind of value something is, as the schemas see it. Of all that JSON can hold, each of these accepts exactly what
 * zod's check of the same kind accepts; nothing else comes here. `accepts.ts` is made of them. None imports zod, changes a
 * value, or says what is wrong.
 */

/** Whether a value is of a kind. */
export type Accepts = (value: unknown) => boolean;

type Fields = Readonly<Record<string, unknown>>;

export const isString: Accepts = (value) => typeof value === 'string';

/** Any object but an array. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An array of items that are accepted. */
export function isArrayOf(value: unknown, accepts: Accepts): boolean {
  return Array.isArray(value) && value.every((item) => accepts(item));
}

/** An object whose own values are accepted. A field named `__proto__` may hold anything. */
export function isRecordOf(value: unknown, accepts: Accepts): boolean {
  if (!isObject(value)) return false;
  // A loop and this order, since most values are accepted and an entry has two records: no list of keys is made.
  for (const key in value) {
    if (!accepts(value[key]) && Object.hasOwn(value, key) && key !== '__proto__') return false;
  }
  return true;
}

/**
 * A UUID of any version, variant and letter case. Counts what is no hexadecimal digit without a branch: the
 * digits of a UUID are random, so that a processor guesses a branch on each wrong half the time, and a regular
 * expression takes three times as long.
 */
export const isGuid: Accepts = (value) => {
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

/** An absolute URL, with white space around it or not. */
export const isUrl: Accepts = (value) => typeof value === 'string' && URL.canParse(value.trim());

const timestampForm = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3])(:[0-5]\d){2}(\.\d+)?Z$/;

/** An ISO 8601 timestamp in UTC. Each month has 28 days; a later one is looked up in the calendar. */
export const isTimestamp: Accepts = (value) => {
  if (typeof value !== 'string' || !timestampForm.test(value)) return false;
  const day = value.slice(8, 10);
  return day < '29' || new Date(value.slice(0, 10)).getUTCDate() === Number(day);
};

/** A workspace that expires after it was created (§2.4). */
export function expiresLater(workspace: Fields): boolean {
  return Date.parse(String(workspace['expiresAt'])) > Date.parse(String(workspace['createdAt']));
}
