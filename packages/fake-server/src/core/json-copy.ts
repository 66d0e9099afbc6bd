/** Copies values from outside: stored and checked values can be serialized as JSON. */
import { pointerTo, type Issue } from '@mock-services/sdk/contract';

/** Maximum number of nested arrays and objects in a value. Engines can serialize about 4,000. */
export const maxNesting = 1000;

/** A deep copy, or the first reason why a value cannot be serialized as JSON. */
export type JsonCopy<Value> = { readonly copy: Value } | { readonly issue: Issue };

/**
 * Copies a value as `JSON.stringify` and `JSON.parse` would, `toJSON` included, but reports a number that is not finite
 * instead of replacing it by `null`, and a nesting that is deeper than the limit.
 */
export function jsonCopy<Value>(value: Value): JsonCopy<Value> {
  const keys: (string | number)[] = [];
  try {
    // JSON has no other form of what the type describes.
    return { copy: copyOf(value, '', keys) as Value };
  } catch (error) {
    const received = error instanceof NotJson ? error.received : 'one that throws when it is read';
    // The path into a cycle is as long as the limit.
    return { issue: issueAt(keys.length > maxNesting ? [] : keys, received) };
  }
}

/** A deep copy of a value that can be serialized as JSON. */
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

/** @param keys - The path of the value. If this throws, `keys` is the path of the problem. */
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

/** The prototypes of wrapper objects, such as `new Number(1)`, which JSON serializes as their values. */
const wrappers = new Set<unknown>([Number, String, Boolean, BigInt].map(({ prototype }) => prototype));

/** The value that `JSON.stringify` serializes in place of a value. */
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
    // An assignment would set the prototype.
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
  return { path, pointer: keys.reduce<string>(pointerTo, ''), expected: 'what JSON can hold', received };
}
