/** Writes and reads times on a clock. Times are milliseconds since 1970. */
import { visibly } from '../text/visible-text.tsx';
import { useSetting } from '../window/use-setting.ts';

/** A clock for all times of the page. Also its name in the page, where no single time gives the offset. */
export type Zone = 'UTC' | 'local';

/** The chosen clock; at first UTC, as the service writes its timestamps. */
export function useZone(): Zone {
  const [chosen] = useSetting('zone');
  return chosen === 'local' ? 'local' : 'UTC';
}

/** Minutes that a clock is ahead of UTC at a time. */
function offsetAt(time: number, zone: Zone): number {
  // Never -0, which would be written as such.
  return zone === 'UTC' ? 0 : 0 - new Date(time).getTimezoneOffset();
}

/**
 * What a clock shows, in the form of an ISO 8601 timestamp without its zone: `2026-11-21T04:57:50.123`, to be sliced for
 * shorter forms, and the value of a `datetime-local` field. The year must have four digits.
 */
export function wallTime(time: number, zone: Zone): string {
  return new Date(time + offsetAt(time, zone) * 60_000).toISOString().slice(0, -1);
}

/** The time at which a clock shows a text in the form of {@link wallTime}; NaN for any other text. */
export function timeOfWall(text: string, zone: Zone): number {
  return Date.parse(zone === 'UTC' ? `${text}Z` : text);
}

/** Name of a clock at a time: `UTC`, `UTC+1`, `UTC-3:30`. */
export function zoneName(time: number, zone: Zone): string {
  const offset = Math.round(offsetAt(time, zone));
  if (offset === 0) return 'UTC';
  const minutes = Math.abs(offset);
  const rest = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`;
  return `UTC${offset < 0 ? '-' : '+'}${Math.floor(minutes / 60)}${rest}`;
}

/** A time with the name of its clock: `2026-11-21 04:57:50 UTC`. */
export function timeText(time: number, zone: Zone): string {
  return `${wallTime(time, zone).slice(0, 19).replace('T', ' ')} ${zoneName(time, zone)}`;
}

/** A timestamp of the service on the chosen clock. An unreadable one is shown as it is. */
export function Time({ timestamp }: { readonly timestamp: string }) {
  const zone = useZone();
  const isReadable = /^\d{4}-/.test(timestamp) && !Number.isNaN(Date.parse(timestamp));
  return (
    <time dateTime={timestamp}>
      {isReadable ? timeText(Date.parse(timestamp), zone) : visibly(timestamp, 'name')}
    </time>
  );
}
