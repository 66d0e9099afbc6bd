/** Copies values that callers pass in, as JSON. */
import type { Issue } from '@mock-services/sdk/contract';
import { errorText } from './words.ts';

/** Maximum nesting depth of arrays and objects. JavaScript engines can serialize about 4,000 levels of nesting. */
export const maxNesting = 1000;

/** A deep copy of a value, or the reason why the value cannot be serialized as JSON. */
export type JsonCopy<Value> = { readonly copy: Value } | { readonly issue: Issue };

/** Copies a value as JSON, including calls of `toJSON`. The issue is about `field`, or about the whole value. */
export function jsonCopy<Value>(value: Value, field = ''): JsonCopy<Value> {
  const issue = (received: string): { readonly issue: Issue } => ({
    issue: {
      path: field,
      pointer: field === '' ? '' : `/${field}`,
      expected: 'a value that can be serialized as JSON',
      received,
    },
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

/** Whether arrays and objects are nested deeper than `levels`. A cycle is nested without end. */
export function isNestedDeeper(value: unknown, levels = maxNesting): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isNestedDeeper(each, levels - 1));
}

/** Returns a deep copy of a value that is known to be serializable as JSON. */
export function plainCopy<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}
