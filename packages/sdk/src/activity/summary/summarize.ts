import type { ActivityEntry } from '../../contract/resources.ts';
import { decodedLength } from '../base64.ts';
import { type Latency, latencyOf } from './latency.ts';
import { type Rate, rateOf } from './rate.ts';
import { pathWithoutQuery, routeOf } from './route.ts';

/** Figures of some exchanges. */
export interface ActivityFigures {
  /** How many there are. */
  count: number;
  /** How many failed: a status from 400, or none (0). */
  errors: number;
  /** Share of those that failed, from 0 to 1; 0 where there are none. */
  errorRate: number;
  latency: Latency;
  /** Bytes of all request bodies, as they were recorded. */
  requestBytes: number;
  /** Bytes of all response bodies, as they were recorded. */
  responseBytes: number;
}

/** Figures of the exchanges of one method and route. */
export interface RouteSummary extends ActivityFigures {
  method: string;
  /** Path without query, with `:id` where an id was: `/orders/:id`. */
  route: string;
}

/** What happened, in figures. Plain data. */
export interface ActivitySummary extends ActivityFigures {
  /** Exchanges by method, path without query, and status; the most frequent first. */
  byMethod: Record<string, number>;
  byPath: Record<string, number>;
  byStatus: Record<string, number>;
  /** The most frequent first. */
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
  const points = entries.map((entry) => ({ at: Date.parse(entry.timestamp), isError: isError(entry) }));
  return {
    ...figuresOf(entries),
    byMethod: counts(entries, ({ request }) => request.method),
    byPath: counts(entries, ({ request }) => pathWithoutQuery(request.path)),
    byStatus: counts(entries, ({ response }) => String(response.statusCode)),
    routes: routesOf(entries),
    rate: rateOf(points),
  };
}

function isError({ response }: ActivityEntry): boolean {
  return response.statusCode >= 400 || response.statusCode < 100;
}

function figuresOf(entries: readonly ActivityEntry[]): ActivityFigures {
  const sum = (valueOf: (entry: ActivityEntry) => number) =>
    entries.reduce((total, entry) => total + valueOf(entry), 0);
  const errors = sum((entry) => (isError(entry) ? 1 : 0));
  return {
    count: entries.length,
    errors,
    errorRate: entries.length === 0 ? 0 : errors / entries.length,
    latency: latencyOf(entries.map(({ response }) => response.responseTimeMs)),
    requestBytes: sum(({ request }) => decodedLength(request.bodyBase64Encoded)),
    responseBytes: sum(({ response }) => decodedLength(response.bodyBase64Encoded)),
  };
}

function groups(
  entries: readonly ActivityEntry[],
  keyOf: (entry: ActivityEntry) => string,
): [string, ActivityEntry[]][] {
  const found = new Map<string, ActivityEntry[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const group = found.get(key);
    if (group === undefined) found.set(key, [entry]);
    else group.push(entry);
  }
  return [...found].sort(([, one], [, other]) => other.length - one.length);
}

function counts(
  entries: readonly ActivityEntry[],
  keyOf: (entry: ActivityEntry) => string,
): Record<string, number> {
  return Object.fromEntries(groups(entries, keyOf).map(([key, { length }]) => [key, length]));
}

function routesOf(entries: readonly ActivityEntry[]): RouteSummary[] {
  return groups(entries, ({ request }) => JSON.stringify([request.method, routeOf(request.path)])).map(
    ([key, group]) => {
      const [method, route] = JSON.parse(key) as [string, string];
      return { method, route, ...figuresOf(group) };
    },
  );
}
