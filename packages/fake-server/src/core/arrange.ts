/** What all functions that arrange a world have in common. */
import { check, type Schema } from '@mock-services/sdk/contract';
import { ArrangeError, arrangeError } from './arrange-error.ts';
import { typeName } from './type-name.ts';
import type { World } from './world.ts';

/** A value of which any field may be left out. */
export type Draft<Value> = { readonly [Field in keyof Value]?: Value[Field] | undefined };

type Given<Value> = { readonly [Field in keyof Value]?: Exclude<Value[Field], undefined> };

/**
 * The fields that were given, without those that are `undefined`.
 *
 * @param field - Where the draft stands in what was given; empty for the whole.
 * @throws {ArrangeError} when it is no object.
 */
export function given<Value extends object>(call: string, draft: Value, field = ''): Given<Value> {
  if (typeName(draft) !== 'object') {
    throw arrangeError(call, field, 'object', typeName(draft));
  }
  const fields = Object.entries(draft).filter(([, value]) => value !== undefined);
  // Keys and values are those of the draft, which the compiler cannot see through entries.
  return Object.fromEntries(fields) as Given<Value>;
}

/**
 * The value itself when it conforms to its schema and JSON can hold it.
 *
 * @throws {ArrangeError} that lists all that is wrong.
 */
export function conforming<Value>(call: string, schema: Schema, value: Value): Value {
  const issues = check(schema, value);
  if (issues.length > 0) throw new ArrangeError(call, issues);
  try {
    JSON.stringify(value);
  } catch {
    throw notJson(call, '');
  }
  return value;
}

/** @throws {ArrangeError} when an id that has to be new is taken. */
export function refuseTaken(call: string, taken: boolean): void {
  if (taken) throw arrangeError(call, 'id', 'id of its own', 'one that is taken');
}

/** Does something that spends neither an identifier nor a moment when it throws. */
export function atomically<Value>({ ids, clock }: World, act: () => Value): Value {
  const [state, offset] = [ids.state, clock.offset];
  try {
    return act();
  } catch (error) {
    ids.state = state;
    clock.offset = offset;
    throw error;
  }
}

/** The error about something that JSON cannot hold. */
export function notJson(call: string, field: string): ArrangeError {
  return arrangeError(call, field, 'what JSON can hold', 'a cycle, a bigint or too deep a nesting');
}
