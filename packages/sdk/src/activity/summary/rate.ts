import type { ActivityEntry } from '../../contract/resources.ts';
import { isError } from './tally.ts';

/** How many exchanges there were in each of equal spans of time, empty ones included. */
export interface Rate {
  /** Length of a span, in milliseconds. */
  bucketMs: number;
  /** In the order of time. */
  buckets: RateBucket[];
}

export interface RateBucket {
  /** Begin of the span, as an ISO 8601 UTC timestamp. */
  start: string;
  /** Exchanges in it. */
  count: number;
  /** Exchanges in it that failed. */
  errors: number;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Lengths that can be read off a scale. */
const lengths = [
  second,
  5 * second,
  15 * second,
  minute,
  5 * minute,
  15 * minute,
  hour,
  6 * hour,
  day,
  7 * day,
  28 * day,
];

const most = 60;

/** About what a Date can hold, in milliseconds. */
const latest = 8e15;

/** Spreads exchanges over at most 60 spans of time. Those whose time cannot be read are left out. */
export function rateOf(entries: readonly ActivityEntry[]): Rate {
  const times = new Float64Array(entries.map(({ timestamp }) => Date.parse(timestamp)));
  let first = Infinity;
  let last = -Infinity;
  for (const at of times) {
    if (!(Math.abs(at) < latest)) continue;
    first = Math.min(first, at);
    last = Math.max(last, at);
  }
  let bucketMs = lengths.find((length) => spans(first, last, length) <= most) ?? 28 * day;
  while (spans(first, last, bucketMs) > most) bucketMs *= 2;
  const start = Math.floor(first / bucketMs);
  const buckets = Array.from({ length: spans(first, last, bucketMs) }, (_, index) => ({
    start: new Date((start + index) * bucketMs).toISOString(),
    count: 0,
    errors: 0,
  }));
  for (const [index, entry] of entries.entries()) {
    // Where a time cannot be read, this is no index, or of no span.
    const bucket = buckets[Math.floor((times[index] ?? Number.NaN) / bucketMs) - start];
    if (bucket === undefined) continue;
    bucket.count += 1;
    if (isError(entry)) bucket.errors += 1;
  }
  return { bucketMs, buckets };
}

function spans(first: number, last: number, length: number): number {
  return last < first ? 0 : Math.floor(last / length) - Math.floor(first / length) + 1;
}
