/**
 * Plain objects declared field by field. The check and the JSON Schema of an object follow from its declaration, and
 * the compiler ties that to its type: a field that is missing, or of another type, does not compile.
 */
import { operationIds, pointerTo, typeName, type Issue, type OperationId } from '@mock-services/sdk/contract';
import { didYouMean } from './nearest-name.ts';
import { shownValue } from './shown-value.ts';
import { waitExpected, waitMs, type Duration } from './time/duration.ts';
import { toMilliseconds } from './time/instant.ts';

/** A JSON Schema. References lead to the definitions of `server/admin/schema.ts`. */
type JsonSchema = Readonly<Record<string, unknown>>;

/** A set of values. */
interface Kind<Value> {
  /** The values, in words. */
  readonly expected: string;
  /** `undefined` for values that JSON does not have. */
  readonly schema: JsonSchema | undefined;
  readonly includes: (value: unknown) => value is Value;
}

/** A field of an object: its values, and whether it may be left out. */
export interface Field extends Kind<unknown> {
  readonly optional: boolean;
}

/** A declaration of every field of a type. */
export type Fields<Type> = {
  readonly [Name in keyof Type]-?: Kind<Exclude<Type[Name], undefined>> & {
    readonly optional: undefined extends Type[Name] ? true : false;
  };
};

export function kind<Value>(
  expected: string,
  schema: JsonSchema | undefined,
  includes: (value: unknown) => value is Value,
): Kind<Value> {
  return { expected, schema, includes };
}

export const required = <Value>(of: Kind<Value>) => ({ ...of, optional: false }) as const;

/** @param description - For the JSON Schema. */
export const optional = <Value>(of: Kind<Value>, description?: string) =>
  ({ ...of, optional: true, schema: description ? { ...of.schema, description } : of.schema }) as const;

export const flag = kind('boolean', { type: 'boolean' }, (value) => typeof value === 'boolean');
export const text = kind('string', { type: 'string' }, (value) => typeof value === 'string');

export const textMap = kind(
  'object of strings',
  { type: 'object', additionalProperties: text.schema },
  (value): value is Readonly<Record<string, string>> =>
    isObject(value) && Object.values(value).every(text.includes),
);

export const timestamp = kind(
  'ISO 8601 UTC timestamp',
  { $ref: '#/$defs/Timestamp' },
  (value): value is string => text.includes(value) && succeeds(() => toMilliseconds(value)),
);

/** A duration that a timer can wait for. */
export const wait = kind(waitExpected, { $ref: '#/$defs/Duration' }, (value): value is Duration =>
  succeeds(() => waitMs(value as Duration)),
);

export const operationId = kind(
  `one of ${operationIds.join(', ')}`,
  { $ref: '#/$defs/OperationId' },
  (value): value is OperationId => operationIds.some((id) => id === value),
);

export function wholeNumber(minimum: number, maximum?: number): Kind<number> {
  const range = maximum === undefined ? `, ${minimum} or more` : ` from ${minimum} to ${maximum}`;
  return kind(
    `whole number${range}`,
    { type: 'integer', minimum, ...(maximum !== undefined && { maximum }) },
    (value): value is number =>
      Number.isInteger(value) && Number(value) >= minimum && Number(value) <= (maximum ?? Infinity),
  );
}

/** Everything that is wrong with an object, each with its path; empty when it is as declared. */
export function issuesOf(fields: Readonly<Record<string, Field>>, object: unknown): Issue[] {
  if (!isObject(object)) return [issueAt('', 'object', shownValue(object))];
  const names = Object.keys(fields);
  const missing = names.filter((name) => fields[name]?.optional === false && !(name in object));
  const given = Object.entries(object);
  return [...missing.map((name): [string, unknown] => [name, undefined]), ...given].flatMap(
    ([name, value]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (!field)
        return [issueAt(name, `one of ${names.join(', ')}`, `another field.${didYouMean(name, names)}`)];
      const isOmitted = field.optional && value === undefined;
      return isOmitted || field.includes(value) ? [] : [issueAt(name, field.expected, shownValue(value))];
    },
  );
}

/** An issue with a field; an empty name stands for the whole object. */
export function issueAt(name: string, expected: string, received: string): Issue {
  return { path: name, pointer: name === '' ? '' : pointerTo('', name), expected, received };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeName(value) === 'object';
}

function succeeds(act: () => unknown): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}
