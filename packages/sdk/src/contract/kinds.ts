/**
 * What kind of value something is, as the schemas see it: each of these accepts exactly what zod's check of the
 * same kind accepts. `accepts.ts` is made of them. None imports zod, changes a value, or says what is wrong.
 */

/** Whether a value is of a kind. */
export type Accepts = (value: unknown) => boolean;

type Fields = Readonly<Record<string, unknown>>;

export const isString: Accepts = (value) => typeof value === 'string';

/** Any object but an array, of whatever class. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object that no class made. A prototype is known by what it has, since each realm has an `Object` of its own. */
function isPlainObject(value: unknown): value is Fields {
  if (!isObject(value)) return false;
  const maker = value['constructor'];
  if (typeof maker !== 'function') return true;
  const prototype: unknown = maker.prototype;
  return isObject(prototype) && Object.hasOwn(prototype, 'isPrototypeOf');
}

/** An array of items that are accepted; a hole is `undefined`. */
export function isArrayOf(value: unknown, accepts: Accepts): boolean {
  if (!Array.isArray(value)) return false;
  // Not `every`, which leaves holes out.
  for (let index = 0; index < value.length; index += 1) if (!accepts(value[index])) return false;
  return true;
}

/** A plain object whose own values are accepted. A field named `__proto__` may hold anything. */
export function isRecordOf(value: unknown, accepts: Accepts): boolean {
  if (!isPlainObject(value)) return false;
  // A loop and this order, since most values are accepted and an entry has two records: no list of keys is made.
  for (const key in value) {
    if (!accepts(value[key]) && Object.hasOwn(value, key) && key !== '__proto__') return false;
  }
  const symbols = Object.getOwnPropertySymbols(value);
  return !symbols.some((symbol) => Object.prototype.propertyIsEnumerable.call(value, symbol));
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
