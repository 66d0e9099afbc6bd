import type { ActivityEntry } from '../../contract/resources.ts';
import { pathWithoutQuery } from '../url.ts';
import { Counts } from './counts.ts';
import { type Rate, rateOf } from './rate.ts';
import { RouteTallies, type RouteSummary } from './routes.ts';
import { type ActivityFigures, Tally } from './tally.ts';

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
  const all = new Tally();
  const methods = new Counts();
  const paths = new Counts();
  const statuses = new Counts();
  const routes = new RouteTallies();
  for (const entry of entries) {
    const { request, response } = entry;
    const path = pathWithoutQuery(request.path);
    all.add(entry);
    methods.add(request.method);
    paths.add(path);
    statuses.add(String(response.statusCode));
    routes.add(entry, path);
  }
  return {
    ...all.figures(),
    byMethod: methods.ranked(),
    byPath: paths.ranked(),
    byStatus: statuses.ranked(),
    routes: routes.summaries(),
    rate: rateOf(entries),
  };
}
