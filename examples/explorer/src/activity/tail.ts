import type { ActivityEntry } from '@mock-services/sdk';
import { watchActivity, type ActivityOpener, type ActivityReader } from '@mock-services/sdk/activity';
import { readLog } from './read-log.ts';

interface TailOptions {
  readonly signal: AbortSignal;
  /** The entries that are shown already. They are not given again. */
  readonly known: () => readonly ActivityEntry[];
  /** Is told of those that came, together where they came together. */
  readonly onEntries: (entries: readonly ActivityEntry[]) => void;
  /** Is told of each reading that went well. */
  readonly onRead: () => void;
}

/** Follows a log from where it is known to the end of the signal. Rejects when it cannot be read. */
export async function tail(
  client: ActivityOpener,
  workspace: string,
  { signal, known, onEntries, onRead }: TailOptions,
): Promise<never> {
  let waiting: ActivityEntry[] = [];
  const flush = (): void => {
    const shown = new Set(known().map(({ id }) => id));
    const entries = waiting.filter(({ id }) => !shown.has(id));
    waiting = [];
    if (!signal.aborted && entries.length > 0) onEntries(entries);
  };
  const reader = sparing(client, known, onRead);
  for await (const entry of watchActivity(reader, workspace, { signal })) {
    // What one reading brings is shown at once, not entry by entry.
    if (waiting.length === 0) setTimeout(flush);
    waiting.push(entry);
  }
  throw new TypeError('A watch does not end by itself.');
}

/**
 * Reads what is known first, and then spends at most a tenth of the time on reading: the interface gives a log only as
 * a whole, and a long one takes its time.
 */
function sparing(
  client: ActivityOpener,
  known: () => readonly ActivityEntry[],
  onRead: () => void,
): ActivityReader {
  let restUntil = -1;
  return {
    activity: {
      list: async (workspace, { signal }) => {
        if (restUntil < 0) {
          restUntil = 0;
          return known();
        }
        await sleep(restUntil - performance.now(), signal);
        const start = performance.now();
        const entries = await readLog(client, workspace, signal);
        const end = performance.now();
        restUntil = end + 9 * (end - start);
        onRead();
        return entries;
      },
    },
  };
}

/** Ends early, without an error, when the signal is aborted: the reading that follows tells. */
function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.max(0, ms));
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
