import { type Duration, waitExpected, waitMs } from './time/duration.ts';
import { OptionError } from './errors.ts';

/**
 * An option that counts something.
 *
 * @throws {OptionError} unless it is a whole number from `least`, or infinite.
 */
export function countOption(option: string, value: number, least = 1): number {
  if (value >= least && (Number.isInteger(value) || value === Number.POSITIVE_INFINITY)) return value;
  throw new OptionError(option, `whole number, ${least} or more, or Infinity`);
}

/**
 * An option that is a span of time to wait for, in milliseconds.
 *
 * @throws {OptionError} unless it is one.
 */
export function durationOption(option: string, value: Duration): number {
  try {
    return waitMs(value);
  } catch {
    throw new OptionError(option, waitExpected);
  }
}
