import { typeName } from '@mock-services/sdk/contract';
import { optionError } from '../errors.ts';

/** A duration in milliseconds, or a number with a unit, such as `'250ms'`, `'30s'`, `'5m'`, `'1h'` or `'2d'`. */
export type Duration = number | `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`;

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Rounds to an integer.
 * @throws {RangeError} if the duration is malformed, negative or infinite.
 */
export function durationMs(duration: Duration): number {
  const ms = typeof duration === 'number' ? duration : parseDuration(duration);
  if (ms >= 0 && ms < Number.POSITIVE_INFINITY) return Math.round(ms);
  throw new RangeError(
    `${JSON.stringify(duration)} is not a duration. Use a number of milliseconds, or a number with the unit ms, s, m, h or d, such as '5m'`,
  );
}

/** Maximum delay of a timer in milliseconds. A timer with a longer delay fires immediately. */
export const longestWait = 2 ** 31 - 1;

/** @throws {RangeError} if the duration is invalid, or longer than `longestWait`. */
export function waitMs(duration: Duration): number {
  const ms = durationMs(duration);
  if (ms <= longestWait) return ms;
  throw new RangeError(`${JSON.stringify(duration)} is too long. The maximum is ${longestWait} ms.`);
}

export const waitExpected = `milliseconds, or a number with ms, s, m, h or d; at most ${longestWait} ms`;

const durationPattern = /^(\d+(?:\.\d+)?)(ms|[smhd])$/;

function parseDuration(text: string): number {
  const [, amount, unit = ''] = durationPattern.exec(text) ?? [];
  return Number(amount) * (units[unit] ?? Number.NaN);
}

/**
 * A point in time: an ISO 8601 timestamp in UTC such as `2026-01-01T00:00:00.000Z`, Unix time in milliseconds, or a
 * `Date`. A timestamp may omit the seconds or the whole time of day.
 */
export type Instant = string | number | { getTime(): number };

/** 0000-01-01T00:00:00.000Z as Unix time in milliseconds. */
export const firstInstant = -62_167_219_200_000;
/** 9999-12-31T23:59:59.999Z as Unix time in milliseconds. Later years have more than four digits. */
export const lastInstant = 253_402_300_799_999;
const timestampPattern = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|\+00:00))?$/;

/**
 * Returns Unix time.
 * @throws {RangeError} if a string is not an ISO 8601 timestamp in UTC, or the year is not between 0000 and 9999.
 */
export function toMilliseconds(instant: Instant): number {
  if (typeof instant === 'string') return parseTimestamp(instant);
  const ms = Math.floor(typeof instant === 'number' ? instant : timeOf(instant));
  if (!(ms >= firstInstant && ms <= lastInstant))
    throw new RangeError(`${ms} ms is outside the years 0000 to 9999 (Unix time in milliseconds)`);
  return ms;
}

/** Returns an ISO 8601 timestamp in UTC with millisecond precision (§2, conventions). */
export function toTimestamp(instant: Instant): string {
  return new Date(toMilliseconds(instant)).toISOString();
}

/** Whether `timestamp` is at or before `other`. Returns false for an invalid timestamp, which a later check reports. */
export function isUntil(timestamp: string | undefined, other: string): timestamp is string {
  return timestamp !== undefined && Date.parse(timestamp) <= Date.parse(other);
}

function timeOf(instant: Partial<{ getTime(): number }> | null): number {
  return typeof instant?.getTime === 'function' ? instant.getTime() : Number.NaN;
}

function parseTimestamp(text: string): number {
  const ms = timestampPattern.test(text) ? Date.parse(text) : Number.NaN;
  // Compare the days, because `Date.parse` converts 30 February and 24:00 to another day.
  if (Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(text.slice(0, 10))) {
    throw new RangeError(`${JSON.stringify(text)} is not an ISO 8601 timestamp in UTC`);
  }
  return ms;
}

/** The time at which the clock starts, or a function that returns Unix time in milliseconds. */
export type ClockSource = Instant | (() => number);

/** 2026-01-01T00:00:00.000Z as Unix time in milliseconds. */
export const defaultStart = 1_767_225_600_000;

/** Milliseconds. A manual clock stores `now`, and a clock that follows a function stores `offset`. */
export interface SavedClock {
  readonly now?: number | undefined;
  readonly offset?: number | undefined;
}

/** The clock adds an offset in milliseconds to the time source. The offset is part of the world's state. */
export class TimeSource {
  /** A manual clock advances by 1 ms at each write, and otherwise changes only through `set` and `advance`. */
  readonly isManual: boolean;
  /** The time that was read most recently, as Unix time in milliseconds. */
  latest: number;
  readonly #read: () => unknown;
  readonly #start: number;

  constructor(source: ClockSource) {
    this.isManual = typeof source !== 'function';
    this.latest = instantOption(source);
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
   * Returns the offset of a stored clock, or 0 if that clock was manual, but the current clock follows a function.
   * @throws {RangeError} if the stored time is not a valid time.
   */
  load({ now, offset = 0 }: SavedClock): number {
    return now !== undefined && this.isManual ? toMilliseconds(now) - this.#start : offset;
  }
}

function instantOption(source: ClockSource): number {
  const value: unknown = typeof source === 'function' ? source() : source;
  try {
    // The cast is safe, because `toMilliseconds` rejects a value that is not an instant.
    if (value === source || typeof value === 'number') return toMilliseconds(value as Instant);
  } catch {
    // The code after this block throws an error that describes the invalid value.
  }
  const expected =
    'an ISO 8601 timestamp in UTC, Unix time in milliseconds, a Date, or a function that returns Unix time in milliseconds, in the years 0000 to 9999';
  throw optionError('clock', expected, value);
}

/** Formats a timestamp as a `Date` header (RFC 9110 §5.6.7). */
export function httpDate(timestamp: string): string {
  return new Date(timestamp).toUTCString();
}

/** Returns the time of the machine instead of a fake server's clock, as an ISO 8601 timestamp in UTC. */
export function realTime(): string {
  return new Date().toISOString();
}
