import { locate } from '../../contract/issue.ts';
import type { ActivityEntry } from '../../contract/resources.ts';
import { bodyOf } from '../body.ts';
import { ArgumentError } from '../errors/argument-error.ts';
import { headerOf } from '../headers.ts';
import { isCredentialName } from '../redact/names.ts';
import { show } from '../redact/text.ts';
import type { Criterion } from './criteria.ts';

type Side = 'request' | 'response';

/** One criterion for each header of the request or of the response. */
export function headerCriteria(side: Side, patterns: unknown): Criterion[] {
  const argument = side === 'request' ? 'matcher.header' : 'matcher.responseHeader';
  if (!isPlainObject(patterns)) {
    throw new ArgumentError(argument, 'an object of header names', patterns);
  }
  return Object.entries(patterns).flatMap(([name, pattern]: [string, unknown]) =>
    pattern === undefined ? [] : [headerCriterion(side, name, pattern, `${argument}['${name}']`)],
  );
}

function headerCriterion(side: Side, name: string, pattern: unknown, argument: string): Criterion {
  if (!(typeof pattern === 'string' || typeof pattern === 'boolean' || pattern instanceof RegExp)) {
    throw new ArgumentError(argument, 'a string, a RegExp, true or false', pattern);
  }
  const valueOf = (entry: ActivityEntry) => headerOf(entry[side].headers, name);
  return {
    field: `${side} header ${show(name)}`,
    weight: 1,
    matches: (entry) => headerMatches(valueOf(entry), pattern),
    difference: (entry) => {
      const value = valueOf(entry);
      if (pattern === true) return 'expected, recorded none';
      if (pattern === false) return 'expected none, recorded one';
      if (isCredentialName(name))
        return value === undefined ? 'expected, recorded none' : 'another value, not shown';
      return `expected ${show(pattern)}, recorded ${value === undefined ? 'none' : show(value)}`;
    },
  };
}

function headerMatches(value: string | undefined, pattern: string | RegExp | boolean): boolean {
  if (typeof pattern === 'boolean') return (value !== undefined) === pattern;
  if (value === undefined) return false;
  return typeof pattern === 'string' ? value === pattern : value.search(pattern) >= 0;
}

/** Not a Map, a RegExp or the like, whose contents are no fields. */
function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  // Another realm, such as that of a test environment, has another `Object`.
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Whether all objects in a value are arrays or plain. Not by recursion: it may be nested deeply. */
function isJson(value: unknown): boolean {
  const parts = new Set([value]);
  // What is added meanwhile is looked at too.
  for (const part of parts) {
    if (typeof part !== 'object' || part === null) continue;
    if (!Array.isArray(part) && !isPlainObject(part)) return false;
    for (const inner of Object.values(part) as unknown[]) parts.add(inner);
  }
  return true;
}

/** The JSON that a body must contain. A body that cannot be read, or is not JSON, does not match. */
export function bodyCriterion(side: Side, expected: unknown): Criterion {
  if (!isJson(expected)) {
    const argument = side === 'request' ? 'matcher.body' : 'matcher.responseBody';
    throw new ArgumentError(argument, 'a JSON value', expected);
  }
  const differenceIn = (entry: ActivityEntry): string | undefined => {
    let actual: unknown;
    try {
      actual = bodyOf(entry[side], entry).json();
    } catch {
      return 'the recorded body is not JSON, or not readable';
    }
    const path = firstDifference(expected, actual);
    if (path === undefined) return undefined;
    return path === '' ? 'another value' : `another value at ${show(path)}`;
  };
  return {
    field: `${side} body`,
    weight: 2,
    matches: (entry) => differenceIn(entry) === undefined,
    difference: (entry) => differenceIn(entry) ?? '',
  };
}

/** The path of the first part of `expected` that a value lacks; `undefined` if it contains all of it. */
function firstDifference(
  expected: unknown,
  actual: unknown,
  keys: readonly PropertyKey[] = [],
): string | undefined {
  if (typeof expected !== 'object' || expected === null) {
    return expected === actual ? undefined : locate(keys).path;
  }
  const isSameType =
    typeof actual === 'object' && actual !== null && Array.isArray(expected) === Array.isArray(actual);
  if (!isSameType || (Array.isArray(expected) && expected.length !== (actual as unknown[]).length)) {
    return locate(keys).path;
  }
  for (const [key, value] of Object.entries(expected) as [string, unknown][]) {
    // An undefined field counts as not given, as everywhere in a matcher.
    if (value === undefined) continue;
    const inner = [...keys, Array.isArray(expected) ? Number(key) : key];
    if (!Object.hasOwn(actual, key)) return locate(inner).path;
    const difference = firstDifference(value, Reflect.get(actual, key), inner);
    if (difference !== undefined) return difference;
  }
  return undefined;
}
