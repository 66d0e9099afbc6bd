import { locate, typeName } from '../contract/issue.ts';
import { fieldOf, isObject } from '../contract/kinds.ts';
import { classOf } from './bytes.ts';

interface Asymmetric {
  asymmetricMatch(received: unknown): boolean;
  getExpectedType?(): string;
  toAsymmetricMatcher?(): string;
  readonly sample?: unknown;
  toString(): string;
}

export function isAsymmetric(value: unknown): value is Asymmetric {
  return isObject(value) && typeof value['asymmetricMatch'] === 'function';
}

export function isRegExp(value: unknown): value is RegExp {
  return classOf(value) === 'RegExp';
}

export function isDate(value: unknown): value is Date {
  return classOf(value) === 'Date';
}

/** Excludes class instances and asymmetric matchers. */
export function isPlainObject(value: unknown): value is object {
  if (!isObject(value) || isAsymmetric(value)) return false;
  // Do not compare with `Object.prototype`, because an object of another realm has a different prototype.
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Uses `search`, because `test` would change the `lastIndex` of a global RegExp. */
export function contains(text: string, pattern: RegExp): boolean {
  return text.search(pattern) >= 0;
}

/** Whether a body matcher is compared with text rather than with parsed JSON. */
export function isOfText(body: unknown): boolean {
  if (isAsymmetric(body)) return body.getExpectedType?.() === 'string';
  return typeof body === 'string' || isRegExp(body);
}

/** Rejects `undefined` in a matcher, because ignoring a failed lookup such as `ids[5]` would match too many entries. */
export function holeAt(keys: readonly PropertyKey[]): TypeError {
  const { path } = locate(['matcher', ...keys]);
  return new TypeError(`${path} is undefined. Pass a value, or remove the key.`);
}

/** Maximum nesting depth of a pattern. Deeper recursion could overflow the call stack. */
const maxDepth = 1000;

/** @throws TypeError if a part of the value is `undefined`, or can never match JSON, such as a function. */
export function checkJson(value: unknown, keys: readonly PropertyKey[]): void {
  if (value === undefined) throw holeAt(keys);
  if (isAsymmetric(value)) return;
  const type = typeof value === 'object' && value !== null ? classOf(value) : typeName(value);
  if (['string', 'number', 'boolean', 'null', 'RegExp'].includes(type)) return;
  if (type !== 'Object' && type !== 'Array')
    throw new TypeError(
      `${locate(['matcher', ...keys]).path}: expected JSON, a RegExp or an asymmetric matcher, received ${type}, which no JSON value equals.`,
    );
  if (keys.length > maxDepth)
    throw new TypeError(
      `matcher.${String(keys[0])}: expected a JSON value of at most ${maxDepth} levels, received more levels.`,
    );
  // Use the array iterator, because `Object.entries` would skip holes, which are errors.
  const parts: Iterable<[PropertyKey, unknown]> = Array.isArray(value)
    ? value.entries()
    : Object.entries(value as object);
  for (const [key, part] of parts) checkJson(part, [...keys, key]);
}

export interface Difference {
  /** Path within the compared values, such as `['lines', 0, 'sku']`. */
  readonly keys: readonly PropertyKey[];
  readonly expected: unknown;
  readonly received: unknown;
}

/** Ignores additional fields in `received`. */
export function compare(expected: unknown, received: unknown): readonly Difference[] {
  if (isMatch(expected, received)) return [];
  const below = (key: PropertyKey, value: unknown) => {
    const found = compare(value, fieldOf(received, key));
    return found.length === 0 ? found : found.map((each) => ({ ...each, keys: [key, ...each.keys] }));
  };
  if (Array.isArray(expected) && Array.isArray(received) && expected.length === received.length)
    return expected.flatMap((item, index) => below(index, item));
  if (isObject(expected) && !isAsymmetric(expected) && !isRegExp(expected) && isObject(received))
    return Object.entries(expected).flatMap(([key, value]) => below(key, value));
  return [{ keys: [], expected, received }];
}

function isMatch(expected: unknown, received: unknown): boolean {
  if (isAsymmetric(expected)) return expected.asymmetricMatch(received);
  if (isRegExp(expected)) return typeof received === 'string' && contains(received, expected);
  return expected === received;
}
