import { locate, typeName } from '../contract/issue.ts';
import { isObject } from '../contract/kinds.ts';

/** A part of a matcher that an entry does not match. */
export interface Difference {
  /** Place in the matcher, such as `['body', 'lines', 0, 'sku']`. */
  readonly keys: readonly PropertyKey[];
  readonly expected: unknown;
  readonly received: unknown;
  /** Description of the expected value, if `expected` is not of the same kind as `received`. */
  readonly phrase?: string;
  /** The received object, if it lacks the last key. */
  readonly parent?: object;
  /** Why the values cannot be compared. */
  readonly note?: string;
}

/** What the asymmetric matchers of Vitest, Jest and Playwright have, as far as it is used. */
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

function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice('[object '.length, -1);
}

/** Unlike `instanceof`, recognizes a RegExp of another realm, in which jest may run tests. */
export function isRegExp(value: unknown): value is RegExp {
  return tagOf(value) === 'RegExp';
}

export function isDate(value: unknown): value is Date {
  return tagOf(value) === 'Date';
}

/** Unlike `search`, `test` would change the `lastIndex` of a global RegExp. */
export function contains(text: string, pattern: RegExp): boolean {
  return text.search(pattern) >= 0;
}

/** Whether a matcher for a body is compared with the text of the body rather than with the parsed JSON. */
export function isOfText(body: unknown): boolean {
  return isAsymmetric(body)
    ? body.getExpectedType?.() === 'string'
    : typeof body === 'string' || isRegExp(body);
}

export function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Returns the error about an `undefined` in a matcher, often from a lookup that found nothing. Ignoring it would match too
 * many entries.
 */
export function holeAt(keys: readonly PropertyKey[]): TypeError {
  const { path } = locate(['matcher', ...keys]);
  return new TypeError(`${path} is undefined. Pass a value, or remove the key.`);
}

/** Without a limit, recursion could overflow the call stack. */
const maxDepth = 1000;

/** @throws TypeError if a part of the value is `undefined`, or could never equal a part of a JSON value. */
export function checkJson(value: unknown, field: string, keys: readonly PropertyKey[] = []): void {
  if (value === undefined) throw holeAt([field, ...keys]);
  if (isAsymmetric(value)) return;
  const type = typeof value === 'object' && value !== null ? tagOf(value) : typeName(value);
  if (['string', 'number', 'boolean', 'null', 'RegExp'].includes(type)) return;
  if (type !== 'Object' && type !== 'Array') {
    const { path } = locate(['matcher', field, ...keys]);
    throw new TypeError(
      `${path}: expected JSON, a RegExp or an asymmetric matcher, received ${type}, which no JSON value equals.`,
    );
  }
  if (keys.length >= maxDepth)
    throw new TypeError(
      `matcher.${field}: expected a JSON value of at most ${maxDepth} levels, received more levels.`,
    );
  // Unlike `Object.entries`, the iterator does not skip the holes of an array.
  const parts: Iterable<[PropertyKey, unknown]> = Array.isArray(value)
    ? value.entries()
    : Object.entries(value as object);
  for (const [key, part] of parts) checkJson(part, field, [...keys, key]);
}

/** Ignores received fields that are not expected. `keys` of the differences begin below the compared values. */
export function compare(expected: unknown, received: unknown): readonly Difference[] {
  if (isMatch(expected, received)) return [];
  if (Array.isArray(expected) && Array.isArray(received) && expected.length === received.length) {
    return expected.flatMap((item, index) => below(index, compare(item, received[index])));
  }
  if (isPlain(expected) && isObject(received)) {
    return Object.entries(expected).flatMap(([key, value]) => {
      // A field may have the name of an inherited property, such as `constructor`.
      if (Object.hasOwn(received, key)) return below(key, compare(value, received[key]));
      return below(key, compare(value, undefined)).map((found) => ({ ...found, parent: received }));
    });
  }
  return [{ keys: [], expected, received }];
}

function isMatch(expected: unknown, received: unknown): boolean {
  if (isAsymmetric(expected)) return expected.asymmetricMatch(received);
  if (isRegExp(expected)) return typeof received === 'string' && contains(received, expected);
  return expected === received;
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && !isAsymmetric(value) && !isRegExp(value);
}

function below(key: PropertyKey, found: readonly Difference[]): readonly Difference[] {
  return found.length === 0 ? found : found.map((each) => ({ ...each, keys: [key, ...each.keys] }));
}
