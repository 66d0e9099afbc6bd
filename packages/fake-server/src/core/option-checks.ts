/**
 * Validates options, and contains the default limits. Each function throws a `FakeServerError` if an option is invalid.
 */
import { optionError } from './errors.ts';
import { type Duration, waitExpected, waitMs } from './time/duration.ts';

/** Default limits of a fake server. docs/facts.md lists all limits. */
export const limits = {
  /** Maximum size of a request body in bytes. */
  bodyBytes: 10 * 1024 * 1024,
  /** Maximum size of a world in bytes. Two worlds of this size and their lists fit into a heap of 2 GiB. */
  worldBytes: 512 * 1024 * 1024,
} as const;

/** Checks an option that must be an integer of at least `least`, or `Infinity`. */
export function countOption(option: string, value: number, least = 1): number {
  if (value >= least && (Number.isInteger(value) || value === Number.POSITIVE_INFINITY)) return value;
  throw optionError(option, `an integer of at least ${least}, or Infinity`, value);
}

/** Checks an option that must be an integer. */
export function integerOption(option: string, value: number): number {
  if (Number.isInteger(value)) return value;
  throw optionError(option, 'an integer', value);
}

/** Checks an option that must be a duration, and returns the duration in milliseconds. */
export function durationOption(option: string, value: Duration): number {
  try {
    return waitMs(value);
  } catch {
    throw optionError(option, waitExpected, value);
  }
}

/** Checks an option that must be one of several values. The first of the values is the default. */
export function oneOfOption<Value>(
  option: string,
  given: unknown,
  values: readonly [Value, ...Value[]],
): Value {
  const value = given === undefined ? values[0] : values.find((each) => each === given);
  if (value !== undefined) return value;
  throw optionError(option, `one of ${values.map((each) => `'${String(each)}'`).join(', ')}`, given);
}
