/** All numbers are Unix times in milliseconds. */
import { useSyncExternalStore } from 'react';
import { onEvent } from './events.ts';
import { figures, visibly } from './text.tsx';

export type Zone = 'UTC' | 'local';

const zoneKey = 'explorer:zone';

const subscribe = onEvent('storage');

/** UTC is the default, because the service's timestamps are in UTC. All tabs share the choice. */
export function useZone(): Zone {
  return useSyncExternalStore(subscribe, () => (localStorage.getItem(zoneKey) === 'local' ? 'local' : 'UTC'));
}

export function chooseZone(zone: Zone): void {
  localStorage.setItem(zoneKey, zone);
  // Browsers dispatch `storage` only in other tabs.
  dispatchEvent(new Event('storage'));
}

function offsetAt(time: number, zone: Zone): number {
  // `0 - x` avoids -0, which would be displayed with a minus sign.
  return zone === 'UTC' ? 0 : 0 - new Date(time).getTimezoneOffset();
}

/** Shifts a time so that its UTC fields equal the local time in the zone. */
export const toWall = (time: number, zone: Zone): number => time + offsetAt(time, zone) * 60_000;

export function wallTime(time: number, zone: Zone): string {
  return new Date(toWall(time, zone)).toISOString().slice(0, -1);
}

export function timeOfWall(text: string, zone: Zone): number {
  return Date.parse(zone === 'UTC' ? `${text}Z` : text);
}

function zoneName(time: number, zone: Zone): string {
  const offset = Math.round(offsetAt(time, zone));
  if (offset === 0) return 'UTC';
  const minutes = Math.abs(offset);
  const rest = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`;
  return `UTC${offset < 0 ? '-' : '+'}${Math.floor(minutes / 60)}${rest}`;
}

export function timeText(time: number, zone: Zone): string {
  return `${wallTime(time, zone).slice(0, 19).replace('T', ' ')} ${zoneName(time, zone)}`;
}

/** Returns NaN if the timestamp cannot be displayed. */
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

export function RelativeTime(props: {
  readonly timestamp: string;
  readonly now: number;
  /** Whether the time has passed. A past time that seems to be in the future is shown as "just now". */
  readonly isPast?: boolean;
}) {
  const { timestamp, now, isPast = false } = props;
  const ms = timeOf(timestamp) - now;
  const text = textOf(timestamp, useZone());
  return (
    <time dateTime={timestamp} title={text}>
      {Number.isNaN(ms) ? text : isPast && ms > -1000 ? 'just now' : relative(ms)}
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
