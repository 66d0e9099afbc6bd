import { usageFailure } from './command.ts';
import { quoted } from './text.ts';

const unitMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** The longest delay of a timer in milliseconds. A timer with a longer delay fires immediately. */
const longest = 2 ** 31 - 1;

/**
 * Returns a duration in milliseconds.
 *
 * @param shortest - The shortest valid duration in milliseconds.
 * @throws {Failure} unless the text is a number with a unit, and at most as long as a timer supports.
 */
export function durationOf(text: string, flag: string, shortest: 0 | 1 = 0): number {
  const ms = durationIn(text);
  if (ms === undefined)
    throw usageFailure(
      isNumber(text)
        ? `${flag} ${text} has no unit. Write ${text}s or ${text}ms.`
        : `${flag} must be a duration such as 500ms, 30s or 5m, not ${quoted(text)}.`,
    );
  if (ms >= shortest && ms <= longest) return ms;
  throw usageFailure(`${flag} must be from ${shortest}ms to 24d, not ${text}.`);
}

export const timeLimitOf = (text: string, flag: string): number => durationOf(text, flag, 1);

/**
 * Returns the Unix time in milliseconds of an ISO 8601 timestamp, or of a duration before `now`. A timestamp without a
 * time zone is in UTC.
 *
 * @throws {Failure} if the text is neither.
 */
export function timeOf(text: string, flag: string, now = Date.now()): number {
  const ms = durationIn(text);
  if (ms !== undefined) return now - ms;
  const time = timestampIn(text);
  if (time !== undefined) return time;
  throw usageFailure(
    isNumber(text)
      ? `${flag} ${text} has no unit. Write ${text}s or ${text}ms, or a time such as 2026-03-01T10:00:00Z.`
      : `${flag} must be a time such as 2026-03-01T10:00:00Z, or a duration before now such as 5m, not ${quoted(text)}.`,
  );
}

function isNumber(text: string): boolean {
  return /^\d+(\.\d+)?$/.test(text);
}

function durationIn(text: string): number | undefined {
  const [, amount, unit = ''] = /^(\d{1,15}(?:\.\d{1,15})?)(ms|[smhd])$/.exec(text) ?? [];
  return amount === undefined ? undefined : Math.round(Number(amount) * (unitMs[unit] ?? 1));
}

/** Accepts a space before the time and the time zone, because `tail` prints timestamps in this form. */
const timestamp = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d:\d\d)?)?$/i;

/** Rejects days that a month does not have, such as 30 February, which `Date.parse` would move to the next month. */
export function timestampIn(text: string): number | undefined {
  const [, day = '', clock = '00:00', zone = 'Z'] = timestamp.exec(text) ?? [];
  const midnight = Date.parse(`${day}T00:00Z`);
  const time = Date.parse(`${day}T${clock}${zone.toUpperCase()}`);
  if (Number.isNaN(midnight) || Number.isNaN(time)) return undefined;
  return new Date(midnight).toISOString().startsWith(day) ? time : undefined;
}
