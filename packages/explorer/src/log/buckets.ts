import type { ActivityEntry } from '@mock-services/sdk';
import { countsOf, type StatusKind } from '../ui/status.tsx';
import { timeOf } from '../ui/time.tsx';

export interface Buckets {
  /** Start of the first interval, as a Unix time in milliseconds. */
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

/** Lengths of intervals and of steps between labels, in milliseconds. */
export const lengths = [
  ...[1, 2, 5, 10, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 30].map((count) => count * minute),
  ...[1, 3, 6, 12].map((count) => count * hour),
  ...[1, 7, 28, 112, 336, 1344].map((count) => count * day),
];

/** Number of intervals for a short log, so that several requests share one, and for a long log. */
const [fewest, largest] = [24, 72];

/**
 * Counts entries in intervals that contain the whole log, so that filters do not change the time axis. Returns `undefined` if
 * no entry of the log has a valid timestamp.
 */
export function bucketsOf(
  log: readonly ActivityEntry[],
  entries: readonly ActivityEntry[],
): Buckets | undefined {
  let [first, last] = [Infinity, -Infinity];
  for (const { timestamp } of log) {
    const time = timeOf(timestamp);
    if (time < first) first = time;
    if (time > last) last = time;
  }
  if (first > last) return undefined;
  const most = Math.min(largest, Math.max(fewest, Math.ceil(log.length / 3)));
  const countOf = (length: number) => Math.floor(last / length) - Math.floor(first / length) + 1;
  const length = lengths.find((each) => countOf(each) <= most) ?? (last - first) / most;
  const count = Math.max(countOf(length), fewest / 2);
  const start = (Math.floor(last / length) - count + 1) * length;
  const groups = Array.from({ length: count }, (): ActivityEntry[] => []);
  for (const entry of entries) groups[Math.floor((timeOf(entry.timestamp) - start) / length)]?.push(entry);
  return {
    start,
    length,
    counts: groups.map(countsOf),
    most: Math.max(...groups.map(({ length }) => length)),
    total: entries.length,
  };
}
