/** Checks of options, each of which throws an `OptionError`, and the defaults of limits. */
import { OptionError } from './errors.ts';
import { type Duration, waitExpected, waitMs } from './time/duration.ts';

/** Limits that options change. docs/limits.md lists them with the limits of the other parts. */
export const limits = {
  /** Bytes of a request body. */
  bodyBytes: 10 * 1024 * 1024,
  /** Bytes of a world. Twice as many fit into a heap of 2 GiB, with their lists. */
  worldBytes: 512 * 1024 * 1024,
} as const;

/** An option that counts something: an integer from `least`, or `Infinity`. */
export function countOption(option: string, value: number, least = 1): number {
  if (value >= least && (Number.isInteger(value) || value === Number.POSITIVE_INFINITY)) return value;
  throw new OptionError(option, `integer, ${least} or more, or Infinity`, value);
}

/** An option that is any integer. */
export function wholeOption(option: string, value: number): number {
  if (Number.isInteger(value)) return value;
  throw new OptionError(option, 'integer', value);
}

/** An option that is a time to wait, in milliseconds. */
export function durationOption(option: string, value: Duration): number {
  try {
    return waitMs(value);
  } catch {
    throw new OptionError(option, waitExpected, value);
  }
}

/** An option that is one of several words. The first is the default. */
export function oneOfOption<Value extends string>(
  option: string,
  value: Value | undefined,
  values: readonly [Value, ...Value[]],
): Value {
  if (value === undefined) return values[0];
  if (values.includes(value)) return value;
  throw new OptionError(option, `one of ${values.map((each) => `'${each}'`).join(', ')}`, value);
}
