import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ActivityEntry } from '@mock-services/sdk';
import { keys } from '../../data/queries.ts';
import { useConnection } from '../../service/connection.ts';
import { newIn } from './new-in.ts';
import { readLog } from './read-log.ts';

/** Milliseconds between two reads: at least, at most while nothing comes, and after a failure. */
const pauses = { least: 1000, idle: 8000, failed: 5000 };

/** The log of a workspace as it grows. It is not read while the tab is hidden. */
export function useLiveLog(workspace: string) {
  const { client } = useConnection();
  const pause = useRef(pauses.least);
  return useQuery({
    queryKey: keys.activity(workspace),
    queryFn: async ({ client: cache, queryKey, signal }) => {
      const start = performance.now();
      const read = await readLog(client, workspace, signal);
      const known = cache.getQueryData<readonly ActivityEntry[]>(queryKey);
      const log = known === undefined ? read : grown(known, read);
      const idle = log === known ? Math.min(pause.current * 1.5, pauses.idle) : pauses.least;
      // The service returns only whole logs: reading them takes at most a tenth of the time.
      pause.current = Math.max(idle, 9 * (performance.now() - start));
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
