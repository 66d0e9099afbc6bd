import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ActivityEntry } from '@mock-services/sdk';
import { useConnection } from '../../service/connection.ts';
import { logOf } from './log-of.ts';
import { ReplacedError, tail } from './tail.ts';
import { useVisible } from './use-visible.ts';

/** Milliseconds until the tail restarts after a failure. */
const pauseAfterFailure = 5000;

/** The live log of a workspace. It is not read while the tab is hidden. */
export function useLiveLog(workspace: string) {
  const { client } = useConnection();
  const cache = useQueryClient();
  const options = logOf(client, workspace);
  const query = useQuery(options);
  const [failure, setFailure] = useState<unknown>();
  const [round, setRound] = useState(0);
  const { queryKey } = options;
  const isRead = query.data !== undefined;
  const isVisible = useVisible();

  useEffect(() => {
    if (!isRead || !isVisible) return undefined;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const known = (): readonly ActivityEntry[] => cache.getQueryData<ActivityEntry[]>(queryKey) ?? [];
    tail(client, workspace, {
      signal: stop.signal,
      known,
      onEntries: (entries) => {
        setFailure(undefined);
        cache.setQueryData<ActivityEntry[]>(queryKey, [...known(), ...entries]);
      },
      onRead: () => setFailure(undefined),
    }).catch((error: unknown) => {
      if (stop.signal.aborted) return;
      const isReplaced = error instanceof ReplacedError;
      if (!isReplaced) setFailure(error);
      timer = setTimeout(() => setRound((count) => count + 1), isReplaced ? 0 : pauseAfterFailure);
    });
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
    // The key depends only on the workspace.
  }, [client, cache, workspace, isRead, isVisible, round]);

  const resume = (): void => {
    setFailure(undefined);
    setRound((count) => count + 1);
  };
  return { query, failure, resume };
}
