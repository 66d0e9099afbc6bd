import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { ActivityEntry, Client } from '@mock-services/sdk';
import { keys } from '../../data/queries.ts';
import { useConnection } from '../../service/connection.ts';
import { turn } from '../../window/turn.ts';

/** Milliseconds between two reads: at least, at most while nothing comes, and after a failure. */
const pauses = { least: 1000, idle: 8000, failed: 5000 };

/** The log of a workspace as it grows. It is not read while the tab is hidden. */
export function useLiveLog(workspace: string) {
  const { client } = useConnection();
  const pause = useRef(pauses.least);
  /** Milliseconds that the last read took. */
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
      // The service returns only whole logs: reading them takes at most a tenth of the time. One slow read says nothing yet.
      pause.current = Math.max(idle, 9 * Math.min(took, last.current));
      last.current = took;
      return log;
    },
    refetchInterval: ({ state }) =>
      state.data !== undefined && (state.error === null ? pause.current : pauses.failed),
    // Comparing two long logs field by field would take longer than rendering.
    structuralSharing: false,
  });
}

/** What is known, even if the service has deleted it, and then what is new. The same array if nothing is. */
function grown(known: readonly ActivityEntry[], read: readonly ActivityEntry[]): readonly ActivityEntry[] {
  const came = newIn(read, known);
  // Of invalid timestamps, the order of the service.
  came.sort((one, other) => Date.parse(one.timestamp) - Date.parse(other.timestamp) || 0);
  return came.length === 0 ? known : [...known, ...came];
}

/** Number of entries to read before yielding to the page: a few milliseconds of work. */
const most = 2000;

/** Reads a log as it arrives, in chunks, so that a long one does not block the page. */
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

/** A log that can be paused: the entries to show are those of the log, or of its state when it was paused. */
export function usePause(log: readonly ActivityEntry[]) {
  const [held, setHeld] = useState<readonly ActivityEntry[]>();
  /** Number of entries added since it was paused. */
  const came = useMemo(() => (held === undefined ? 0 : newIn(log, held).length), [held, log]);
  return {
    entries: held ?? log,
    isPaused: held !== undefined,
    came,
    pause: () => setHeld(log),
    resume: () => setHeld(undefined),
  };
}

/** The entries of a log that another one does not have, each once. */
function newIn(log: readonly ActivityEntry[], known: readonly ActivityEntry[]): ActivityEntry[] {
  const ids = new Set(known.map(({ id }) => id));
  return log.filter(({ id }) => {
    const isNew = !ids.has(id);
    ids.add(id);
    return isNew;
  });
}
