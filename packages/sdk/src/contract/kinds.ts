/**
 * The generated file `validators.gen.ts` combines the checks of this module. For every JSON value, a check finds the
 * same issues as the zod schema of the same name.
 */
import { type Place, typeName, typeOfAnotherForm } from './issue.ts';

/** Returns the number of issues, and reports them to `place` if it is set. */
export type Check = (value: unknown, place?: Place) => number;

type Fields = Readonly<Record<string, unknown>>;

export function wrong(
  expected: string,
  value: unknown,
  place: Place | undefined,
  describe = typeName,
): number {
  place?.report(expected, describe(value));
  return 1;
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an own field of an object or an item of an array, but no inherited property. */
export function fieldOf(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined;
}

export const string: Check = (value, place) =>
  typeof value === 'string' ? 0 : wrong('string', value, place);

export const integer: Check = (value, place) =>
  Number.isSafeInteger(value) ? 0 : wrongForm(Number.isFinite(value), ['number', 'integer'], value, place);

export const atLeast = (least: number) => `integer, ${least} or more`;

export const atMost = (most: number) => `integer, ${most} or less`;

/** Like zod, reports two issues for an integer that is neither exact nor in the range. */
export function integerFrom(least: number, most: number): Check {
  return (value, place) => {
    const count = integer(value, place);
    if (typeof value !== 'number' || !Number.isInteger(value)) return count;
    if (value < least) return count + wrong(atLeast(least), value, place);
    return value > most ? count + wrong(atMost(most), value, place) : count;
  };
}

export function oneOf(...types: readonly string[]): Check {
  return (value, place) => (types.includes(typeName(value)) ? 0 : wrong(types.join(', '), value, place));
}

/** Creates a `Place` only for an invalid item, because creating a `Place` is slow. */
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

/** Checks the values of own fields, except `__proto__`, which zod does not check. */
export function recordOf(item: Check, value: unknown, place: Place | undefined): number {
  if (!isObject(value)) return wrong('object', value, place);
  let count = 0;
  // Use `for in`, because creating a list of keys would be slower.
  for (const key in value) {
    const found = item(value[key]);
    if (found === 0 || !Object.hasOwn(value, key) || key === '__proto__') continue;
    if (place) item(value[key], place.at(key));
    count += found;
  }
  return count;
}

const guidForm = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

export function isGuid(value: unknown): boolean {
  return typeof value === 'string' && guidForm.test(value);
}

export const guid: Check = (value, place) => (isGuid(value) ? 0 : wrongText('UUID', value, place));

/** Whitespace before and after the URL is allowed, as in zod. */
export const url: Check = (value, place) =>
  typeof value === 'string' && parseUrl(value.trim()) ? 0 : wrongText('absolute URL', value, place);

// Use non-capturing groups, because capturing groups would take 25 % more time.
const timestampForm =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|\+00:00)$/;

export const timestamp: Check = (value, place) => {
  if (typeof value === 'string' && timestampForm.test(value)) {
    const day = value.slice(8, 10);
    if (day < '29' || new Date(value.slice(0, 10)).getUTCDate() === Number(day)) return 0;
  }
  return wrongText('ISO 8601 UTC timestamp', value, place);
};

function wrongText(form: string, value: unknown, place: Place | undefined): number {
  return wrongForm(typeof value === 'string', ['string', form], value, place);
}

function wrongForm(
  hasType: boolean,
  [type, form]: readonly [type: string, form: string],
  value: unknown,
  place: Place | undefined,
): number {
  return hasType ? wrong(form, value, place, typeOfAnotherForm) : wrong(type, value, place);
}

/** Returns `undefined` if a text is not JSON. The platform's error is dropped, because its message quotes the text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Replaces `URL.parse`, which browsers from before 2024 lack. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
