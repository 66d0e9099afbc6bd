/** The one clearing of a run: the log before and after, and those of other workspaces. */
import { dataIn, recordOf, type Answer } from './answer.ts';
import { sameId } from './compare.ts';
import type { ConformanceContext } from './context.ts';
import { expectList } from './expect.ts';
import { Skip } from './outcome.ts';
import { logs } from './present-resources.ts';
import { inTurn } from './present-lists.ts';

/** A log at two moments. */
export interface LogTwice {
  readonly before: readonly unknown[];
  readonly after: Answer;
}

export interface Clearing extends LogTwice {
  /** The answer to the clearing itself. */
  readonly answer: Answer;
  /** Logs that had entries and were not to be cleared. */
  readonly others: readonly LogTwice[];
}

/** Clears the log at the first call; returns what was seen then ever after. */
export function clearing(context: ConformanceContext): Promise<Clearing> {
  return context.once('clearing', () => clear(context));
}

async function clear(context: ConformanceContext): Promise<Clearing> {
  const { clearable } = context.settings;
  if (clearable === undefined) throw new Skip('needs a workspace whose log may be cleared (allowClear)');
  const readLog = (workspaceId: string) => context.send('listActivity', { params: { workspaceId } });
  const before = expectList(await readLog(clearable));
  const bystanders = await othersThan(clearable, context);
  const answer = await context.send('clearActivity', { params: { workspaceId: clearable } });
  const after = await readLog(clearable);
  const others = await inTurn(bystanders, async ({ id, log }) => ({ before: log, after: await readLog(id) }));
  return { before, answer, after, others };
}

async function othersThan(
  clearable: string,
  context: ConformanceContext,
): Promise<{ id: string; log: unknown[] }[]> {
  const found = await logs(context).catch(() => []);
  return found.flatMap(({ listed: { id }, answer }) => {
    const log = dataIn(answer);
    return Array.isArray(log) && log.length > 0 && !sameId(id, clearable) ? [{ id, log }] : [];
  });
}

/** How many entries of a log are still there, and how many came since. */
export function changeOf({ before, after }: LogTwice): { readonly kept: number; readonly added: number } {
  const earlier = new Set(before.map(idOf));
  const later = expectList(after).map(idOf);
  const kept = later.filter((id) => earlier.has(id)).length;
  return { kept, added: later.length - kept };
}

function idOf(entry: unknown): string {
  return String(recordOf(entry)?.['id']).toLowerCase();
}
