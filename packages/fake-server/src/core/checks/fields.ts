import { check, operationIds, type Issue } from '@mock-services/sdk/contract';
import * as z from 'zod/mini';
import { didYouMean, shownValue } from '../words.ts';
import { waitExpected, waitMs, type Duration } from '../time/time.ts';

/** Makes the compiler report a field without a schema, and a schema for a different type. */
export type Fields<Type> = { readonly [Name in keyof Type]-?: z.core.$ZodType<Type[Name]> };

export const textMap = z.record(z.string(), z.string());

export const operationId = z.enum(operationIds, `one of ${operationIds.join(', ')}`);

/** Stops after the first failed check, because without `abort`, zod does not report the message of a union. */
const only = { abort: true } as const;

export const wait = z.custom<Duration>(canWait, waitExpected);

export function integer(minimum: number, maximum?: number): z.ZodMiniType<number> {
  const range = maximum === undefined ? `, ${minimum} or more` : ` from ${minimum} to ${maximum}`;
  const params = { ...only, error: `integer${range}` };
  const schema = z.int(params).check(z.gte(minimum, params));
  return maximum === undefined ? schema : schema.check(z.lte(maximum, params));
}

const fromZeroToOne = { ...only, error: 'number from 0 to 1' };

export const share = z.number(fromZeroToOne).check(z.gte(0, fromZeroToOne), z.lte(1, fromZeroToOne));

function canWait(value: unknown): boolean {
  try {
    waitMs(value as Duration);
    return true;
  } catch {
    return false;
  }
}

/**
 * The issues contain the received values and suggestions for misspelled fields.
 * @param advice - Returns an empty string, or a space and a sentence about an unknown field.
 */
export function issuesOf(
  schema: z.ZodMiniObject,
  value: unknown,
  advice: (field: string) => string = () => '',
): Issue[] {
  const names = Object.keys(schema.shape);
  return check(schema, value, (received, [key]) => {
    if (key === 'operation') return shownOperation(received);
    if (key === undefined || names.includes(String(key))) return shownValue(received);
    return `another field.${advice(String(key)) || didYouMean(String(key), names)}`;
  });
}

function shownOperation(given: unknown): string {
  const unknown: unknown = [given].flat().find((id) => unknownOperation(id) !== undefined) ?? given;
  const hint = operationHint(unknown);
  return shownValue(unknown) + (hint && `.${hint}`);
}

export function unknownOperation(given: unknown): string | undefined {
  if (operationIds.some((id) => id === given)) return undefined;
  return `Unknown operation ${shownValue(given)}.${operationHint(given)} The operations are ${operationIds.join(', ')}.`;
}

function operationHint(given: unknown): string {
  return typeof given === 'string' ? didYouMean(given, operationIds) : '';
}

export type Path = Pick<Issue, 'path' | 'pointer'>;

/** Returns an issue whose path starts at the whole value instead of the part `at`. */
export function issueWithin<Part extends Path>(at: Path, issue: Part): Part {
  const separator = /^$|^\[/.test(issue.path) ? '' : '.';
  return { ...issue, path: at.path + separator + issue.path, pointer: at.pointer + issue.pointer };
}
