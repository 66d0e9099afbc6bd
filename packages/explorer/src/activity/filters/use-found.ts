import { useMemo } from 'react';
import type { ActivityEntry } from '@mock-services/sdk';
import type { Route } from '../../route/route.ts';
import { filter, within } from './filters.ts';
import { useSearch, type Searched } from './use-search.ts';

/** The entries of a log that are shown. */
export interface Found extends Searched {
  /** Entries that match all filters but the time range, from which the range is selected. */
  readonly atAnyTime: readonly ActivityEntry[];
}

/** Applies the filters in the address. */
export function useFound(log: readonly ActivityEntry[], route: Route): Found {
  const { method, status, path, host, search, since, until } = route;
  const filtered = useMemo(
    () => filter(log, { method, status, path, host }),
    [log, method, status, path, host],
  );
  const searched = useSearch(filtered, search);
  const atAnyTime = searched.entries;
  const entries = useMemo(() => within(atAnyTime, { since, until }), [atAnyTime, since, until]);
  return { ...searched, atAnyTime, entries };
}
