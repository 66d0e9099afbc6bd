import type { ActivityEntry } from '../../contract/resources.ts';
import { pathWithoutQuery } from '../url.ts';
import { type ActivityFigures, figuresOf } from './figures.ts';
import { type Rate, rateOf } from './rate.ts';
import { type RouteSummary, routesOf } from './routes.ts';

/** Figures of a log. Plain data. */
export interface ActivitySummary extends ActivityFigures {
  /** Number of exchanges by method, the most frequent first. */
  byMethod: Record<string, number>;
  /** Number of exchanges by path without query, the most frequent first. */
  byPath: Record<string, number>;
  /** Number of exchanges by status, the lowest first: the order of integer keys in every object. */
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
  return {
    ...figuresOf(entries),
    byMethod: countsOf(entries.map(({ request }) => request.method)),
    byPath: countsOf(entries.map(({ request }) => pathWithoutQuery(request.path))),
    byStatus: countsOf(entries.map(({ response }) => String(response.statusCode))),
    routes: routesOf(entries),
    rate: rateOf(entries),
  };
}

/** How often each key occurs, the most frequent first; integers first of all, in their own order. */
function countsOf(keys: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([, one], [, other]) => other - one));
}
