import { type StatusKind, statusKinds } from '../table/status.ts';
import type { Point } from './points.ts';

/** Points counted in equal spans of time, empty ones included. */
export interface Buckets {
  /** Length of a span, in milliseconds. */
  readonly length: number;
  /** Start of each span, in milliseconds since 1970. */
  readonly starts: readonly number[];
  readonly counts: Readonly<Record<StatusKind, readonly number[]>>;
  readonly totals: Readonly<Record<StatusKind, number>>;
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
  const counts = byKind(() => Array.from({ length: size }, () => 0));
  const totals = byKind(() => 0);
  for (const { at, kind } of points) {
    const index = Math.floor(at / length) - begin;
    counts[kind][index] = (counts[kind][index] ?? 0) + 1;
    totals[kind] += 1;
  }
  return {
    length,
    starts: Array.from({ length: size }, (_, index) => (begin + index) * length),
    counts,
    totals,
  };
}

/** Cumulative counts by kind, from which a stack is drawn. */
export function stacked({ starts, counts }: Buckets): number[][] {
  const sums = starts.map(() => 0);
  return statusKinds.map((kind) => {
    for (const [index, count] of counts[kind].entries()) sums[index] = (sums[index] ?? 0) + count;
    return [...sums];
  });
}

function byKind<T>(make: () => T): Record<StatusKind, T> {
  return { ok: make(), redirect: make(), 'client-error': make(), 'server-error': make(), other: make() };
}
