import type { ActivityEntry } from '@mock-services/sdk';
import { countsOf, type StatusKind } from '../ui/status.tsx';
import { timeOf } from '../ui/time.tsx';

export interface Buckets {
  /** Start of the first interval, as Unix time in milliseconds. */
  readonly start: number;
  /** Length of an interval in milliseconds. */
  readonly length: number;
  readonly counts: readonly Readonly<Record<StatusKind, number>>[];
  readonly most: number;
  readonly total: number;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

export const lengths = [
  ...[1, 2, 5, 10, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 30].map((count) => count * minute),
  ...[1, 3, 6, 12].map((count) => count * hour),
  ...[1, 7, 28, 112, 336, 1344].map((count) => count * day),
];

/** A short log has few intervals, so that several requests share an interval. */
const [fewest, shortMost, longMost] = [12, 24, 72];

/** The axis depends on the whole log, so that filters do not change it. */
type TimeAxis = Pick<Buckets, 'start' | 'length'> & { readonly count: number };

/** Returns `undefined` if no entry has a valid timestamp. */
export function axisOf(log: readonly ActivityEntry[]): TimeAxis | undefined {
  let [first, last] = [Infinity, -Infinity];
  for (const { timestamp } of log) {
    const time = timeOf(timestamp);
    if (time < first) first = time;
    if (time > last) last = time;
  }
  if (first > last) return undefined;
  const most = Math.min(longMost, Math.max(shortMost, Math.ceil(log.length / 3)));
  const countOf = (length: number) => Math.floor(last / length) - Math.floor(first / length) + 1;
  const length = lengths.find((each) => countOf(each) <= most) ?? (last - first) / most;
  const count = Math.max(countOf(length), fewest);
  return { start: (Math.floor(last / length) - count + 1) * length, length, count };
}

export function bucketsOf({ start, length, count }: TimeAxis, entries: readonly ActivityEntry[]): Buckets {
  const groups = Array.from({ length: count }, (): ActivityEntry[] => []);
  for (const entry of entries) groups[Math.floor((timeOf(entry.timestamp) - start) / length)]?.push(entry);
  const most = Math.max(...groups.map((group) => group.length));
  return { start, length, counts: groups.map(countsOf), most, total: entries.length };
}
