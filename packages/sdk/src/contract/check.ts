/**
 * Checks a value against a schema and describes what is wrong. Issues name paths and types, never a value: a
 * body may hold credentials.
 */
import * as z from 'zod/mini';
import type { Issue } from './issue.ts';
import { locate } from './location.ts';
import { typeName } from './type-name.ts';

/** Any schema of the contract. */
export type Schema = z.core.$ZodType;

/** Lists what is wrong with `value`; empty when it conforms. The value is not changed, so unknown fields stay. */
export function check(schema: Schema, value: unknown): Issue[] {
  const result = z.safeParse(schema, value);
  return result.success ? [] : result.error.issues.map((issue) => describe(issue, value));
}

function describe(issue: z.core.$ZodIssue, root: unknown): Issue {
  const value = valueAt(root, issue.path);
  const expected = expectedBy(issue);
  return { ...locate(issue.path), expected, received: receivedType(value, expected) };
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

function expectedBy(issue: z.core.$ZodIssue): string {
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
