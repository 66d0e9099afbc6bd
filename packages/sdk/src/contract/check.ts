import * as z from 'zod/mini';
import { capIssues, fewIssues, type Issue, issueOf, locate, mostIssues } from './issue.ts';

export type Schema = z.core.$ZodType;

type Difference = readonly [keys: readonly PropertyKey[], expected: string];

/**
 * Lists the first 100 differences between a value and a schema. Any further differences are counted in the `more` field
 * of a 101st issue. Issues contain paths and types, but no values, because a body may contain credentials.
 */
export function check(schema: Schema, value: unknown): Issue[] {
  let differences: readonly Difference[];
  try {
    const { error } = z.safeParse(schema, value, { error: expectedBy });
    differences = error?.issues.flatMap(differencesOf) ?? [];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // zod passes all issues as function arguments, but engines allow only about 100,000 arguments.
    return [{ ...locate([]), expected: fewIssues, received: 'more than can be counted' }];
  }
  const issues = differences
    .slice(0, mostIssues)
    .map(([keys, expected]) => issueOf(keys, expected, valueAt(value, keys)));
  return capIssues(issues, differences.length);
}

function differencesOf(issue: z.core.$ZodIssue): Difference[] {
  const { path, message } = issue;
  return issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => [[...path, key], message])
    : [[path, message]];
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

function expectedBy(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return names[issue.expected] ?? issue.expected;
    case 'invalid_format':
      return names[issue.format] ?? issue.format;
    case 'invalid_union':
      return issue.errors.map(([first]) => first?.message ?? 'another value').join(', ');
    case 'too_big':
    case 'too_small':
      return 'integer';
    case 'unrecognized_keys':
      return `one of ${Object.keys((issue.inst as z.ZodMiniObject).shape).join(', ')}`;
    case 'custom':
      return String(issue.params?.['expected'] ?? 'another value');
    default:
      return 'another value';
  }
}
