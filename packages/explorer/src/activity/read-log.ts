import type { ActivityEntry } from '@mock-services/sdk';
import { streamActivity, type ActivityOpener } from '@mock-services/sdk/activity';

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

/** Yields to input, frames and timers. A timer of its own would be throttled in a background page. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(undefined);
  });
}
