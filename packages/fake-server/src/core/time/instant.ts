/**
 * A point in time: an ISO 8601 timestamp in UTC such as `2026-01-01T00:00:00.000Z`, Unix time in milliseconds, or a
 * `Date`. A timestamp may omit the seconds or the whole time of day.
 */
export type Instant = string | number | { getTime(): number };

/** 0000-01-01T00:00:00.000Z as Unix time in milliseconds. */
export const firstInstant = -62_167_219_200_000;
/** 9999-12-31T23:59:59.999Z as Unix time in milliseconds. Later years have more than four digits. */
export const lastInstant = 253_402_300_799_999;
const pattern = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z)?$/;

/**
 * Returns Unix time.
 * @throws {RangeError} if a string is not an ISO 8601 timestamp in UTC, or the year is not between 0000 and 9999.
 */
export function toMilliseconds(instant: Instant): number {
  if (typeof instant === 'string') return parse(instant);
  const ms = Math.floor(typeof instant === 'number' ? instant : timeOf(instant));
  if (!(ms >= firstInstant && ms <= lastInstant))
    throw new RangeError(`${ms} ms is not a Unix time in the years 0000 to 9999`);
  return ms;
}

/** Returns an ISO 8601 timestamp in UTC with millisecond precision (§2, conventions). */
export function toTimestamp(instant: Instant): string {
  return new Date(toMilliseconds(instant)).toISOString();
}

function timeOf(instant: Partial<{ getTime(): number }> | null): number {
  return typeof instant?.getTime === 'function' ? instant.getTime() : Number.NaN;
}

function parse(text: string): number {
  const ms = pattern.test(text) ? Date.parse(text) : Number.NaN;
  // `Date.parse` converts 30 February and 24:00 to another day.
  if (Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(text.slice(0, 10))) {
    throw new RangeError(`${JSON.stringify(text)} is not an ISO 8601 timestamp in UTC`);
  }
  return ms;
}
