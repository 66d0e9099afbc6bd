import { typeName } from '../contract/issue.ts';
import type { ActivityEntry } from '../contract/resources.ts';
import { adviceOn } from '../unknown-fields.ts';
import { checkEntries, checkEntry, type EntryField, invalid } from './arguments.ts';
import { activityFields, type Field, headerNames } from './fields.ts';
import type { ActivityMatcher, MatcherOptions } from './matcher.ts';
import { holeAt, isAsymmetric, isPlainObject } from './patterns.ts';

/**
 * Returns the entries that match, in their original order. The entries may come from a workspace's log (§4, endpoint 1)
 * or a fake server's journal.
 * @throws TypeError if the matcher is invalid, or if an entry lacks a field that the matcher reads.
 * @example
 * ```ts
 * import { explainNoMatch, findActivity } from '@mock-services/sdk/activity';
 *
 * const payment = { method: 'POST', path: '/orders/:id/payments', status: '2xx' } as const;
 * expect(findActivity(entries, payment), explainNoMatch(entries, payment)).toHaveLength(1);
 * ```
 */
export function findActivity<Entry extends ActivityEntry>(
  entries: readonly Entry[],
  matcher: ActivityMatcher<Entry>,
): Entry[] {
  return matchesOf('findActivity', entries, criteriaOf(matcher));
}

/**
 * Compiles a matcher into a function that tests an entry.
 * @throws TypeError if the matcher is invalid, or if an entry lacks a field that the matcher reads.
 * @example
 * ```ts
 * import { matchesActivity } from '@mock-services/sdk/activity';
 *
 * const hasFailed = matchesActivity({ status: '5xx' });
 * entries.filter(hasFailed).length;
 * ```
 */
export function matchesActivity<Entry extends ActivityEntry = ActivityEntry>(
  matcher: ActivityMatcher<Entry>,
  options: MatcherOptions = {},
): (entry: Entry) => boolean {
  const criteria = criteriaOf(matcher, options);
  const fields = neededBy(criteria);
  return (entry) => {
    checkEntry('matchesActivity', entry, fields);
    return criteria.every(({ isMetBy }) => isMetBy(entry));
  };
}

export function matchesOf<Entry extends ActivityEntry>(
  owner: string,
  entries: readonly Entry[],
  criteria: readonly Criterion[],
): Entry[] {
  checkEntries(owner, entries, neededBy(criteria));
  return entries.filter((entry) => criteria.every(({ isMetBy }) => isMetBy(entry)));
}

export function neededBy(criteria: readonly Criterion[]): EntryField[] {
  return [...new Set(criteria.flatMap(({ field }) => field.needs ?? []))];
}

export interface Criterion {
  readonly field: Field;
  /** Path in the matcher, such as `['headers', 'accept']`. Empty if the matcher is a function. */
  readonly keys: readonly string[];
  readonly pattern: unknown;
  readonly isMetBy: (entry: ActivityEntry) => boolean;
}

/** @throws TypeError if a field is invalid, unknown or unavailable. */
export function criteriaOf<Entry extends ActivityEntry>(
  matcher: ActivityMatcher<Entry>,
  { fields = {} }: MatcherOptions = {},
): Criterion[] {
  if (typeof matcher === 'function')
    return [criterion(functionField(matcher as (entry: ActivityEntry) => unknown), [], undefined)];
  if (!isPlainObject(matcher)) throw invalid('matcher', 'a plain object of fields or a function', matcher);
  const table: Readonly<Record<string, Field | string>> = { ...fields, ...activityFields, ...fields };
  const patterns = new Map<string, unknown>(Object.entries(matcher));
  for (const [name, pattern] of patterns) {
    const field = Object.hasOwn(table, name) ? table[name] : undefined;
    const names = Object.keys(table).filter((each) => typeof table[each] !== 'string');
    if (typeof field === 'string')
      throw new TypeError(`The matcher cannot have the field \`${name}\`. ${field}`);
    if (field === undefined)
      throw new TypeError(
        `Unknown matcher field \`${name}\`. ${adviceOn(name, names)} To match a field of the body, use \`body: { … }\`.`,
      );
    if (pattern === undefined) throw holeAt([name]);
  }
  return Object.entries(table).flatMap(([name, field]) =>
    patterns.has(name) && typeof field !== 'string' ? criteriaFor(field, name, patterns.get(name)) : [],
  );
}

function criteriaFor(field: Field, name: string, pattern: unknown): Criterion[] {
  if (field.names === undefined || isAsymmetric(pattern)) return [criterion(field, [name], pattern)];
  if (!isPlainObject(pattern))
    throw invalid(`matcher.${name}`, `a plain object whose keys are ${field.names}`, pattern);
  return Object.entries(pattern).map(([key, one]: [string, unknown]) => {
    if (one === undefined) throw holeAt([name, key]);
    return criterion(field, [name, field.names === headerNames ? key.toLowerCase() : key], one);
  });
}

function criterion(field: Field, keys: readonly string[], pattern: unknown): Criterion {
  const [name = '', key] = keys;
  const test = field.test(pattern, `matcher.${name}${key === undefined ? '' : `['${key}']`}`);
  return { field, keys, pattern, isMetBy: (entry) => test(field.read(entry, pattern, key)) };
}

function functionField(matches: (entry: ActivityEntry) => unknown): Field {
  return {
    weight: 1,
    read: matches,
    test: () => (result) => {
      // Reject promises, because the promise of an async function is truthy and would match every entry.
      if (result && result !== true)
        throw new TypeError(`The matcher function must return true or false, not ${typeName(result)}.`);
      return result === true;
    },
    problem: () => 'the function did not return true',
  };
}
