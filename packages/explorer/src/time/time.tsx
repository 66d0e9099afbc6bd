/** Formats and parses times. All numbers are Unix times in milliseconds. */
import { visibly } from '../text/visible-text.tsx';
import { useSetting } from '../window/use-setting.ts';

/** Time zone of all times in the page. The name of the time zone appears in the page. */
export type Zone = 'UTC' | 'local';

/** Returns the time zone that the user chose. The default is UTC, which the timestamps of the service also use. */
export function useZone(): Zone {
  const [chosen] = useSetting('zone');
  return chosen === 'local' ? 'local' : 'UTC';
}

/** Returns the offset from UTC in minutes. */
function offsetAt(time: number, zone: Zone): number {
  // `0 - x` avoids -0, which would be displayed with its sign.
  return zone === 'UTC' ? 0 : 0 - new Date(time).getTimezoneOffset();
}

/**
 * Formats a time as ISO 8601 without a time zone, such as `2026-11-21T04:57:50.123`. The result is a valid value for a
 * `datetime-local` field. The year must have four digits.
 */
export function wallTime(time: number, zone: Zone): string {
  return new Date(time + offsetAt(time, zone) * 60_000).toISOString().slice(0, -1);
}

/** Parses a time in the format of {@link wallTime}. Returns NaN if the text is invalid. */
export function timeOfWall(text: string, zone: Zone): number {
  return Date.parse(zone === 'UTC' ? `${text}Z` : text);
}

/** Returns the name of a time zone with its offset, such as `UTC`, `UTC+1` or `UTC-3:30`. */
export function zoneName(time: number, zone: Zone): string {
  const offset = Math.round(offsetAt(time, zone));
  if (offset === 0) return 'UTC';
  const minutes = Math.abs(offset);
  const rest = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`;
  return `UTC${offset < 0 ? '-' : '+'}${Math.floor(minutes / 60)}${rest}`;
}

/** Formats a time with its time zone, such as `2026-11-21 04:57:50 UTC`. */
export function timeText(time: number, zone: Zone): string {
  return `${wallTime(time, zone).slice(0, 19).replace('T', ' ')} ${zoneName(time, zone)}`;
}

/** Shows a timestamp in the chosen time zone. Shows an invalid timestamp unchanged. */
export function Time({ timestamp }: { readonly timestamp: string }) {
  const zone = useZone();
  const isReadable = /^\d{4}-/.test(timestamp) && !Number.isNaN(Date.parse(timestamp));
  return (
    <time dateTime={timestamp}>
      {isReadable ? timeText(Date.parse(timestamp), zone) : visibly(timestamp, 'name')}
    </time>
  );
}
