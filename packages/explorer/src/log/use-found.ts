import { useMemo } from 'react';
import type { ActivityEntry } from '@mock-services/sdk';
import { findActivity, type ActivityFields, type StatusClass } from '@mock-services/sdk/activity';
import { spans, type Route } from '../route/route.tsx';
import { useNow } from '../service/connection.ts';
import { patternOf } from '../ui/text.tsx';
import { useSearch, type Searched } from './search.ts';

export interface Found extends Searched {
  /** Entries that match all filters except the time range, for the chart. */
  readonly atAnyTime: readonly ActivityEntry[];
  /** Start and end of the time range, as ISO 8601 timestamps in UTC. */
  readonly since: string | undefined;
  readonly until: string | undefined;
}

export function useFound(log: readonly ActivityEntry[], route: Route): Found {
  const { method, status, until } = route;
  const path = route.path?.trim();
  const search = route.search?.trim() || undefined;
  const since = startOf(route.since, useNow(60_000));
  const filtered = useMemo(
    () => findActivity(log, matcherOf({ method, status, path })),
    [log, method, status, path],
  );
  const searched = useSearch(filtered, search);
  const atAnyTime = searched.entries;
  const entries = useMemo(
    () => findActivity(atAnyTime, { ...(since && { since }), ...(until && { until }) }),
    [atAnyTime, since, until],
  );
  return { ...searched, atAnyTime, entries, since, until };
}

/** A relative time range is measured back from the current minute. */
function startOf(since: string | undefined, minute: number): string | undefined {
  const minutes = spans.get(since ?? '');
  return minutes === undefined ? since : new Date(minute - minutes * 60_000).toISOString();
}

function matcherOf({ method, status, path }: Pick<Route, 'method' | 'status' | 'path'>): ActivityFields {
  return {
    ...(method && { method }),
    ...(status && { status: status.endsWith('xx') ? (status as StatusClass) : Number(status) }),
    ...(path && { path: patternOfPath(path) }),
  };
}

/** A path with a wildcard is an SDK pattern for the whole path. Any other text matches a part of the path. */
function patternOfPath(path: string): string | RegExp {
  if (!/\*|\/:/.test(path)) return patternOf(path);
  return /^[/*]/.test(path) ? path : `**${path}`;
}
