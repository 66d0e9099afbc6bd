import type { ActivityEntry } from '@mock-services/sdk';
import { streamActivity, type ActivityOpener } from '@mock-services/sdk/activity';

/** How many entries are read before the page has its turn: some milliseconds of work. */
const most = 2000;

/** Reads a log as it arrives, piece by piece, so that a long one does not hold the page. */
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

/** Lets what waits go first: input, frames, timers. A timer would be slowed down in a page that is not looked at. */
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
