import type { ActivityEntry } from '@mock-services/sdk/activity';
import { type StatusKind, statusKindOf, statusKinds } from '../table/status.ts';

/** Point in a chart for one recorded exchange. */
export interface Point {
  /** Unix time in milliseconds. */
  readonly at: number;
  /** Response time in milliseconds. */
  readonly ms: number;
  readonly kind: StatusKind;
}

/** Converts entries to points, sorted by time. Skips entries with an invalid timestamp. */
export function pointsOf(entries: readonly ActivityEntry[]): Point[] {
  return entries
    .map(({ timestamp, response }) => ({
      at: Date.parse(timestamp),
      ms: response.responseTimeMs,
      kind: statusKindOf(response.statusCode),
    }))
    .filter(({ at }) => !Number.isNaN(at))
    .sort((one, other) => one.at - other.at);
}

/** Number of points in consecutive intervals of equal length. */
export interface Buckets {
  /** Length of an interval in milliseconds. */
  readonly length: number;
  /** Start of each interval, as a Unix time in milliseconds. */
  readonly starts: readonly number[];
  readonly counts: Readonly<Record<StatusKind, readonly number[]>>;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Interval lengths to choose from, in milliseconds. */
const lengths = [
  ...[1, 2, 5, 10, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 30].map((count) => count * minute),
  ...[1, 3, 6, 12].map((count) => count * hour),
  ...[1, 7, 28].map((count) => count * day),
];

const most = 60;

/** Counts points in at most 60 intervals. The points must be sorted by time. */
export function bucketsOf(points: readonly Point[]): Buckets {
  const first = points[0]?.at ?? 0;
  const last = points.at(-1)?.at ?? 0;
  const spans = (length: number) => Math.floor(last / length) - Math.floor(first / length) + 1;
  let length = lengths.find((each) => spans(each) <= most) ?? 28 * day;
  while (spans(length) > most) length *= 2;
  const begin = Math.floor(first / length);
  const size = points.length === 0 ? 0 : spans(length);
  const none = () => Array.from({ length: size }, () => 0);
  const counts = {
    ok: none(),
    redirect: none(),
    'client-error': none(),
    'server-error': none(),
    other: none(),
  };
  for (const { at, kind } of points) {
    const index = Math.floor(at / length) - begin;
    counts[kind][index] = (counts[kind][index] ?? 0) + 1;
  }
  return { length, starts: Array.from({ length: size }, (_, index) => (begin + index) * length), counts };
}

/** Returns the data for stacked bars. Each series contains the sum of its own counts and of the series that follow. */
export function stacked({ length, starts, counts }: Buckets): [number[], ...(number | null)[][]] {
  const sums = starts.map(() => 0);
  const stack = statusKinds.map((kind) => {
    for (const [index, count] of counts[kind].entries()) sums[index] = (sums[index] ?? 0) + count;
    return [...sums, null];
  });
  return [[...starts, (starts.at(-1) ?? 0) + length], ...stack.toReversed()];
}
