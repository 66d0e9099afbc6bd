import type { ActivityEntry } from '@mock-services/sdk';
import { watchActivity, type ActivityOpener, type ActivityReader } from '@mock-services/sdk/activity';
import { readLog } from './read-log.ts';

interface TailOptions {
  readonly signal: AbortSignal;
  /** Entries that are already shown; they are not reported again. */
  readonly known: () => readonly ActivityEntry[];
  /** Called with new entries, one call for each read. */
  readonly onEntries: (entries: readonly ActivityEntry[]) => void;
  /** Called after each successful read. */
  readonly onRead: () => void;
}

/** The shown entries were replaced, such as after a reset: what was read meanwhile is no longer true. */
export class ReplacedError extends Error {
  override readonly name = 'ReplacedError';
}

/** Follows a log until the signal aborts. Rejects when it cannot be read, or with a {@link ReplacedError}. */
export async function tail(
  client: ActivityOpener,
  workspace: string,
  { signal, known, onEntries, onRead }: TailOptions,
): Promise<never> {
  let waiting: ActivityEntry[] = [];
  let ours = known();
  const flush = (): void => {
    // The next read reports that.
    if (known() !== ours) return;
    const shown = new Set(known().map(({ id }) => id));
    const entries = waiting.filter(({ id }) => !shown.has(id));
    waiting = [];
    if (signal.aborted || entries.length === 0) return;
    onEntries(entries);
    ours = known();
  };
  const current = (): readonly ActivityEntry[] => {
    if (known() !== ours) throw new ReplacedError();
    return ours;
  };
  const reader = sparing(client, current, onRead);
  for await (const entry of watchActivity(reader, workspace, { signal })) {
    // All entries of one read are shown at once.
    if (waiting.length === 0) setTimeout(flush);
    waiting.push(entry);
  }
  throw new TypeError('A watch never ends by itself.');
}

/**
 * Reads the known entries first, and then spends at most a tenth of the time on reads: the interface returns only whole
 * logs, and a long one takes time.
 */
function sparing(
  client: ActivityOpener,
  current: () => readonly ActivityEntry[],
  onRead: () => void,
): ActivityReader {
  let restUntil = -1;
  return {
    activity: {
      list: async (workspace, { signal }) => {
        if (restUntil < 0) {
          restUntil = 0;
          return current();
        }
        await sleep(restUntil - performance.now(), signal);
        current();
        const start = performance.now();
        const entries = await readLog(client, workspace, signal);
        const end = performance.now();
        restUntil = end + 9 * (end - start);
        current();
        onRead();
        return entries;
      },
    },
  };
}

/** Resolves early, without an error, when the signal aborts: the next read reports it. */
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
