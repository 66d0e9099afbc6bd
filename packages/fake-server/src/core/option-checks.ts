/** Each function throws a `FakeServerError` if an option is invalid. */
import { optionError } from './errors.ts';
import { type Duration, waitExpected, waitMs } from './time/time.ts';

/** docs/facts.md lists all limits. */
export const limits = {
  bodyBytes: 10 * 1024 * 1024,
  /** A heap of 2 GiB has room for two worlds of this size and for responses with their lists. */
  worldBytes: 512 * 1024 * 1024,
} as const;

export function countOption(option: string, value: number, least = 1): number {
  if (value >= least && (Number.isInteger(value) || value === Number.POSITIVE_INFINITY)) return value;
  throw optionError(option, `an integer of at least ${least}, or Infinity`, value);
}

export function integerOption(option: string, value: number): number {
  if (Number.isInteger(value)) return value;
  throw optionError(option, 'an integer', value);
}

export function durationOption(option: string, value: Duration): number {
  try {
    return waitMs(value);
  } catch {
    throw optionError(option, waitExpected, value);
  }
}

/** The first of the values is the default. */
export function oneOfOption<Value>(
  option: string,
  given: unknown,
  values: readonly [Value, ...Value[]],
): Value {
  const value = given === undefined ? values[0] : values.find((each) => each === given);
  if (value !== undefined) return value;
  throw optionError(option, `one of ${values.map((each) => `'${String(each)}'`).join(', ')}`, given);
}
