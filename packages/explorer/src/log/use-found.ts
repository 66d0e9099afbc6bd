import { useMemo } from 'react';
import type { ActivityEntry } from '@mock-services/sdk';
import { readable } from '../exchange/url.ts';
import type { Route } from '../route/route.tsx';
import { useSearch, type Searched } from './search.ts';

export interface Found extends Searched {
  /** Entries that match all filters except the time range. The charts display these entries. */
  readonly atAnyTime: readonly ActivityEntry[];
}

export function useFound(log: readonly ActivityEntry[], route: Route): Found {
  const { method, status, path, search, since, until } = route;
  const filtered = useMemo(() => filter(log, { method, status, path }), [log, method, status, path]);
  const searched = useSearch(filtered, search);
  const atAnyTime = searched.entries;
  const entries = useMemo(() => within(atAnyTime, { since, until }), [atAnyTime, since, until]);
  return { ...searched, atAnyTime, entries };
}

/**
 * Applies all filters except the text search and the time range. A text search takes longer than the other filters, so
 * `search.ts` runs the text search separately.
 */
function filter(
  log: readonly ActivityEntry[],
  { method, status, path }: Pick<Route, 'method' | 'status' | 'path'>,
): readonly ActivityEntry[] {
  if ([method, status, path].every((wanted) => wanted === undefined)) return log;
  const isInPath = containing(path);
  const statusStart = status?.replace('xx', '') ?? '';
  return log.filter(
    ({ request, response }) =>
      (method === undefined || request.method.toUpperCase() === method.toUpperCase()) &&
      String(response.statusCode).startsWith(statusStart) &&
      isInPath(request.path),
  );
}

/** Returns a function that matches a URL against a pattern. `*` matches any characters. Matching is not case-sensitive. */
function containing(wanted: string | undefined): (url: string) => boolean {
  if (wanted === undefined) return () => true;
  const parts = wanted.toLowerCase().split('*');
  return (url) => {
    const text = readable(url).toLowerCase();
    let from = 0;
    return parts.every((part) => {
      const at = text.indexOf(part, from);
      from = at + part.length;
      return at >= 0;
    });
  };
}

/** Returns the entries in a time range, including both ends. */
function within(
  log: readonly ActivityEntry[],
  { since, until }: Pick<Route, 'since' | 'until'>,
): readonly ActivityEntry[] {
  if (since === undefined && until === undefined) return log;
  const [from, to] = [Date.parse(since ?? '') || -Infinity, Date.parse(until ?? '') || Infinity];
  return log.filter(({ timestamp }) => {
    const at = Date.parse(timestamp);
    return at >= from && at <= to;
  });
}
