import { typeName } from '@mock-services/sdk/contract';
import { FakeServerError, optionError } from '../errors.ts';
import { type Duration, waitExpected, waitMs } from '../time/time.ts';
import { describeUnknown } from '../words.ts';

/** docs/facts.md lists all limits. */
export const limits = {
  bodyBytes: 10 * 1024 * 1024,
  /** A heap of 2 GiB has room for two worlds of 512 MiB, and for responses that list their data. */
  worldBytes: 512 * 1024 * 1024,
} as const;

export function countOption(option: string, value: number, least = 1): number {
  if (value >= least && (Number.isInteger(value) || value === Number.POSITIVE_INFINITY)) return value;
  throw optionError(option, `an integer of at least ${least}, or Infinity`, value);
}

export function bodyLimitOf(options: { readonly maxBodyBytes?: number | undefined }, least = 1): number {
  return countOption('maxBodyBytes', options.maxBodyBytes ?? limits.bodyBytes, least);
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

export interface WaitOptions {
  /**
   * Milliseconds, or a string such as `'5s'`.
   * @default 1000
   */
  readonly timeout?: Duration | undefined;
}

/**
 * Returns the timeout in milliseconds. Checks the argument, because a wrong argument would silently select the default
 * timeout.
 */
export function timeoutOf(options: WaitOptions): number {
  if (typeName(options) !== 'object')
    throw optionError('timeout', "in an object, such as { timeout: '5s' }", options);
  const [unknown] = describeUnknown('journal.waitFor', options, ['timeout']);
  if (unknown !== undefined) throw new FakeServerError('invalid-option', unknown);
  return durationOption('timeout', options.timeout ?? 1000);
}

/** The longest time that a call over HTTP waits for a request, in milliseconds. */
export const longestWaitMs = 30_000;

/** The first value is the default. */
export function oneOfOption<Value>(
  option: string,
  given: unknown,
  values: readonly [Value, ...Value[]],
): Value {
  const value = given === undefined ? values[0] : values.find((each) => each === given);
  if (value !== undefined) return value;
  throw optionError(option, `one of ${values.map((each) => `'${String(each)}'`).join(', ')}`, given);
}
