import type { ActivityEntry } from '@mock-services/sdk/activity';
import { type StatusKind, statusKindOf, statusKinds } from '../table/status.ts';

/** A recorded exchange as a point. */
export interface Point {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Time until the response, in milliseconds. */
  readonly ms: number;
  readonly kind: StatusKind;
}

/** The points of entries, sorted by time, without entries whose timestamp is invalid. */
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

/** Points counted in equal spans of time, empty ones included. */
export interface Buckets {
  /** Length of a span, in milliseconds. */
  readonly length: number;
  /** Start of each span, in milliseconds since 1970. */
  readonly starts: readonly number[];
  readonly counts: Readonly<Record<StatusKind, readonly number[]>>;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Round lengths for a time scale. */
const lengths = [
  ...[1, 2, 5, 10, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 30].map((count) => count * minute),
  ...[1, 3, 6, 12].map((count) => count * hour),
  ...[1, 7, 28].map((count) => count * day),
];

const most = 60;

/** Counts points, sorted by time, in at most 60 spans. */
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

/** The data of a plot: cumulative counts by kind, the tallest first. They include the end of the last bar. */
export function stacked({ length, starts, counts }: Buckets): [number[], ...(number | null)[][]] {
  const sums = starts.map(() => 0);
  const stack = statusKinds.map((kind) => {
    for (const [index, count] of counts[kind].entries()) sums[index] = (sums[index] ?? 0) + count;
    return [...sums, null];
  });
  return [[...starts, (starts.at(-1) ?? 0) + length], ...stack.toReversed()];
}
