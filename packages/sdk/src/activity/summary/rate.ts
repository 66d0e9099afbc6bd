import type { ActivityEntry } from '../../contract/resources.ts';
import { isError } from './figures.ts';

/** The number of exchanges in each of a row of equal time spans, empty ones included. */
export interface Rate {
  /** Length of a span, in milliseconds. */
  bucketMs: number;
  /** In chronological order. */
  buckets: RateBucket[];
}

export interface RateBucket {
  /** Start of the span, as an ISO 8601 UTC timestamp. */
  start: string;
  /** Number of exchanges. */
  count: number;
  /** Number of failed exchanges. */
  errors: number;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Lengths of a span that suit the scale of a chart, in milliseconds. */
const lengths = [1000, 5000, 15_000, minute, 5 * minute, 15 * minute, hour, 6 * hour, day, 7 * day, 28 * day];

const maxBuckets = 60;

/** About the latest time of a Date, in milliseconds. */
const latest = 8e15;

/** Divides exchanges into at most 60 time spans. Those with an invalid timestamp are left out. */
export function rateOf(entries: readonly ActivityEntry[]): Rate {
  const times = new Float64Array(entries.map(({ timestamp }) => Date.parse(timestamp)));
  let first = Infinity;
  let last = -Infinity;
  for (const at of times) {
    if (!(Math.abs(at) < latest)) continue;
    first = Math.min(first, at);
    last = Math.max(last, at);
  }
  let bucketMs = lengths.find((length) => spans(first, last, length) <= maxBuckets) ?? 28 * day;
  while (spans(first, last, bucketMs) > maxBuckets) bucketMs *= 2;
  const start = Math.floor(first / bucketMs);
  const buckets = Array.from({ length: spans(first, last, bucketMs) }, (_, index) => ({
    start: new Date((start + index) * bucketMs).toISOString(),
    count: 0,
    errors: 0,
  }));
  for (const [index, entry] of entries.entries()) {
    // The index of an invalid timestamp is NaN or out of range.
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
