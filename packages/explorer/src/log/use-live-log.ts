import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ActivityEntry } from '@mock-services/sdk';
import { idKey } from '@mock-services/sdk/contract';
import { useConnection } from '../service/connection.ts';

export interface LiveLog {
  readonly entries: readonly ActivityEntry[];
  /** Number of entries that the page has shown and the service has removed. */
  readonly gone: number;
  /** Milliseconds until the next read. */
  readonly pause: number;
  /** Duration of the latest read in milliseconds. */
  readonly took: number;
}

/** Milliseconds between two reads. Without new entries, the interval grows from `growing` to `idle`. */
const pauses = { growing: 1000, idle: 8000, failed: 3000 };

/** The log is not read while the tab is hidden. */
export function useLiveLog(workspace: string) {
  const { client } = useConnection();
  return useQuery({
    queryKey: useLiveKey(workspace),
    queryFn: async ({ client: cache, queryKey, signal }): Promise<LiveLog> => {
      const start = performance.now();
      const read = await client.activity.list(workspace, { signal });
      const known = cache.getQueryData<LiveLog>(queryKey);
      const took = performance.now() - start;
      if (known === undefined)
        return { entries: [...byId(read).values()], gone: 0, pause: pauses.growing, took };
      const before = byId(known.entries);
      // Keep the known objects, so that their rows are not rendered again and a search keeps its results.
      const entries = [...byId(read)].map(([key, entry]) => before.get(key) ?? entry);
      const gone = missingFrom(entries, known.entries);
      const isUnchanged = gone === 0 && entries.length === known.entries.length;
      const idle = isUnchanged ? Math.min(known.pause * 1.5, pauses.idle) : pauses.growing;
      return {
        entries: isUnchanged ? known.entries : entries,
        gone: known.gone + gone,
        // Each read transfers the whole log, so limit reads to 10% of the time. A single slow read is ignored.
        pause: Math.max(idle, 9 * Math.min(took, known.took)),
        took,
      };
    },
    refetchInterval: ({ state }) =>
      state.error === null ? (state.data?.pause ?? pauses.growing) : pauses.failed,
    // Do not compare old and new data, because the comparison would take longer than rendering.
    structuralSharing: false,
  });
}

/** The key begins with the key of the SDK's log query, so that clearing the log also invalidates this query. */
function useLiveKey(workspace: string): readonly string[] {
  return [...useConnection().queries.activity.list(workspace).queryKey, 'live'];
}

export function useForgetGone(workspace: string): () => void {
  const cache = useQueryClient();
  const queryKey = useLiveKey(workspace);
  return () => void cache.setQueryData<LiveLog>(queryKey, (log) => log && { ...log, gone: 0 });
}

export type Pause = ReturnType<typeof usePause>;

export function usePause(log: readonly ActivityEntry[]) {
  const [held, setHeld] = useState<readonly ActivityEntry[]>();
  const came = useMemo(() => (held === undefined ? 0 : missingFrom(held, log)), [held, log]);
  return {
    entries: held ?? log,
    isPaused: held !== undefined,
    came,
    pause: () => setHeld(log),
    resume: () => setHeld(undefined),
  };
}

function byId(log: readonly ActivityEntry[]): Map<string, ActivityEntry> {
  const entries = new Map<string, ActivityEntry>();
  for (const entry of log) {
    const key = idKey(entry.id);
    if (!entries.has(key)) entries.set(key, entry);
  }
  return entries;
}

function missingFrom(log: readonly ActivityEntry[], other: readonly ActivityEntry[]): number {
  const ids = new Set(log.map(({ id }) => idKey(id)));
  return other.reduce((count, { id }) => count + (ids.has(idKey(id)) ? 0 : 1), 0);
}
