/**
 * Plain objects declared field by field. The check and the JSON Schema of an object follow from its declaration, and
 * the compiler ties that to its type: a field that is missing, or of another type, does not compile.
 */
import { operationIds, pointerTo, typeName, type Issue, type OperationId } from '@mock-services/sdk/contract';
import { waitExpected, waitMs, type Duration } from './time/duration.ts';
import { toMilliseconds } from './time/instant.ts';

/** A JSON Schema. References lead to the definitions of `node/admin/schema.ts`. */
type JsonSchema = Readonly<Record<string, unknown>>;

/** A set of values. */
interface Kind<Value> {
  /** The values, in words. */
  readonly expected: string;
  readonly includes: (value: unknown) => value is Value;
  /** `undefined` for values that JSON does not have. */
  readonly schema: JsonSchema | undefined;
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

export const required = <Value>(kind: Kind<Value>) => ({ ...kind, optional: false }) as const;

/** @param description - For the JSON Schema. */
export const optional = <Value>({ schema, ...kind }: Kind<Value>, description?: string) =>
  ({
    ...kind,
    optional: true,
    schema: description === undefined ? schema : { ...schema, description },
  }) as const;

export const flag: Kind<boolean> = {
  expected: 'boolean',
  includes: (value) => typeof value === 'boolean',
  schema: { type: 'boolean' },
};

export const text: Kind<string> = {
  expected: 'string',
  includes: (value) => typeof value === 'string',
  schema: { type: 'string' },
};

export const textMap: Kind<Readonly<Record<string, string>>> = {
  expected: 'object of strings',
  includes: (value): value is Record<string, string> =>
    isObject(value) && Object.values(value).every(text.includes),
  schema: { type: 'object', additionalProperties: text.schema },
};

export const timestamp: Kind<string> = {
  expected: 'ISO 8601 UTC timestamp',
  includes: (value): value is string => text.includes(value) && succeeds(() => toMilliseconds(value)),
  schema: { $ref: '#/$defs/Timestamp' },
};

/** A duration that a timer can wait for. */
export const wait: Kind<Duration> = {
  expected: waitExpected,
  // Any other value is refused like text of another form.
  includes: (value): value is Duration => succeeds(() => waitMs(value as Duration)),
  schema: { $ref: '#/$defs/Duration' },
};

export const operationId: Kind<OperationId> = {
  expected: `one of ${operationIds.join(', ')}`,
  includes: (value): value is OperationId => operationIds.some((id) => id === value),
  schema: { $ref: '#/$defs/OperationId' },
};

export function wholeNumber(minimum: number, maximum?: number): Kind<number> {
  return {
    expected:
      maximum === undefined
        ? `whole number, ${minimum} or more`
        : `whole number from ${minimum} to ${maximum}`,
    includes: (value): value is number =>
      Number.isInteger(value) && Number(value) >= minimum && Number(value) <= (maximum ?? Infinity),
    schema: { type: 'integer', minimum, ...(maximum !== undefined && { maximum }) },
  };
}

/** Everything that is wrong with an object, each with its path; empty when it is as declared. */
export function issuesOf(fields: Readonly<Record<string, Field>>, object: unknown): Issue[] {
  if (!isObject(object)) return [issueAt('', 'object', shown(object))];
  const names = Object.keys(fields);
  const missing = names.filter((name) => fields[name]?.optional === false && !(name in object));
  const given = Object.entries(object);
  return [...missing.map((name): [string, unknown] => [name, undefined]), ...given].flatMap(
    ([name, value]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (!field) return [issueAt(name, `one of ${names.join(', ')}`, 'another field')];
      const isOmitted = field.optional && value === undefined;
      return isOmitted || field.includes(value) ? [] : [issueAt(name, field.expected, shown(value))];
    },
  );
}

/** An issue with a field; an empty name stands for the whole object. */
export function issueAt(name: string, expected: string, received: string): Issue {
  return { path: name, pointer: name === '' ? '' : pointerTo('', name), expected, received };
}

/** No declared value is a secret, and the value that is wrong helps to find the mistake. */
function shown(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? JSON.stringify(value) : typeName(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeName(value) === 'object';
}

export function succeeds(act: () => unknown): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}
