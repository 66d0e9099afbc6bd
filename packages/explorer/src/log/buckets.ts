import type { ActivityEntry } from '@mock-services/sdk';
import { statusKindOf, type StatusKind } from '../ui/status.tsx';
import { timeOf } from '../ui/time.tsx';

/** Number of requests in consecutive intervals of equal length. */
export interface Buckets {
  /** Start of the first interval, as a Unix time in milliseconds. */
  readonly start: number;
  /** Length of an interval in milliseconds. */
  readonly length: number;
  readonly counts: readonly Readonly<Record<StatusKind, number>>[];
  /** The largest number of requests in an interval. */
  readonly most: number;
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

/** Smallest and largest number of intervals. */
const [fewest, largest] = [12, 72];

/**
 * Counts entries in intervals. A short log has few intervals, so that several requests share one. Returns `undefined` if no
 * entry has a valid timestamp.
 */
export function bucketsOf(entries: readonly ActivityEntry[]): Buckets | undefined {
  const times = entries.map(({ timestamp }) => timeOf(timestamp));
  let [first, last, valid] = [Infinity, -Infinity, 0];
  for (const time of times) {
    if (Number.isNaN(time)) continue;
    first = Math.min(first, time);
    last = Math.max(last, time);
    valid += 1;
  }
  if (valid === 0) return undefined;
  const most = Math.min(largest, Math.max(fewest, Math.ceil(valid / 3)));
  const countOf = (length: number) => Math.floor(last / length) - Math.floor(first / length) + 1;
  const length = lengths.find((each) => countOf(each) <= most) ?? (last - first) / most;
  const count = Math.max(countOf(length), fewest);
  const start = (Math.floor(last / length) - count + 1) * length;
  const counts = Array.from({ length: count }, () => ({
    ok: 0,
    redirect: 0,
    'client-error': 0,
    'server-error': 0,
    other: 0,
  }));
  for (const [index, time] of times.entries()) {
    const bucket = counts[Math.floor((time - start) / length)];
    if (bucket !== undefined) bucket[statusKindOf(entries[index]?.response.statusCode ?? 0)] += 1;
  }
  return { start, length, counts, most: Math.max(...counts.map(sumOf)) };
}

export function sumOf(counts: Readonly<Record<StatusKind, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
