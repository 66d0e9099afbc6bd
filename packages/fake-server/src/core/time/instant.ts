/**
 * Converts between Unix time in milliseconds and ISO 8601 timestamps. The core does not use `Date`, so responses do
 * not change if a test replaces the global `Date`.
 */

/**
 * A point in time: an ISO 8601 timestamp in UTC such as `2026-01-01T00:00:00.000Z`, Unix time in milliseconds, or a
 * `Date`. A timestamp may omit the seconds or the whole time of day.
 */
export type Instant = string | number | { getTime(): number };

const dayMs = 86_400_000;
/** The Unix time of 0000-01-01T00:00:00.000Z in milliseconds. */
export const firstInstant = -62_167_219_200_000;
/** The Unix time of 9999-12-31T23:59:59.999Z in milliseconds. Later years have more than four digits. */
export const lastInstant = 253_402_300_799_999;
const pattern =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:T(?<time>\d\d:\d\d(?::\d\d)?)(?:\.(?<fraction>\d+))?Z)?$/;

/**
 * Converts a point in time to Unix time in milliseconds.
 *
 * @throws {RangeError} if a string is not an ISO 8601 timestamp in UTC, or the year is not between 0000 and 9999.
 */
export function toMilliseconds(instant: Instant): number {
  if (typeof instant === 'string') return parse(instant);
  const ms = Math.floor(typeof instant === 'number' ? instant : timeOf(instant));
  if (!(ms >= firstInstant && ms <= lastInstant))
    throw new RangeError(`${ms} ms is not a Unix time in the years 0000 to 9999`);
  return ms;
}

/** Converts a point in time to an ISO 8601 timestamp in UTC with millisecond precision (§2, conventions). */
export function toTimestamp(instant: Instant): string {
  const ms = toMilliseconds(instant);
  const days = Math.floor(ms / dayMs);
  const { year, month, day } = dateOf(days);
  const rest = ms - days * dayMs;
  const time = [3_600_000, 60_000, 1000].map((unit, i) =>
    pad(Math.floor(rest / unit) % (i === 0 ? 24 : 60), 2),
  );
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}T${time.join(':')}.${pad(rest % 1000, 3)}Z`;
}

function timeOf(instant: Partial<{ getTime(): number }> | null): number {
  return typeof instant?.getTime === 'function' ? instant.getTime() : Number.NaN;
}

function parse(text: string): number {
  const { year, month, day, time = '00:00', fraction = '' } = pattern.exec(text)?.groups ?? {};
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  const ms =
    daysOf(Number(year), Number(month), Number(day)) * dayMs +
    ((hours * 60 + minutes) * 60 + seconds) * 1000 +
    Number(fraction.slice(0, 3).padEnd(3, '0'));
  // Reject 30 February and 25:00, because the calculation would convert them to another day.
  if (
    !(ms >= firstInstant && ms <= lastInstant) ||
    !toTimestamp(ms).startsWith(`${text.slice(0, 10)}T${time}`)
  ) {
    throw new RangeError(`${JSON.stringify(text)} is not an ISO 8601 timestamp in UTC`);
  }
  return ms;
}

// Both date conversions treat 1 March as the first day of the year, so the leap day is the last day of the year.

function daysOf(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  return 365 * y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + dayOfYear - 719_468;
}

function dateOf(days: number): { year: number; month: number; day: number } {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const leapDays =
    Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = ((marchMonth + 2) % 12) + 1;
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}
