import type { ActivityEntry } from '@mock-services/sdk';
import { streamActivity, type ActivityOpener } from '@mock-services/sdk/activity';
import { turn } from '../../window/turn.ts';

/** Number of entries to read before yielding to the page: a few milliseconds of work. */
const most = 2000;

/** Reads a log as it arrives, in chunks, so that a long one does not block the page. */
export async function readLog(
  client: ActivityOpener,
  workspace: string,
  signal: AbortSignal | undefined,
): Promise<ActivityEntry[]> {
  const entries: ActivityEntry[] = [];
  for await (const entry of streamActivity(client, workspace, { signal })) {
    if (entries.push(entry) % most === 0) await turn();
  }
  return entries;
}
