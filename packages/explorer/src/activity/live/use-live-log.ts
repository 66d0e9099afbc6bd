import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { ActivityEntry, Client } from '@mock-services/sdk';
import { keys } from '../../data/queries.ts';
import { useConnection } from '../../service/connection.ts';
import { turn } from '../../window/turn.ts';

/**
 * Intervals between two reads, in milliseconds: the minimum, the maximum for a log without new entries, and the interval
 * after a failure.
 */
const pauses = { least: 1000, idle: 8000, failed: 5000 };

/** Reads the log of a workspace repeatedly, except while the tab is hidden. */
export function useLiveLog(workspace: string) {
  const { client } = useConnection();
  const pause = useRef(pauses.least);
  /** Duration of the last read, in milliseconds. */
  const last = useRef(0);
  return useQuery({
    queryKey: keys.activity(workspace),
    queryFn: async ({ client: cache, queryKey, signal }) => {
      const start = performance.now();
      const read = await readLog(client, workspace, signal);
      const known = cache.getQueryData<readonly ActivityEntry[]>(queryKey);
      const log = known === undefined ? read : grown(known, read);
      const idle = log === known ? Math.min(pause.current * 1.5, pauses.idle) : pauses.least;
      const took = performance.now() - start;
      // Each read transfers the whole log, so the page spends at most 10% of the time reading. A single slow read is ignored.
      pause.current = Math.max(idle, 9 * Math.min(took, last.current));
      last.current = took;
      return log;
    },
    refetchInterval: ({ state }) =>
      state.data !== undefined && (state.error === null ? pause.current : pauses.failed),
    // Skip the comparison of old and new data, because it would take longer than rendering.
    structuralSharing: false,
  });
}

/**
 * Appends new entries to the known entries, and keeps known entries that the service has deleted. Returns the same array if
 * no entry is new.
 */
function grown(known: readonly ActivityEntry[], read: readonly ActivityEntry[]): readonly ActivityEntry[] {
  const came = newIn(read, known);
  // `|| 0` keeps the order of the service if a timestamp is invalid.
  came.sort((one, other) => Date.parse(one.timestamp) - Date.parse(other.timestamp) || 0);
  return came.length === 0 ? known : [...known, ...came];
}

/** Number of entries to read before yielding to the page. Reading 2,000 entries takes a few milliseconds. */
const most = 2000;

/** Reads a log as a stream, and yields regularly so that a long log does not block the page. */
export async function readLog(
  { activity }: Pick<Client, 'activity'>,
  workspace: string,
  signal: AbortSignal | undefined,
): Promise<ActivityEntry[]> {
  const entries: ActivityEntry[] = [];
  for await (const entry of activity.stream(workspace, { signal })) {
    if (entries.push(entry) % most === 0) await turn();
  }
  return entries;
}

/** Lets the user pause a log. While the log is paused, `entries` contains the entries at the time of the pause. */
export function usePause(log: readonly ActivityEntry[]) {
  const [held, setHeld] = useState<readonly ActivityEntry[]>();
  /** Number of entries recorded since the pause. */
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
