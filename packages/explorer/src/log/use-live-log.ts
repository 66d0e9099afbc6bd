import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ActivityEntry } from '@mock-services/sdk';
import { useConnection } from '../service/connection.ts';
import { keys } from '../service/queries.ts';
import { turn } from '../ui/controls.tsx';

export interface LiveLog {
  readonly entries: readonly ActivityEntry[];
  /** Time until the next read, in milliseconds. */
  readonly pause: number;
  readonly took: number;
}

/** Milliseconds between two reads. Without new entries, the interval grows from `growing` to `idle`. */
const pauses = { growing: 1000, idle: 8000, failed: 3000 };

/** The log is not read while the tab is hidden. */
export function useLiveLog(workspace: string) {
  const { client } = useConnection();
  return useQuery({
    queryKey: keys.activity(workspace),
    queryFn: async ({ client: cache, queryKey, signal }): Promise<LiveLog> => {
      const start = performance.now();
      const read: ActivityEntry[] = [];
      for await (const entry of client.activity.stream(workspace, { signal })) {
        // Yield regularly, so that a long log does not block the page.
        if (read.push(entry) % 2000 === 0) await turn();
      }
      const known = cache.getQueryData<LiveLog>(queryKey);
      const took = performance.now() - start;
      if (known === undefined) return { entries: read, pause: pauses.growing, took };
      const came = newIn(read, known.entries);
      const idle = came.length === 0 ? Math.min(known.pause * 1.5, pauses.idle) : pauses.growing;
      return {
        // Keep the same array if there are no new entries, so that nothing is rendered again.
        entries: came.length === 0 ? known.entries : [...known.entries, ...came],
        // Each read transfers the whole log, so the page spends at most 10% of the time reading. A single slow read is ignored.
        pause: Math.max(idle, 9 * Math.min(took, known.took)),
        took,
      };
    },
    refetchInterval: ({ state }) =>
      state.error === null ? (state.data?.pause ?? pauses.growing) : pauses.failed,
    // Skip the comparison of old and new data, because it would take longer than rendering.
    structuralSharing: false,
  });
}

export type Pause = ReturnType<typeof usePause>;

/** While the log is paused, `entries` contains the entries at the time of the pause. */
export function usePause(log: readonly ActivityEntry[]) {
  const [held, setHeld] = useState<readonly ActivityEntry[]>();
  const came = useMemo(() => (held === undefined ? 0 : newIn(log, held).length), [held, log]);
  return {
    entries: held ?? log,
    isPaused: held !== undefined,
    came,
    pause: () => setHeld(log),
    resume: () => setHeld(undefined),
  };
}

/** Returns the entries of `log` that are not in `known`, without duplicates. */
function newIn(log: readonly ActivityEntry[], known: readonly ActivityEntry[]): ActivityEntry[] {
  const ids = new Set(known.map(({ id }) => id));
  return log.filter(({ id }) => {
    const isNew = !ids.has(id);
    ids.add(id);
    return isNew;
  });
}
