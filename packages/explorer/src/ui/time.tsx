/** Formats times. All numbers are Unix times in milliseconds. */
import { useSetting } from './settings.ts';
import { figures, visibly } from './text.tsx';

export type Zone = 'UTC' | 'local';

/** UTC is the default, because the timestamps of the service use it. */
export function useZone(): Zone {
  const [chosen] = useSetting('zone');
  return chosen === 'local' ? 'local' : 'UTC';
}

function offsetAt(time: number, zone: Zone): number {
  // `0 - x` avoids -0, which would be displayed with its sign.
  return zone === 'UTC' ? 0 : 0 - new Date(time).getTimezoneOffset();
}

/** Shifts a time so that its UTC fields equal the local time in the zone. */
export const toWall = (time: number, zone: Zone): number => time + offsetAt(time, zone) * 60_000;

/** Formats a time as ISO 8601 without a time zone, such as `2026-11-21T04:57:50.123`. */
export function wallTime(time: number, zone: Zone): string {
  return new Date(toWall(time, zone)).toISOString().slice(0, -1);
}

/** Returns NaN if the text is invalid. */
export function timeOfWall(text: string, zone: Zone): number {
  return Date.parse(zone === 'UTC' ? `${text}Z` : text);
}

/** Returns the name of a time zone with its offset, such as `UTC`, `UTC+1` or `UTC-3:30`. */
function zoneName(time: number, zone: Zone): string {
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

/** Returns the time of an ISO 8601 timestamp, or NaN if the timestamp cannot be displayed. */
export function timeOf(timestamp: string): number {
  return /^\d{4}-\d\d-\d\dT/.test(timestamp) ? Date.parse(timestamp) : Number.NaN;
}

function textOf(timestamp: string, zone: Zone): string {
  const time = timeOf(timestamp);
  return Number.isNaN(time) ? visibly(timestamp, 'name') : timeText(time, zone);
}

export function Time({ timestamp }: { readonly timestamp: string }) {
  return <time dateTime={timestamp}>{textOf(timestamp, useZone())}</time>;
}

interface RelativeProps {
  readonly timestamp: string;
  readonly now: number;
}

export function RelativeTime({ timestamp, now }: RelativeProps) {
  return <TimeWithTitle timestamp={timestamp} format={(time) => relative(time - now)} />;
}

/** Shows how long ago something happened. A time in the future is "just now", because clocks differ. */
export function TimeAgo({ timestamp, now }: RelativeProps) {
  const format = (time: number) => (time - now > -1000 ? 'just now' : relative(time - now));
  return <TimeWithTitle timestamp={timestamp} format={format} />;
}

function TimeWithTitle(props: { readonly timestamp: string; readonly format: (time: number) => string }) {
  const { timestamp, format } = props;
  const time = timeOf(timestamp);
  const text = textOf(timestamp, useZone());
  return (
    <time dateTime={timestamp} title={text}>
      {Number.isNaN(time) ? text : format(time)}
    </time>
  );
}

export function durationText(ms: number): string {
  return ms < 10_000 ? `${figures(ms)} ms` : `${figures(Math.round(ms / 100) / 10)} s`;
}

const units = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
] as const;

function relative(ms: number): string {
  const [unit, name] = units.find(([unit]) => Math.abs(ms) >= unit) ?? [1000, 's'];
  const span = `${Math.floor(Math.abs(ms) / unit)} ${name}`;
  if (Math.abs(ms) < 1000) return 'now';
  return ms > 0 ? `in ${span}` : `${span} ago`;
}
