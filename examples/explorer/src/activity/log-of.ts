import { queryOptions } from '@tanstack/react-query';
import type { Client } from '@mock-services/sdk';
import { keys } from '../data/queries.ts';
import { readLog } from './read-log.ts';

/** The log of a workspace as it was read last. */
export const logOf = (client: Client, workspace: string) =>
  queryOptions({
    queryKey: keys.activity(workspace),
    queryFn: ({ signal }) => readLog(client, workspace, signal),
    // The live tail keeps it fresh. Comparing one long log with another field by field would take longer than
    // showing it.
    staleTime: Infinity,
    structuralSharing: false,
  });
