import { queryOptions } from '@tanstack/react-query';
import type { Client } from '@mock-services/sdk';
import { keys } from '../../data/queries.ts';
import { readLog } from './read-log.ts';

/** The last known log of a workspace. */
export const logOf = (client: Client, workspace: string) =>
  queryOptions({
    queryKey: keys.activity(workspace),
    queryFn: ({ signal }) => readLog(client, workspace, signal),
    // The live tail keeps it fresh. Comparing two long logs field by field would take longer than rendering.
    staleTime: Infinity,
    structuralSharing: false,
  });
