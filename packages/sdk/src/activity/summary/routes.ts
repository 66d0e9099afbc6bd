import type { ActivityEntry } from '../../contract/resources.ts';
import { pathWithoutQuery } from '../url.ts';
import { type ActivityFigures, figuresOf } from './figures.ts';

/** Figures of the exchanges of one method and route. */
export interface RouteSummary extends ActivityFigures {
  method: string;
  /** Path without query, with `:id` in place of each id: `/orders/:id`. */
  route: string;
}

/** The figures of each method and route, the most frequent first. */
export function routesOf(entries: readonly ActivityEntry[]): RouteSummary[] {
  // By path, because many exchanges have the same one.
  const routes = new Map<string, string>();
  const groups = new Map<string, { method: string; route: string; members: ActivityEntry[] }>();
  for (const entry of entries) {
    const { method } = entry.request;
    const path = pathWithoutQuery(entry.request.path);
    let route = routes.get(path);
    if (route === undefined) routes.set(path, (route = routeOf(path)));
    // The length shows where the method ends: both texts are arbitrary.
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
  // With a prefix: `ord_8fK2mQ1x`
  /^[a-z]{2,10}_(?=.*\d)[a-z0-9]{6,}$/i,
  // Random letters and digits
  /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[\w-]{16,}$/,
];

/** A path without query, with `:id` for each segment that looks like an id. */
function routeOf(path: string): string {
  return path.replace(/[^/]+/g, (segment) => (ids.some((id) => id.test(segment)) ? ':id' : segment));
}
