/** Copies values that callers pass in, and checks that they can be serialized as JSON. */
import { pointerTo, type Issue } from '@mock-services/sdk/contract';

/** Maximum nesting depth of arrays and objects. JavaScript engines can serialize about 4,000 levels of nesting. */
export const maxNesting = 1000;

/** A deep copy of a value, or the first reason why the value cannot be serialized as JSON. */
export type JsonCopy<Value> = { readonly copy: Value } | { readonly issue: Issue };

/**
 * Copies a value like `JSON.parse(JSON.stringify(value))`, including calls of `toJSON`. Reports an infinite number
 * or `NaN` instead of replacing it with `null`. Reports nesting that is deeper than {@link maxNesting}.
 */
export function jsonCopy<Value>(value: Value): JsonCopy<Value> {
  const keys: (string | number)[] = [];
  try {
    // A JSON copy has the same type as the value.
    return { copy: copyOf(value, '', keys) as Value };
  } catch (error) {
    const received = error instanceof NotJson ? error.received : 'a value that throws when it is read';
    // Omit the path of a cyclic value, because the path has more than `maxNesting` keys.
    return { issue: issueAt(keys.length > maxNesting ? [] : keys, received) };
  }
}

/** Returns a deep copy of a value that is known to be serializable as JSON. */
export function plainCopy<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

class NotJson extends Error {
  readonly received: string;

  constructor(received: string) {
    super(received);
    this.received = received;
  }
}

/** @param keys - The path of the value. If the function throws, `keys` contains the path of the invalid value. */
function copyOf(given: unknown, key: string | number, keys: (string | number)[]): unknown {
  const value = serialized(given, key);
  if (typeof value === 'bigint') throw new NotJson('bigint');
  if (typeof value === 'number' && !Number.isFinite(value)) throw new NotJson(String(value));
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (keys.length >= maxNesting) {
    keys.push(key);
    throw new NotJson(`a cycle, or more than ${maxNesting} levels`);
  }
  return Array.isArray(value) ? itemsOf(value, keys) : fieldsOf(value, keys);
}

/**
 * The prototypes of wrapper objects, such as `new Number(1)`. `JSON.stringify` serializes wrapper objects as
 * primitive values.
 */
const wrappers = new Set<unknown>([Number, String, Boolean, BigInt].map(({ prototype }) => prototype));

/**
 * Returns the value that `JSON.stringify` would serialize, such as the result of `toJSON` or the value in a wrapper
 * object.
 */
function serialized(value: unknown, key: string | number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { toJSON } = value as { readonly toJSON?: unknown };
  const shown: unknown = typeof toJSON === 'function' ? Reflect.apply(toJSON, value, [String(key)]) : value;
  const isWrapped = typeof shown === 'object' && shown !== null && wrappers.has(Object.getPrototypeOf(shown));
  return isWrapped ? shown.valueOf() : shown;
}

function itemsOf(items: readonly unknown[], keys: (string | number)[]): unknown[] {
  return Array.from(items, (item, index) => {
    keys.push(index);
    const copy = copyOf(item, index, keys) ?? null;
    keys.pop();
    return copy;
  });
}

function fieldsOf(object: object, keys: (string | number)[]): object {
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(object)) {
    keys.push(name);
    const value = copyOf(Reflect.get(object, name), name, keys);
    // An assignment to `__proto__` would set the prototype of the copy.
    if (name === '__proto__') Object.defineProperty(copy, name, { ...field, value });
    else if (value !== undefined) copy[name] = value;
    keys.pop();
  }
  return copy;
}

const field = { configurable: true, enumerable: true, writable: true };

function issueAt(keys: readonly (string | number)[], received: string): Issue {
  const path = keys.reduce<string>((before, key) => {
    if (typeof key === 'number') return `${before}[${key}]`;
    return before === '' ? key : `${before}.${key}`;
  }, '');
  return {
    path,
    pointer: keys.reduce<string>(pointerTo, ''),
    expected: 'a value that can be serialized as JSON',
    received,
  };
}
