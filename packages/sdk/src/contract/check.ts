import * as z from 'zod/mini';
import { capIssues, type Issue, issueAt, mostIssues, typeName, typeOfAnotherForm } from './issue.ts';
import { atLeast, atMost, fieldOf } from './kinds.ts';

export type Schema = z.core.$ZodType;

type Difference = readonly [keys: readonly PropertyKey[], issue: z.core.$ZodIssue];

/**
 * Lists the first 100 differences between a value and a schema. The field `more` of a 101st issue is the number of
 * further differences. Issues contain paths and types, but no values, because a body may contain credentials.
 * @param describe - Returns a description of a received value, in place of its type.
 */
export function check(
  schema: Schema,
  value: unknown,
  describe?: (value: unknown, keys: readonly PropertyKey[]) => string,
): Issue[] {
  /** Valid field names, keyed by the list of unknown names, because an issue of zod does not contain its schema. */
  const known = new Map<readonly string[], readonly string[]>();
  const { error } = parse(schema, value, (issue) => {
    if (issue.code !== 'unrecognized_keys') return expectedBy(issue);
    const fields = Object.keys((issue.inst as z.ZodMiniObject).shape);
    known.set(issue.keys, fields);
    return `one of ${fields.join(', ')}`;
  });
  const differences = error?.issues.flatMap(differencesOf) ?? [];
  const issues = differences.slice(0, mostIssues).map(([keys, issue]) => {
    const received = keys.reduce(fieldOf, value);
    const found = issueAt(
      keys,
      issue.message,
      describe ? describe(received, keys) : receivedBy(issue, received),
    );
    const fields = issue.code === 'unrecognized_keys' ? known.get(issue.keys) : undefined;
    return fields === undefined ? found : { ...found, known: fields };
  });
  return capIssues(issues, differences.length);
}

/** Handles stack overflows, because zod passes all issues of a list as arguments of one call. */
function parse(
  schema: Schema,
  value: unknown,
  error: z.core.$ZodErrorMap,
): { readonly error?: z.core.$ZodError } {
  try {
    return z.safeParse(schema, value, { error });
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    return z.safeParse(schema, shortened(value), { error });
  }
}

const mostItems = 1000;

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, mostItems).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).slice(0, mostItems);
  return Object.fromEntries(fields.map(([key, field]) => [key, shortened(field)]));
}

function differencesOf(issue: z.core.$ZodIssue): Difference[] {
  return issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => [[...issue.path, key], issue])
    : [[issue.path, issue]];
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
      return issue.maximum === Number.MAX_SAFE_INTEGER ? 'integer' : atMost(Number(issue.maximum));
    case 'too_small':
      return issue.minimum === Number.MIN_SAFE_INTEGER ? 'integer' : atLeast(Number(issue.minimum));
    case 'custom':
      return String(issue.params?.['expected'] ?? 'another value');
    default:
      return 'another value';
  }
}

function receivedBy(issue: z.core.$ZodIssue, value: unknown): string {
  switch (issue.code) {
    case 'invalid_format':
      return typeOfAnotherForm(value);
    case 'invalid_type':
      return issue.expected === 'int' ? typeOfAnotherForm(value) : typeName(value);
    case 'too_big':
    case 'too_small':
      return issue.origin === 'int' ? typeOfAnotherForm(value) : typeName(value);
    case 'custom':
      return String(issue.params?.['received'] ?? typeName(value));
    default:
      return typeName(value);
  }
}
