import type { ActivityEntry } from '../contract/resources.ts';
import { decodedLength } from './bytes.ts';
import { pathWithoutQuery } from './exchange.ts';

/** Figures of a log, as plain data. */
export interface ActivitySummary extends ActivityFigures {
  /** Number of exchanges by method, the most frequent first. */
  byMethod: Record<string, number>;
  /** Number of exchanges by path without query, the most frequent first. */
  byPath: Record<string, number>;
  /** Number of exchanges by status, the lowest first: the order of integer keys in every object. */
  byStatus: Record<string, number>;
  /** Figures by method and route, the most frequent first. */
  routes: RouteSummary[];
  rate: Rate;
}

/**
 * Counts and measures entries (§2.5). Bodies are not decoded.
 *
 * @example
 * ```ts
 * import { summarize } from '@mock-services/sdk/activity';
 *
 * const { errorRate, routes } = summarize(entries);
 * for (const { method, route, latency } of routes) console.log(method, route, latency.p90);
 * ```
 */
export function summarize(entries: readonly ActivityEntry[]): ActivitySummary {
  return {
    ...figuresOf(entries),
    byMethod: countsOf(entries.map(({ request }) => request.method)),
    byPath: countsOf(entries.map(({ request }) => pathWithoutQuery(request.path))),
    byStatus: countsOf(entries.map(({ response }) => String(response.statusCode))),
    routes: routesOf(entries),
    rate: rateOf(entries),
  };
}

/** The number of occurrences of each key, the most frequent first. Integer keys come before all others, in ascending order. */
function countsOf(keys: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([, one], [, other]) => other - one));
}

/** Response times in milliseconds; all 0 if there are none. */
export interface Latency {
  /** Half of the responses took no longer. */
  p50: number;
  p90: number;
  p99: number;
  max: number;
}

/** Figures of a set of exchanges. */
export interface ActivityFigures {
  /** Number of exchanges. */
  count: number;
  /** Number of failed exchanges: status 400 or higher, or no status (0). */
  errors: number;
  /** Share of failed exchanges, from 0 to 1; 0 if there are none. */
  errorRate: number;
  latency: Latency;
  /** Bytes of all request bodies, as recorded. */
  requestBytes: number;
  /** Bytes of all response bodies, as recorded. */
  responseBytes: number;
}

/** Whether an exchange failed. */
function isError({ response }: ActivityEntry): boolean {
  return response.statusCode >= 400 || response.statusCode < 100;
}

/**
 * Percentiles of response times, in milliseconds, by nearest rank: each is a measured time. `summarize` computes them for
 * entries; use this for times alone.
 *
 * @example
 * ```ts
 * import { latencyOf } from '@mock-services/sdk/activity';
 *
 * const { p99 } = latencyOf(entries.map(({ response }) => response.responseTimeMs));
 * ```
 */
export function latencyOf(times: readonly number[]): Latency {
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

/** Figures of the exchanges of one method and route. */
export interface RouteSummary extends ActivityFigures {
  method: string;
  /** Path without query, with `:id` in place of each id: `/orders/:id`. */
  route: string;
}

/** The figures of each method and route, the most frequent first. */
function routesOf(entries: readonly ActivityEntry[]): RouteSummary[] {
  // The route of each path, because many exchanges have the same path.
  const routes = new Map<string, string>();
  const groups = new Map<string, { method: string; route: string; members: ActivityEntry[] }>();
  for (const entry of entries) {
    const { method } = entry.request;
    const path = pathWithoutQuery(entry.request.path);
    let route = routes.get(path);
    if (route === undefined) routes.set(path, (route = routeOf(path)));
    // The length separates the method from the route, because both strings are arbitrary.
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

/** Path segments that look like an id. */
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

/** A path without query, with `:id` for each segment that looks like an id. */
function routeOf(path: string): string {
  return path.replace(/[^/]+/g, (segment) => (ids.some((id) => id.test(segment)) ? ':id' : segment));
}

/** The number of exchanges in consecutive time spans of equal length, including empty ones. */
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

/** Span lengths that suit the scale of a chart, in milliseconds. */
const lengths = [1000, 5000, 15_000, minute, 5 * minute, 15 * minute, hour, 6 * hour, day, 7 * day, 28 * day];

const maxBuckets = 60;

/** Roughly the latest time of a Date, in milliseconds. */
const latest = 8e15;

/** Divides exchanges into at most 60 time spans. Exchanges with an invalid timestamp are left out. */
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
