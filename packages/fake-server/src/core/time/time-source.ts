import { typeName } from '@mock-services/sdk/contract';
import { OptionError } from '../errors.ts';
import { toMilliseconds, type Instant } from './instant.ts';

/** What a clock gets its time from: the instant at which it stands still, or a function that returns Unix time in milliseconds. */
export type ClockSource = Instant | (() => number);

/** The instant at which a fake server's clock stands by default: 2026-01-01T00:00:00.000Z. */
export const defaultStart = 1_767_225_600_000;

/** What is stored of a clock, in milliseconds: `now` for one that stands still, `offset` for one that follows a function. */
export interface SavedClock {
  readonly now?: number | undefined;
  readonly offset?: number | undefined;
}

/** Where a world gets its time from. A clock differs from its source by an offset in milliseconds, which is part of the world's state. */
export class TimeSource {
  /** Whether the clock stands still unless it is set, or a write advances it. */
  readonly isManual: boolean;
  /** The time that was read most recently: Unix time in milliseconds. */
  latest: number;
  readonly #read: () => unknown;
  readonly #start: number;

  /** @throws {OptionError} if the source is not an instant, or a function that does not return one. */
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
   * The offset of a stored clock. A clock that stood still may have been stored by a world that now follows a function: it then
   * has no offset.
   *
   * @throws {RangeError} if the stored time is not an instant.
   */
  load({ now, offset = 0 }: SavedClock): number {
    return now !== undefined && this.isManual ? toMilliseconds(now) - this.#start : offset;
  }
}

/** The instant of the option `clock`, or the instant that its function returned, as Unix time in milliseconds. */
function instantOption(value: unknown, isManual: boolean): number {
  try {
    // Any other value is not an instant either.
    if (isManual || typeof value === 'number') return toMilliseconds(value as Instant);
  } catch {
    // The error below says what is expected.
  }
  const expected = isManual
    ? 'ISO 8601 timestamp in UTC, Unix time in milliseconds, a Date, or a function'
    : 'function that returns Unix time in milliseconds, in the years 0000 to 9999';
  throw new OptionError('clock', expected, value);
}
