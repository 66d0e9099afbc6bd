import { typeName } from '@mock-services/sdk/contract';
import { optionError } from '../errors.ts';
import { toMilliseconds, type Instant } from './instant.ts';

/** The time at which the clock starts, or a function that returns Unix time in milliseconds. */
export type ClockSource = Instant | (() => number);

/** 2026-01-01T00:00:00.000Z as Unix time in milliseconds. */
export const defaultStart = 1_767_225_600_000;

/**
 * The stored form of a clock, in milliseconds: `now` of a manual clock, or `offset` of a clock that follows a
 * function.
 */
export interface SavedClock {
  readonly now?: number | undefined;
  readonly offset?: number | undefined;
}

/** The time source of a world. The clock adds an offset in milliseconds, which is part of the world's state. */
export class TimeSource {
  /** A manual clock changes only when it is set or advanced, and by 1 ms at each write. */
  readonly isManual: boolean;
  /** The time that was read most recently, as Unix time in milliseconds. */
  latest: number;
  readonly #read: () => unknown;
  readonly #start: number;

  /**
   * @throws {FakeServerError} (`invalid-option`) if the source is neither a valid time nor a function that returns
   * one.
   */
  constructor(source: ClockSource) {
    this.isManual = typeof source !== 'function';
    const reading: unknown = typeof source === 'function' ? source() : source;
    this.latest = instantOption(reading, this.isManual);
    this.#start = this.isManual ? this.latest : 0;
    this.#read = typeof source === 'function' ? source : () => this.#start;
  }

  /** Unix time in milliseconds. */
  read(offset: number): number {
    const reading = this.#read();
    if (typeof reading !== 'number') {
      throw new RangeError(
        `The clock function returned ${typeName(reading)} instead of Unix time in milliseconds.`,
      );
    }
    return (this.latest = toMilliseconds(reading + offset));
  }

  save(offset: number): SavedClock {
    return this.isManual ? { now: this.#start + offset } : { offset };
  }

  /**
   * Returns the offset of a stored clock. It is 0 if that clock was manual but the current one follows a function.
   * @throws {RangeError} if the stored time is not a valid time.
   */
  load({ now, offset = 0 }: SavedClock): number {
    return now !== undefined && this.isManual ? toMilliseconds(now) - this.#start : offset;
  }
}

/** `value` is the `clock` option, or the first value that the `clock` function returned. */
function instantOption(value: unknown, isManual: boolean): number {
  try {
    // `toMilliseconds` rejects a value that is not an instant.
    if (isManual || typeof value === 'number') return toMilliseconds(value as Instant);
  } catch {
    // The error below describes the invalid value.
  }
  const expected = isManual
    ? 'an ISO 8601 timestamp in UTC, Unix time in milliseconds, a Date, or a function'
    : 'a function that returns Unix time in milliseconds, in the years 0000 to 9999';
  throw optionError('clock', expected, value);
}
