import { type OperationId, operations } from '../contract/operations.ts';
import type { ActivityEntry } from '../contract/resources.ts';
import { checkEntries, invalid } from './arguments.ts';
import { pathWithoutQuery } from './exchange.ts';

/** Response times in milliseconds, or 0 if there are no exchanges. */
export interface Latency {
  p50: number;
  p90: number;
  p99: number;
  max: number;
}

export interface ActivityFigures {
  count: number;
  /** Number of exchanges with a status of 400 or higher, or without a status (0). */
  errors: number;
  /** Share of failed exchanges, from 0 to 1. */
  errorRate: number;
  /** Number of exchanges by status class, such as `2xx`. Exchanges without a status (0) belong to `0xx`. */
  byStatus: Record<string, number>;
  latency: Latency;
}

export interface RouteSummary extends ActivityFigures {
  method: string;
  /** Path without the query, or the operation's path template for a fake server's journal entry. */
  route: string;
}

export interface ActivitySummary extends ActivityFigures {
  /** Summaries by method and route, most frequent first. */
  routes: RouteSummary[];
}

/**
 * Counts exchanges (§2.5) and computes percentiles of their response times, in total and for each route.
 * @throws TypeError if an entry lacks a field.
 * @example
 * ```ts
 * import { summarize } from '@mock-services/sdk/activity';
 *
 * const { errorRate, routes } = summarize(entries);
 * for (const { method, route, latency } of routes) console.log(method, route, latency.p90);
 * ```
 */
export function summarize(entries: readonly ActivityEntry[]): ActivitySummary {
  const fields = [
    'request.method',
    'request.path',
    'response.statusCode',
    'response.responseTimeMs',
  ] as const;
  checkEntries('summarize', entries, fields);
  const groups = groupsOf(entries, (entry) => JSON.stringify([entry.request.method, routeOf(entry)]));
  const routes = Array.from(groups, ([key, members]) => {
    const [method, route] = JSON.parse(key) as [string, string];
    return { method, route, ...figuresOf(members) };
  });
  return { ...figuresOf(entries), routes: routes.sort((one, other) => other.count - one.count) };
}

function groupsOf(
  entries: readonly ActivityEntry[],
  keyOf: (entry: ActivityEntry) => string,
): Map<string, ActivityEntry[]> {
  const groups = new Map<string, ActivityEntry[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return groups;
}

function routeOf(entry: ActivityEntry): string {
  const { operation }: { readonly operation?: unknown } = entry as object;
  const isKnown = typeof operation === 'string' && Object.hasOwn(operations, operation);
  return isKnown ? operations[operation as OperationId].path : pathWithoutQuery(entry.request.path);
}

function figuresOf(entries: readonly ActivityEntry[]): ActivityFigures {
  const count = entries.length;
  const statuses = entries.map(({ response }) => response.statusCode);
  const errors = statuses.filter((status) => status >= 400 || status < 100).length;
  const classes = groupsOf(entries, ({ response }) => `${Math.floor(response.statusCode / 100)}xx`);
  return {
    count,
    errors,
    errorRate: count === 0 ? 0 : errors / count,
    byStatus: Object.fromEntries(Array.from(classes, ([name, members]) => [name, members.length])),
    latency: latencyOf(entries.map(({ response }) => response.responseTimeMs)),
  };
}

/**
 * Computes percentiles of response times in milliseconds with the nearest-rank method.
 * @throws TypeError if a time is not a number.
 */
export function latencyOf(times: readonly number[]): Latency {
  const wrong = times.findIndex((time) => typeof time !== 'number' || Number.isNaN(time));
  if (wrong >= 0) throw invalid(`times[${wrong}]`, 'a number of milliseconds', times[wrong]);
  const sorted = new Float64Array(times).sort();
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) };
}
