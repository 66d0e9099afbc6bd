import type { ActivityEntry } from '../contract/resources.ts';
import { allMessageFields, checkEntries, type EntryField, invalid } from './arguments.ts';
import { decodedLength } from './bytes.ts';
import { pathWithoutQuery } from './exchange.ts';

export interface ActivitySummary extends ActivityFigures {
  /** Exchanges by method, most frequent first. */
  byMethod: Record<string, number>;
  /** Exchanges by path without query, most frequent first. */
  byPath: Record<string, number>;
  /** Lowest status first, because JavaScript sorts integer keys in ascending order. */
  byStatus: Record<string, number>;
  /** By method and route, most frequent first. */
  routes: RouteSummary[];
  rate: Rate;
}

/**
 * Computes statistics about entries (§2.5). Bodies are not decoded.
 * @example
 * ```ts
 * import { summarize } from '@mock-services/sdk/activity';
 *
 * const { errorRate, routes } = summarize(entries);
 * for (const { method, route, latency } of routes) console.log(method, route, latency.p90);
 * ```
 */
export function summarize(entries: readonly ActivityEntry[]): ActivitySummary {
  checkEntries('summarize', entries, fields);
  return {
    ...figuresOf(entries),
    byMethod: countsOf(entries.map(({ request }) => request.method)),
    byPath: countsOf(entries.map(({ request }) => pathWithoutQuery(request.path))),
    byStatus: countsOf(entries.map(({ response }) => String(response.statusCode))),
    routes: routesOf(entries),
    rate: rateOf(entries),
  };
}

const fields: readonly EntryField[] = [...allMessageFields, 'response.statusCode', 'response.responseTimeMs'];

function countsOf(keys: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([, one], [, other]) => other - one));
}

/** Response times in milliseconds, or 0 if there are no exchanges. */
export interface Latency {
  p50: number;
  p90: number;
  p99: number;
  max: number;
}

export interface ActivityFigures {
  count: number;
  /** Exchanges with a status of 400 or higher, or without a status (0). */
  errors: number;
  /** Share of failed exchanges, from 0 to 1. */
  errorRate: number;
  latency: Latency;
  requestBytes: number;
  responseBytes: number;
}

function isError({ response }: ActivityEntry): boolean {
  return response.statusCode >= 400 || response.statusCode < 100;
}

/**
 * Computes percentiles of response times in milliseconds. Each percentile is one of the given response times
 * (nearest-rank method). For activity entries, use `summarize`.
 * @throws TypeError if a time is not a number.
 */
export function latencyOf(times: readonly number[]): Latency {
  for (const [index, time] of Array.from<unknown>(times).entries()) {
    if (typeof time !== 'number' || Number.isNaN(time))
      throw invalid(`times[${index}]`, 'a number of milliseconds', time);
  }
  const sorted = new Float64Array(times).sort();
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) };
}

function figuresOf(entries: readonly ActivityEntry[]): ActivityFigures {
  const count = entries.length;
  const errors = entries.filter(isError).length;
  const bytesOf = (side: 'request' | 'response') =>
    entries.reduce((sum, entry) => sum + decodedLength(entry[side].bodyBase64Encoded), 0);
  return {
    count,
    errors,
    errorRate: count === 0 ? 0 : errors / count,
    latency: latencyOf(entries.map(({ response }) => response.responseTimeMs)),
    requestBytes: bytesOf('request'),
    responseBytes: bytesOf('response'),
  };
}

export interface RouteSummary extends ActivityFigures {
  method: string;
  /** Path without its query. Each id in the path is replaced with `:id`, as in `/orders/:id`. */
  route: string;
}

function routesOf(entries: readonly ActivityEntry[]): RouteSummary[] {
  // Routes by path, cached because many exchanges share a path.
  const routes = new Map<string, string>();
  const groups = new Map<string, { method: string; route: string; members: ActivityEntry[] }>();
  for (const entry of entries) {
    const { method } = entry.request;
    const path = pathWithoutQuery(entry.request.path);
    let route = routes.get(path);
    if (route === undefined) routes.set(path, (route = routeOf(path)));
    // The length makes the key unambiguous, even if a method contains a space or a slash.
    const key = `${method.length} ${method}${route}`;
    let group = groups.get(key);
    if (group === undefined) groups.set(key, (group = { method, route, members: [] }));
    group.members.push(entry);
  }
  return Array.from(groups.values(), ({ method, route, members }) => ({
    method,
    route,
    ...figuresOf(members),
  })).sort((one, other) => other.count - one.count);
}

const ids = [
  /^\d+$/,
  // UUID
  /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
  // Hash or ObjectId
  /^(?=.*\d)[0-9a-f]{12,}$/i,
  // ULID
  /^[0-7][0-9a-hjkmnp-tv-z]{25}$/i,
  // Id with a prefix: `ord_8fK2mQ1x`
  /^[a-z]{2,10}_(?=.*\d)[a-z0-9]{6,}$/i,
  // Random letters and digits
  /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[\w-]{16,}$/,
];

function routeOf(path: string): string {
  return path.replace(/[^/]+/g, (segment) => (ids.some((id) => id.test(segment)) ? ':id' : segment));
}

/** Exchanges in consecutive time spans of equal length, including spans without exchanges. */
export interface Rate {
  /** Length of each span in milliseconds. */
  bucketMs: number;
  /** In chronological order. */
  buckets: RateBucket[];
}

export interface RateBucket {
  /** ISO 8601 timestamp in UTC. */
  start: string;
  count: number;
  errors: number;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Bucket lengths in milliseconds that are convenient for a chart. */
const lengths = [1000, 5000, 15_000, minute, 5 * minute, 15 * minute, hour, 6 * hour, day, 7 * day, 28 * day];

const maxBuckets = 60;

/** Later times are ignored, so that each span starts at a valid `Date` (at most 8.64e15 ms from 1970). */
const latest = 8e15;

function rateOf(entries: readonly ActivityEntry[]): Rate {
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
    // An exchange with an invalid timestamp has no bucket, because its index is NaN or out of range.
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
