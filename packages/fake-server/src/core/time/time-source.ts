import { typeName } from '@mock-services/sdk/contract';
import { OptionError } from '../errors.ts';
import { toMilliseconds, type Instant } from './instant.ts';

/** The source of a clock: the instant at which it starts, or a function that returns Unix time in milliseconds. */
export type ClockSource = Instant | (() => number);

/** The default start of a clock: 2026-01-01T00:00:00.000Z. */
export const defaultStart = 1_767_225_600_000;

/** The stored state of a clock in milliseconds: `now` for a manual clock, and `offset` for a clock that follows a function. */
export interface SavedClock {
  readonly now?: number | undefined;
  readonly offset?: number | undefined;
}

/** The time source of a world. The clock adds an offset in milliseconds, which is part of the state of the world. */
export class TimeSource {
  /** Whether the clock is manual: it changes only when it is set or advanced, or by a write. */
  readonly isManual: boolean;
  /** The time of the most recent reading, as Unix time in milliseconds. */
  latest: number;
  readonly #read: () => unknown;
  readonly #start: number;

  /** @throws {OptionError} if the source is neither an instant nor a function that returns an instant. */
  constructor(source: ClockSource) {
    this.isManual = typeof source !== 'function';
    const reading: unknown = typeof source === 'function' ? source() : source;
    this.latest = instantOption(reading, this.isManual);
    this.#start = this.isManual ? this.latest : 0;
    this.#read = typeof source === 'function' ? source : () => this.#start;
  }

  /** Returns Unix time in milliseconds. */
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
   * Returns the offset of a stored clock. If a manual clock was stored, and the clock now follows a function, the offset is 0.
   *
   * @throws {RangeError} if the stored time is not a valid instant.
   */
  load({ now, offset = 0 }: SavedClock): number {
    return now !== undefined && this.isManual ? toMilliseconds(now) - this.#start : offset;
  }
}

/** Converts the option `clock`, or the first value that its function returned, to Unix time in milliseconds. */
function instantOption(value: unknown, isManual: boolean): number {
  try {
    // `toMilliseconds` rejects any other value.
    if (isManual || typeof value === 'number') return toMilliseconds(value as Instant);
  } catch {
    // The `OptionError` describes the problem.
  }
  const expected = isManual
    ? 'an ISO 8601 timestamp in UTC, Unix time in milliseconds, a Date, or a function'
    : 'a function that returns Unix time in milliseconds, in the years 0000 to 9999';
  throw new OptionError('clock', expected, value);
}
