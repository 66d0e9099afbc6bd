import { issueAt, type Issue } from '@mock-services/sdk/contract';
import { errorText } from './words.ts';

declare const content: unique symbol;

export type Json<Value> = string & { readonly [content]: Value };

// The marker field exists only in the type. Only the functions in this file create such strings.

export function encode<Value>(value: Value): Json<Value> {
  return JSON.stringify(value) as Json<Value>;
}

export function decode<Value>(json: Json<Value>): Value {
  return JSON.parse(json) as Value;
}

/** The envelope of a resource (§2, conventions). */
export function envelope<Value>(json: Json<Value>): Json<{ data: Value }> {
  return `{"data":${json}}` as Json<{ data: Value }>;
}

export function listEnvelope<Value>(items: Iterable<Json<Value>>): Json<{ data: Value[] }> {
  return `{"data":[${Array.from(items).join(',')}]}` as Json<{ data: Value[] }>;
}

/** JavaScript engines use at most two bytes for each character. */
export function bytesOf(text = ''): number {
  return 2 * text.length;
}

/** JavaScript engines can serialize about 4,000 levels of nesting. */
export const maxNesting = 1000;

export type JsonCopy<Value> = { readonly copy: Value } | { readonly issue: Issue };

/** The copy respects `toJSON`. The issue is about `field`, or about the whole value if `field` is empty. */
export function jsonCopy<Value>(value: Value, field = ''): JsonCopy<Value> {
  const issue = (received: string): { readonly issue: Issue } => ({
    issue: issueAt(field === '' ? [] : [field], 'a value that can be serialized as JSON', received),
  });
  try {
    if (isNestedDeeper(value)) return issue(`a cycle, or more than ${maxNesting} levels`);
    // `stringify` returns `undefined` for a function.
    const text = JSON.stringify(value) as string | undefined;
    return { copy: (text === undefined ? undefined : JSON.parse(text)) as Value };
  } catch (error) {
    return issue(errorText(error));
  }
}

/** Returns `true` for a cycle, because its nesting is endless. */
export function isNestedDeeper(value: unknown, levels = maxNesting): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isNestedDeeper(each, levels - 1));
}

export function plainCopy<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

/** A value without functions and class instances, such as a RegExp, can be stored as JSON. */
export function isPlain(value: unknown): boolean {
  const parts = new Set<unknown>([value]);
  // The loop visits even parts that are added during the loop.
  for (const part of parts) {
    if (typeof part === 'function') return false;
    if (typeof part !== 'object' || part === null) continue;
    const prototype: unknown = Object.getPrototypeOf(part);
    if (!Array.isArray(part) && prototype !== Object.prototype && prototype !== null) return false;
    for (const inner of Object.values(part)) parts.add(inner);
  }
  return true;
}
