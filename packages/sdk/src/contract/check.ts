/**
 * Checks a value against a schema and describes what is wrong. Issues name paths and types, never a value: a
 * body may hold credentials.
 */
import type * as z from 'zod/mini';
import type { Issue } from './issue.ts';
import { locate } from './location.ts';
import { typeName } from './type-name.ts';

/** Any schema of the contract. */
export type Schema = z.core.$ZodType;

/** The most issues that are described one by one. */
const mostIssues = 100;

/**
 * Lists what is wrong with `value`; empty when it conforms. The value is not changed, so unknown fields stay. After 100
 * issues, a last one stands for all others: its `more` is their number.
 */
export function check(schema: Schema, value: unknown): Issue[] {
  const issues: Issue[] = [];
  let more = 0;
  for (const difference of differencesIn(schema, value, [])) {
    if (issues.length < mostIssues) issues.push(describe(difference));
    else more += 1;
  }
  return more === 0 ? issues : [...issues, furtherIssues(more)];
}

/** The first 100 of these issues, and one that stands for all others. */
export function capIssues(issues: readonly Issue[]): readonly Issue[] {
  const more = issues.length - mostIssues;
  return more <= 0 ? issues : [...issues.slice(0, mostIssues), furtherIssues(more)];
}

function furtherIssues(more: number): Issue {
  return { ...locate([]), expected: `no more than ${mostIssues} issues`, received: `${more} more`, more };
}

/** What zod finds, without the error that `safeParse` makes of it: its stack takes most of the time. */
function issuesIn(schema: Schema, value: unknown): readonly z.core.$ZodRawIssue[] {
  const result = schema._zod.run({ value, issues: [] }, { async: false });
  if (result instanceof Promise)
    throw new TypeError('the schema has an asynchronous check, which is not supported');
  return result.issues;
}

/** What zod finds in a part of a value. */
interface Difference {
  readonly issue: z.core.$ZodRawIssue;
  readonly part: unknown;
  /** Leads to the part. */
  readonly path: readonly PropertyKey[];
}

/** Has zod check the fields of objects one by one: it passes all issues of a field as arguments, and there may be too many. */
function* differencesIn(
  schema: Schema,
  part: unknown,
  path: readonly PropertyKey[],
): Generator<Difference, void, undefined> {
  const contents = contentsOf(schema, part);
  if (contents) {
    for (const [key, inner, value] of contents) yield* differencesIn(inner, value, [...path, key]);
    yield* unknownFieldsIn(schema, part, path);
  } else {
    for (const issue of issuesIn(schema, part)) yield { issue, part, path };
  }
}

type Content = readonly [key: PropertyKey, schema: Schema, value: unknown];

/** The contents of a list or object; nothing for any value that zod can check as a whole. */
function contentsOf(schema: Schema, value: unknown): Iterable<Content> | undefined {
  // zod's own way to tell its schemas apart.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (typeof value !== 'object' || value === null || def.checks?.length) return undefined;
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return contentsOf(def.innerType, value);
    case 'array':
      return Array.isArray(value) ? wrongItems(schema, def.element, value) : undefined;
    case 'object':
      if (Array.isArray(value)) return undefined;
      return Object.entries(def.shape).map(([key, field]) => [key, field, Reflect.get(value, key)]);
    case 'record':
      // zod reports the instance of a class, and ignores a field `__proto__`.
      if (Object.getPrototypeOf(value) !== Object.prototype) return undefined;
      return Object.entries(value).flatMap(([key, item]) =>
        key === '__proto__' ? [] : [[key, def.valueType, item] as const],
      );
    default:
      return undefined;
  }
}

/** The fields of a value that its strict object schema does not name. */
function* unknownFieldsIn(
  schema: Schema,
  part: unknown,
  path: readonly PropertyKey[],
): Generator<Difference> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type !== 'object' || def.catchall?._zod.def.type !== 'never') return;
  const expected = `one of ${Object.keys(def.shape).join(', ')}`;
  for (const [key, input] of Object.entries(part as object)) {
    if (Object.hasOwn(def.shape, key)) continue;
    yield { issue: { code: 'custom', params: { expected }, input }, part: input, path: [...path, key] };
  }
}

/** Items to look at in one go: most lists are right, and what zod finds in one that is not stays short. */
const sliceLength = 100;

/** The items of a list, but for those that zod finds nothing wrong with in a quick look. */
function* wrongItems(list: Schema, element: Schema, items: readonly unknown[]): Generator<Content> {
  for (let start = 0; start < items.length; start += sliceLength) {
    const length = Math.min(sliceLength, items.length - start);
    // Not by a method of the list, whose class may have its own.
    const slice = Array.from({ length }, (_, index) => items[start + index]);
    if (conforms(list, slice)) continue;
    for (const [index, item] of slice.entries()) yield [start + index, element, item];
  }
}

/** Whether zod finds nothing. It fails when it finds too much in an object. */
function conforms(schema: Schema, value: unknown): boolean {
  try {
    return issuesIn(schema, value).length === 0;
  } catch {
    return false;
  }
}

function describe({ issue, part, path }: Difference): Issue {
  // The `error` of a schema says what the schema expects.
  const own = (issue.inst?._zod.def.error as z.core.$ZodErrorMap | undefined)?.(issue);
  const expected = typeof own === 'string' ? own : expectedBy(issue);
  const inner = issue.path ?? [];
  return {
    ...locate([...path, ...inner]),
    expected,
    received: receivedType(valueAt(part, inner), expected),
  };
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? Reflect.get(value, key)
        : undefined,
    root,
  );
}

const names: Readonly<Record<string, string>> = {
  guid: 'UUID',
  datetime: 'ISO 8601 UTC timestamp',
  url: 'absolute URL',
  int: 'integer',
  safeint: 'integer',
  record: 'object',
};

function expectedBy(issue: z.core.$ZodRawIssue | z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return names[issue.expected] ?? issue.expected;
    case 'invalid_format':
      return names[issue.format] ?? issue.format;
    case 'invalid_union':
      return issue.errors.map(([first]) => (first ? expectedBy(first) : 'another value')).join(', ');
    case 'too_big':
    case 'too_small':
      return names['int'] ?? issue.origin;
    case 'custom':
      return String(issue.params?.['expected'] ?? 'another value');
    default:
      return 'another value';
  }
}

function receivedType(value: unknown, expected: string): string {
  const type = typeName(value);
  const sameKind =
    (type === 'string' && /UUID|URL|timestamp/.test(expected)) ||
    (type === 'number' && expected === 'integer');
  return sameKind ? `${type} of another form` : type;
}
